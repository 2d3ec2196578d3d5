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
