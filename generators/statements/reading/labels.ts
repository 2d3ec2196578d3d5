import type { TextCell, TextLine } from './lines.ts';

const BELOW = 26;

function toTheRight(label: TextCell, cells: TextCell[]): TextCell | undefined {
  return cells
    .filter((cell) => cell.left >= label.right && Math.abs(cell.baseline - label.baseline) < 0.6 * label.size)
    .toSorted((a, b) => a.left - b.left)[0];
}

function below(label: TextCell, cells: TextCell[]): TextCell | undefined {
  return cells
    .filter(({ left, right }) => left < label.right && right > label.left)
    .filter(({ baseline }) => baseline > label.baseline && baseline - label.baseline < BELOW)
    .toSorted((a, b) => a.baseline - b.baseline)[0];
}

/** What stands behind a label, beside it or under it, if `accept` takes it for a value. */
export function labelled<T>(
  lines: TextLine[],
  label: RegExp,
  accept: (text: string) => T | undefined,
): T | undefined {
  const pattern = new RegExp(`^(?:${label.source})\\b\\.? ?[:=]?(.*)$`, 'i');
  for (const { page, cells } of lines) {
    for (const cell of cells) {
      const rest = pattern.exec(cell.text)?.at(-1)?.trim();
      if (rest === undefined) continue;
      if (rest !== '') {
        const value = accept(rest);
        if (value !== undefined) return value;
        continue;
      }
      const onPage = lines.filter((line) => line.page === page).flatMap((line) => line.cells);
      for (const candidate of [toTheRight(cell, onPage), below(cell, onPage)]) {
        const value = candidate && accept(candidate.text);
        if (value !== undefined) return value;
      }
    }
  }
  return undefined;
}
