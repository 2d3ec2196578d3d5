import type { TextCell, TextLine } from './lines.ts';

const BELOW = 26;

const toTheRight = (label: TextCell, cells: TextCell[]): TextCell | undefined =>
  cells
    .filter((cell) => cell.left >= label.right && Math.abs(cell.baseline - label.baseline) < 0.6 * label.size)
    .toSorted((a, b) => a.left - b.left)[0];

const below = (label: TextCell, cells: TextCell[]): TextCell | undefined =>
  cells
    .filter(({ left, right }) => left < label.right && right > label.left)
    .filter(({ baseline }) => baseline > label.baseline && baseline - label.baseline < BELOW)
    .toSorted((a, b) => a.baseline - b.baseline)[0];

// Plain text may have several of "label: value" on a line, with no more than a space between them.
const NEXT_LABEL =
  / (?=(?:bank|name|customer|account (?:name|holder|number|no)|sort ?code|iban|bic|(?:statement )?period|from|to|start|end|(?:opening|closing) balance|currency)(?: date| name)?\.? ?[:=])/i;

/** The pieces of a text that each begin with a label of their own. */
export const piecesOf = (text: string): string[] => text.split(NEXT_LABEL);

/** What stands behind a label, beside it or under it, if `accept` takes it for a value. */
export function labelled<T>(
  lines: TextLine[],
  label: RegExp,
  accept: (text: string) => T | undefined,
): T | undefined {
  const pattern = new RegExp(`^(?:${label.source})\\b\\.? ?[:=]?(.*)$`, 'i');
  for (const { page, cells } of lines) {
    for (const cell of cells) {
      const rests = piecesOf(cell.text).flatMap((piece) => pattern.exec(piece)?.at(-1)?.trim() ?? []);
      for (const rest of rests) {
        const value = rest === '' ? undefined : accept(rest);
        if (value !== undefined) return value;
      }
      if (rests.at(-1) !== '') continue;
      const onPage = lines.filter((line) => line.page === page).flatMap((line) => line.cells);
      for (const candidate of [toTheRight(cell, onPage), below(cell, onPage)]) {
        const value = candidate && accept(candidate.text);
        if (value !== undefined) return value;
      }
    }
  }
  return undefined;
}
