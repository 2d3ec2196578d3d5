import type { PrintedAmount } from './amounts.ts';
import type { PrintedDate } from './dates.ts';
import type { Direction } from './direction-word.ts';
import { type HeadingColumn, headingOf } from './heading.ts';
import type { TextLine } from './lines.ts';
import { type SortedLine, sortCells } from './sort-cells.ts';

/** A row of a transaction table; one with no amount only states a balance. */
export type TableRow = {
  date: PrintedDate | undefined;
  description: string;
  /** The direction, where a word in a column of its own tells it. */
  direction?: Direction | undefined;
  money: SortedLine['money'];
  isTransaction: boolean;
};

export type Table = {
  rows: TableRow[];
  /** The headings of the tables, one a page as a rule. */
  headings: TextLine[];
  /** Lines that are no part of the table: what names the account, the period and the bank. */
  around: TextLine[];
};

function amountOf(money: SortedLine['money']): PrintedAmount | undefined {
  return money.amount ?? money.in ?? money.out;
}

/** Reads the transaction tables of all pages; a page without a heading of its own goes on with the last one. */
export function tableOf(lines: TextLine[]): Table {
  const table: Table = { headings: [], rows: [], around: [] };
  let columns: HeadingColumn[] | undefined;
  let open: { row: TableRow; line: TextLine } | undefined;
  let lastDate: PrintedDate | undefined;
  for (const line of lines) {
    const heading = headingOf(line);
    const sorted = heading || !columns ? undefined : sortCells(line, columns);
    const adjoins =
      open?.line.page === line.page && line.baseline - open.line.baseline < 1.9 * open.line.size;
    if (heading) {
      table.headings.push(line);
      columns = heading;
      open = undefined;
    } else if (!sorted) {
      table.around.push(line);
      open = undefined;
    } else if (amountOf(sorted.money)) {
      // A dated line without an amount begins a transaction that a later line completes.
      const begun = open && adjoins && !sorted.date && !amountOf(open.row.money) && open.row.isTransaction;
      const row: TableRow = begun
        ? open!.row
        : {
            date: sorted.date ?? lastDate,
            description: '',
            direction: undefined,
            money: {},
            isTransaction: true,
          };
      row.description = `${row.description} ${sorted.description}`.trim();
      row.money = sorted.money;
      row.direction = sorted.direction ?? row.direction;
      lastDate = row.date;
      if (!begun) table.rows.push(row);
      open = { row, line };
    } else if (sorted.money.balance) {
      table.rows.push({ ...sorted, isTransaction: false });
      open = undefined;
    } else if (sorted.date) {
      const row = { ...sorted, isTransaction: true };
      lastDate = sorted.date;
      table.rows.push(row);
      open = { row, line };
    } else if (open && adjoins) {
      open.row.description = `${open.row.description} ${sorted.description}`.trim();
      open.line = line;
    } else {
      table.around.push(line);
      open = undefined;
    }
  }
  table.rows = table.rows.filter(({ money }) => amountOf(money) || money.balance);
  return table;
}
