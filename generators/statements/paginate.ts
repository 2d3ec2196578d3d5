import type { Cells, Layout } from './layouts/layout.ts';
import { printableDescription } from './printable.ts';
import type { Statement } from './statement.ts';

/** A table row ready to draw: its cells, its wrapped description and its height. */
export type Row = { cells: Cells; lines: string[]; height: number; emphasis: boolean };

function balanceRow(layout: Layout, words: string, pence: number): Row {
  const cells = { balance: layout.balanceText(pence) };
  return { cells, lines: [words], height: layout.lead + layout.air * 2, emphasis: true };
}

/** The rows of every page: each page opens with the balance brought to it and closes with the one it hands on. */
export function paginate(
  statement: Statement,
  layout: Layout,
  wrapLines: (text: string) => string[],
): Row[][] {
  const { words, lead, air } = layout;
  const lastRow = lead + air * 2;
  const headingRoom = 24;
  const pages: Row[][] = [];
  let page: Row[] = [balanceRow(layout, words.opening, statement.openingPence)];
  let room = layout.bottom - layout.top.first - headingRoom - lastRow * 2;
  let balance = statement.openingPence;
  for (const [index, transaction] of statement.transactions.entries()) {
    const lines = wrapLines(printableDescription(transaction.description));
    const height = lines.length * lead + air * 2;
    if (height > room) {
      pages.push([...page, balanceRow(layout, words.carriedForward, balance)]);
      page = [balanceRow(layout, words.broughtForward, balance)];
      room = layout.bottom - layout.top.later - headingRoom - lastRow * 2;
    }
    // A page's first row has no row above it to take its date from.
    const before = page.length > 1 ? statement.transactions[index - 1] : undefined;
    const cells = layout.cellsOf(transaction, before, statement.transactions[index + 1]);
    page.push({ cells, lines, height, emphasis: false });
    room -= height;
    balance = transaction.balancePence;
  }
  pages.push([...page, balanceRow(layout, words.closing, statement.closingPence)]);
  return pages;
}
