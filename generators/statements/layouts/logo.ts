import type { Document } from './pen.ts';

/** A shield with a chevron, 34 by 40. */
export function drawShield(doc: Document, x: number, y: number, colour: string): void {
  doc.path(`M ${x} ${y} h 34 v 20 c 0 10 -8 17 -17 20 c -9 -3 -17 -10 -17 -20 Z`).fill(colour);
  doc.path(`M ${x + 6} ${y + 22} l 11 -10 l 11 10 v 7 l -11 -10 l -11 10 Z`).fill('#ffffff');
}

/** Two overlapping discs, 44 by 30. */
export function drawDiscs(doc: Document, x: number, y: number, colour: string, second: string): void {
  doc.circle(x + 15, y + 15, 15).fill(colour);
  doc
    .save()
    .fillOpacity(0.82)
    .circle(x + 30, y + 15, 15)
    .fill(second)
    .restore();
  doc.circle(x + 15, y + 15, 5).fill('#ffffff');
}

/** Rising bars in a square, 36 by 36. */
export function drawBars(doc: Document, x: number, y: number, colour: string): void {
  doc.rect(x, y, 36, 36).fill(colour);
  for (const [index, height] of [9, 15, 21, 27].entries())
    doc.rect(x + 5 + index * 7, y + 31 - height, 5, height).fill('#ffffff');
}

/** A portico: steps, columns and a gable, 44 by 38. */
export function drawPortico(doc: Document, x: number, y: number, colour: string): void {
  doc.polygon([x, y + 13], [x + 22, y], [x + 44, y + 13]).fill(colour);
  doc.rect(x + 2, y + 15, 40, 3).fill(colour);
  for (const column of [5, 15, 25, 35]) doc.rect(x + column, y + 19, 4, 12).fill(colour);
  doc.rect(x + 2, y + 32, 40, 2.5).fill(colour);
  doc.rect(x, y + 35.5, 44, 2.5).fill(colour);
}
