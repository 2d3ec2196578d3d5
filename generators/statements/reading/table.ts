import { directionOf, leadingDate, type PrintedAmount, type PrintedDate, parseAmount } from './amounts.ts';
import type { TextPage, TextRun } from './read-text.ts';

/** A cell is neighbouring runs that read as one. */
type TextCell = TextRun;
export type TextLine = { page: number; baseline: number; size: number; cells: TextCell[] };

function joined(cell: TextCell, run: TextRun, gap: number): TextCell {
  const space = gap > 0.12 * run.size && !cell.text.endsWith(' ') && !run.text.startsWith(' ') ? ' ' : '';
  const [right, size] = [Math.max(cell.right, run.right), Math.max(cell.size, run.size)];
  return { ...cell, text: cell.text + space + run.text, right, size };
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
export function labelled<T>(lines: TextLine[], label: RegExp, accept: (text: string) => T | undefined) {
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

/** A row of a transaction table; one with no amount only states a balance. */
export type TableRow = SortedLine & { isTransaction: boolean };

export type Table = {
  rows: TableRow[];
  /** The headings of the tables, one a page as a rule. */
  headings: TextLine[];
  /** Lines that are no part of the table: what names the account, the period and the bank. */
  around: TextLine[];
};

const amountOf = (money: SortedLine['money']): PrintedAmount | undefined =>
  money.amount ?? money.in ?? money.out;

/** Reads the transaction tables of all pages; a page without a heading of its own goes on with the last one. */
export function tableOf(lines: TextLine[]): Table {
  const table: Table = { headings: [], rows: [], around: [] };
  let columns: HeadingColumn[] | undefined;
  let open: { row: TableRow; line: TextLine } | undefined;
  let lastDate: PrintedDate | undefined;
  for (const line of lines) {
    const heading = headingOf(line);
    const sorted = heading || !columns ? undefined : sortCells(line, columns);
    const last = open;
    const adjoins =
      last?.line.page === line.page && line.baseline - last.line.baseline < 1.9 * last.line.size;
    open = undefined;
    if (heading) {
      table.headings.push(line);
      columns = heading;
    } else if (!sorted) table.around.push(line);
    else if (amountOf(sorted.money)) {
      // A dated line without an amount begins a transaction that a later line completes.
      const begun = last && adjoins && !sorted.date && !amountOf(last.row.money) && last.row.isTransaction;
      const fresh = { date: sorted.date ?? lastDate, description: '', money: {}, isTransaction: true };
      const row: TableRow = begun ? last.row : fresh;
      row.description = `${row.description} ${sorted.description}`.trim();
      row.money = sorted.money;
      row.direction = sorted.direction ?? row.direction;
      lastDate = row.date;
      if (!begun) table.rows.push(row);
      open = { row, line };
    } else if (sorted.money.balance) table.rows.push({ ...sorted, isTransaction: false });
    else if (sorted.date) {
      const row = { ...sorted, isTransaction: true };
      lastDate = sorted.date;
      table.rows.push(row);
      open = { row, line };
    } else if (last && adjoins) {
      last.row.description = `${last.row.description} ${sorted.description}`.trim();
      open = { row: last.row, line };
    } else table.around.push(line);
  }
  table.rows = table.rows.filter(({ money }) => amountOf(money) || money.balance);
  return table;
}

type SortedLine = {
  date: PrintedDate | undefined;
  description: string;
  /** The direction, where a word in a column of its own tells it. */
  direction?: ReturnType<typeof directionOf>;
  money: Partial<Record<'in' | 'out' | 'amount' | 'balance', PrintedAmount>>;
};

type MoneyKey = keyof SortedLine['money'];

const isMoney = (key: HeadingKey): key is MoneyKey => !['date', 'code', 'description'].includes(key);

// Columns may be set flush right, flush left or centred under their heading.
function distance(cell: TextCell, column: HeadingColumn): number {
  const centres = (cell.left + cell.right - column.left - column.right) / 2;
  return Math.min(Math.abs(cell.right - column.right), Math.abs(cell.left - column.left), Math.abs(centres));
}

function moneyColumn(cell: TextCell, columns: HeadingColumn[]): HeadingColumn | undefined {
  const [nearest] = columns
    .filter(({ key }) => isMoney(key))
    .toSorted((a, b) => distance(cell, a) - distance(cell, b));
  return nearest && distance(cell, nearest) < 40 ? nearest : undefined;
}

const textColumn = (cell: TextCell, columns: HeadingColumn[]): HeadingColumn | undefined =>
  columns
    .filter(({ key }) => !isMoney(key))
    .toSorted((a, b) => b.left - a.left)
    .find(({ left }) => cell.left >= left - 6);

/** Puts the cells of a line into the columns of a table; undefined when the line does not fit in. */
function sortCells(line: TextLine, columns: HeadingColumn[]): SortedLine | undefined {
  const sorted: SortedLine = { date: undefined, description: '', money: {} };
  const described = columns.find(({ key }) => key === 'description')!;
  for (const cell of line.cells) {
    const amount = parseAmount(cell.text);
    const column = amount && moneyColumn(cell, columns);
    // A number at the very place where descriptions begin is a description.
    if (amount && column && Math.abs(cell.left - described.left) > 3) {
      if (sorted.money[column.key as MoneyKey]) return undefined;
      sorted.money[column.key as MoneyKey] = amount;
      continue;
    }
    const key = textColumn(cell, columns)?.key;
    if (key === 'date') {
      const found = leadingDate(cell.text);
      if (!found || sorted.date) return undefined;
      sorted.date = found.date;
      sorted.description = found.rest;
    } else if (key === 'description') {
      if (sorted.description === '' && Math.abs(cell.left - described.left) > 40) return undefined;
      sorted.description = `${sorted.description} ${cell.text}`.trim();
    } else if (key === 'code') sorted.direction ??= directionOf(cell.text);
    else if (key === undefined) return undefined;
  }
  return sorted;
}

type HeadingKey = 'date' | 'code' | 'description' | 'out' | 'in' | 'amount' | 'balance';

type HeadingColumn = { key: HeadingKey; left: number; right: number };

const words: [HeadingKey, RegExp][] = [
  ['date', /^((transaction|posting|posted|value|entry) )?date$/],
  ['code', /^((payment|transaction) )?(type|code)$/],
  [
    'description',
    /^((payment|transaction) )?(description|details?|particulars|narrative|reference)$|^transactions?$/,
  ],
  ['out', /^((money|paid|payments?) out|out|withdrawals?|debits?|withdrawn|payments?)$/],
  ['in', /^((money|paid|payments?) in|in|deposits?|credits?|paid-in|receipts?)$/],
  ['amount', /^((transaction )?amount|value)$/],
  ['balance', /^((running|account|current) )?balance$/],
];

const CURRENCY = /\(?(£|gbp)\)?/g;

function keyOf({ text }: TextCell): HeadingKey | undefined {
  const bare = text.toLowerCase().replace(CURRENCY, '').trim();
  return words.find(([, pattern]) => pattern.test(bare))?.[0];
}

/** The columns of a transaction table, if this line is its heading: a date, a description and a column of money. */
function headingOf(line: TextLine): HeadingColumn[] | undefined {
  const columns: HeadingColumn[] = [];
  for (const cell of line.cells) {
    // A heading we have no word for is a column we do not need, and is passed over like a payment code.
    const key = keyOf(cell) ?? 'code';
    if (key !== 'code' && columns.some((column) => column.key === key)) return undefined;
    columns.push({ key, left: cell.left, right: cell.right });
  }
  const has = (key: HeadingKey) => columns.some((column) => column.key === key);
  const isTable = has('date') && has('description') && (has('amount') || has('in') || has('out'));
  return isTable ? columns : undefined;
}

const STATES_A_BALANCE = /\bbalance\b|\b(brought|carried) forward\b/i;

/** The row that a line of plain text is: a date, a description, an amount, and perhaps a direction and a balance. */
function rowOf(text: string): TableRow | undefined {
  const dated = leadingDate(text);
  if (!dated) return undefined;
  const words = dated.rest.split(' ');
  const amounts: PrintedAmount[] = [];
  let direction: TableRow['direction'];
  for (let word = words.at(-1); word !== undefined && amounts.length <= 2; word = words.at(-1)) {
    const amount = parseAmount(word);
    const said = directionOf(word);
    if (amount && amounts.length < 2) amounts.unshift(amount);
    else if (said && !direction) direction = said;
    else break;
    words.pop();
  }
  const first = directionOf(words[0] ?? '');
  if (first && !direction && words.length > 1) {
    direction = first;
    words.shift();
  }
  const [amount, balance] = amounts;
  const description = words.join(' ');
  if (!amount || !/\p{L}/u.test(description)) return undefined;
  if (!balance && STATES_A_BALANCE.test(description))
    return { date: dated.date, description, money: { balance: amount }, isTransaction: false };
  return { date: dated.date, description, direction, money: { amount, balance }, isTransaction: true };
}

/** Reads a statement that has no table drawn up in columns under headings: each line that begins with a date is a row. */
export function plainTableOf(lines: TextLine[]): Table {
  const table: Table = { rows: [], headings: [], around: [] };
  for (const line of lines) {
    const row = rowOf(line.cells.map(({ text }) => text).join(' '));
    if (row) table.rows.push(row);
    else table.around.push(line);
  }
  return table;
}
