import { parseAmount } from './amounts.ts';
import type { TextPage, TextRun } from './read-text.ts';

/** Neighbouring runs that read as one piece of text. */
export type TextCell = { text: string; left: number; right: number; baseline: number; size: number };

export type TextLine = { page: number; baseline: number; size: number; cells: TextCell[] };

function joined(cell: TextCell, run: TextRun, gap: number): TextCell {
  const space = gap > 0.12 * run.size && !cell.text.endsWith(' ') && !run.text.startsWith(' ') ? ' ' : '';
  return {
    ...cell,
    text: cell.text + space + run.text,
    right: Math.max(cell.right, run.right),
    size: Math.max(cell.size, run.size),
  };
}

function cellsOf(runs: TextRun[]): TextCell[] {
  const cells: TextCell[] = [];
  for (const run of runs.toSorted((a, b) => a.left - b.left)) {
    const last = cells.at(-1);
    const gap = last ? run.left - last.right : Number.POSITIVE_INFINITY;
    // Two amounts side by side are two columns, however narrow the gap.
    const bothAmounts = last !== undefined && parseAmount(last.text) && parseAmount(run.text);
    if (last && gap <= run.size && !bothAmounts) cells[cells.length - 1] = joined(last, run, gap);
    else cells.push({ ...run });
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }));
}

/** Gathers a page's runs into lines from top to bottom, and each line's runs into cells from left to right. */
export function linesOf(page: TextPage, index: number): TextLine[] {
  const groups: { baseline: number; runs: TextRun[] }[] = [];
  for (const run of page.runs.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = groups.at(-1);
    if (last && run.baseline - last.baseline <= 0.3 * run.size) last.runs.push(run);
    else groups.push({ baseline: run.baseline, runs: [run] });
  }
  return groups.map(({ baseline, runs }) => {
    const cells = cellsOf(runs);
    return { page: index, baseline, size: Math.max(...cells.map(({ size }) => size)), cells };
  });
}

const BELOW = 26;
/** The most labels of one kind, on all pages, whose value is looked for beside and below them. */
const MOST_LABELS = 20;

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

export const piecesOf = (text: string): string[] => text.split(NEXT_LABEL);

/** What stands behind a label, beside it or under it, if `accept` takes it for a value. */
export function labelled<T>(
  lines: TextLine[],
  label: RegExp,
  accept: (text: string) => T | undefined,
): T | undefined {
  const pattern = new RegExp(`^(?:${label.source})\\b\\.? ?[:=]?(.*)$`, 'i');
  let alone = 0;
  for (const { page, cells } of lines) {
    for (const cell of cells) {
      const rests = piecesOf(cell.text).flatMap((piece) => pattern.exec(piece)?.at(-1)?.trim() ?? []);
      for (const rest of rests) {
        const value = rest === '' ? undefined : accept(rest);
        if (value !== undefined) return value;
      }
      if (rests.at(-1) !== '' || ++alone > MOST_LABELS) continue;
      const onPage = lines.filter((line) => line.page === page).flatMap((line) => line.cells);
      for (const candidate of [toTheRight(cell, onPage), below(cell, onPage)]) {
        const value = candidate && accept(candidate.text);
        if (value !== undefined) return value;
      }
    }
  }
  return undefined;
}
