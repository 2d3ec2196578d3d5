import type { Document } from './pen.ts';

/** Marks the page across its diagonal, so that nobody takes it for a bank's own. */
export function drawSpecimen(doc: Document): void {
  const { width, height } = doc.page;
  const size = 112;
  doc.save();
  doc.rotate(-52, { origin: [width / 2, height / 2] });
  doc.font('Helvetica-Bold').fontSize(size).fillColor('#b3202a').fillOpacity(0.11);
  const wide = doc.widthOfString('SPECIMEN', { characterSpacing: 8 });
  doc.text('SPECIMEN', (width - wide) / 2, height / 2 - size * 0.42, {
    lineBreak: false,
    characterSpacing: 8,
  });
  doc.restore();
  doc.fillOpacity(1);
}
