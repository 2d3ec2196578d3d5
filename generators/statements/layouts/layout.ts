import { readFileSync } from 'node:fs';
import { penceToGroupedText } from '../../money.ts';
import { MONTHS } from '../../relative-day.ts';
import { printableText, type Statement, type StatementTransaction } from '../statement.ts';
import { colourOf, type Pen, type TextStyle } from './pen.ts';

export type ColumnKey = 'date' | 'code' | 'description' | 'out' | 'in' | 'amount' | 'balance';

export type Column = { key: ColumnKey; title: string; left: number; right: number; align: 'left' | 'right' };

/** What one table row shows; a column without an entry stays blank. */
export type Cells = Partial<Record<ColumnKey, string>>;

/** A page of a statement, with the texts that every layout prints somewhere. */
export type Sheet = ReturnType<typeof sheetOf> & { page: number };

export function sheetOf(pen: Pen, statement: Statement, layout: Layout, pages: number) {
  const total = (type: StatementTransaction['type']): string =>
    penceToGroupedText(
      statement.transactions.reduce((sum, one) => (one.type === type ? sum + one.amountPence : sum), 0),
    );
  const bank = printableText(statement.bankName);
  return {
    pen,
    statement,
    pages,
    bank,
    accent: colourOf(statement.bankName, layout.colours),
    /** The holder and the lines of their address, as a letter shows them. */
    address: [statement.holder.name, ...statement.holder.addressLines.slice(0, 6)].map(printableText),
    iban: statement.iban.replace(/(.{4})(?=.)/g, '$1 '),
    period: `${longDay(statement.period.start)} to ${longDay(statement.period.end)}`,
    opening: layout.balanceText(statement.openingPence),
    closing: layout.balanceText(statement.closingPence),
    totalIn: total('credit'),
    totalOut: total('debit'),
    notice: `${bank} is fictional. This specimen was made for testing software and is proof of nothing.`,
  };
}

type LayoutTable = {
  columns: Column[];
  /** Of which a bank always wears the same. */
  colours: readonly string[];
  font: { regular: string; bold: string; size: number };
  /** Distance between the lines of a wrapped description, and the air above and below a row. */
  lead: number;
  air: number;
  /** Where the table's heading begins on the first and on later pages, and where rows must stop. */
  top: { first: number; later: number };
  bottom: number;
  words: { opening: string; broughtForward: string; carriedForward: string; closing: string };
};

export const layoutTables: Readonly<Record<'classic' | 'modern' | 'compact' | 'daybook', LayoutTable>> =
  JSON.parse(readFileSync(new URL('./layouts.json', import.meta.url), 'utf8'));

export type Layout = LayoutTable & {
  /** A transaction's cells; its neighbours let a layout print a date once a day or a balance at its end. */
  cellsOf(
    transaction: StatementTransaction,
    before: StatementTransaction | undefined,
    after: StatementTransaction | undefined,
  ): Cells;
  balanceText(pence: number): string;
  drawFurniture(sheet: Sheet): void;
  /** Draws the table's heading and answers where its rows begin. */
  drawHeading(sheet: Sheet, top: number): number;
  /** Draws what lies behind or between rows: shading, rules. */
  drawRowGround(sheet: Sheet, row: { top: number; height: number; index: number; emphasis: boolean }): void;
};

export function drawTitles(pen: Pen, columns: readonly Column[], y: number, style: TextStyle): void {
  for (const { title, align, left, right } of columns) {
    if (align === 'left') pen.left(title, left, y, style);
    else pen.right(title, right, y, style);
  }
}

/** A balance with a mark behind it where the account is overdrawn. */
export const markedBalance = (pence: number, overdrawn: string): string =>
  pence < 0 ? `${penceToGroupedText(-pence)} ${overdrawn}` : penceToGroupedText(pence);

const monthOf = (month: string): string => MONTHS[Number(month) - 1] ?? '';

/** "1 March 2026" */
export function longDay(date: string): string {
  const [year, month = '', day] = date.split('-');
  return `${Number(day)} ${monthOf(month)} ${year}`;
}

/** "01 Mar 2026" */
export function mediumDay(date: string): string {
  const [year, month = '', day] = date.split('-');
  return `${day} ${monthOf(month).slice(0, 3)} ${year}`;
}

/** "1 Mar": the year is left to the statement's period. */
export const yearlessDay = (date: string): string => mediumDay(date).slice(0, 6).replace(/^0/, '');

/** "01 Mar 26" */
export const shortYearDay = (date: string): string => mediumDay(date.slice(2));

/** "01/03/2026" */
export const numericDay = (date: string): string => date.split('-').reverse().join('/');
