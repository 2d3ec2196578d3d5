import { penceToGroupedText } from '../../money.ts';
import { printableText } from '../printable.ts';
import type { Statement, StatementTransaction } from '../statement.ts';
import type { Pen, TextStyle } from './pen.ts';

export type ColumnKey = 'date' | 'code' | 'description' | 'out' | 'in' | 'amount' | 'balance';

export type Column = { key: ColumnKey; title: string; left: number; right: number; align: 'left' | 'right' };

/** What one table row shows; a column without an entry stays blank. */
export type Cells = Partial<Record<ColumnKey, string>>;

/** A page of a statement, as a layout's furniture needs to know it. */
export type Sheet = { pen: Pen; statement: Statement; page: number; pages: number };

/** An appearance: where the table stands and what is drawn around it. */
export type Layout = {
  columns: Column[];
  font: { regular: string; bold: string; size: number };
  /** Distance between the lines of a wrapped description, and the air above and below a row. */
  lead: number;
  air: number;
  /** Where the table's heading begins on the first and on later pages, and where rows must stop. */
  top: { first: number; later: number };
  bottom: number;
  words: { opening: string; broughtForward: string; carriedForward: string; closing: string };
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

/** Draws the titles of the columns, each where its cells stand. */
export function drawTitles(pen: Pen, columns: readonly Column[], y: number, style: TextStyle): void {
  for (const { title, align, left, right } of columns) {
    if (align === 'left') pen.left(title, left, y, style);
    else pen.right(title, right, y, style);
  }
}

/** The lines of the holder's address, as a letter shows them. */
export const addressOf = ({ holder }: Statement): string[] =>
  [holder.name, ...holder.addressLines.slice(0, 6)].map(printableText);

/** A balance with a mark behind it where the account is overdrawn. */
export const markedBalance = (pence: number, overdrawn: string): string =>
  pence < 0 ? `${penceToGroupedText(-pence)} ${overdrawn}` : penceToGroupedText(pence);

/** What came in and what went out over the period. */
export function totalsOf(statement: Statement): { inPence: number; outPence: number } {
  let inPence = 0;
  let outPence = 0;
  for (const { type, amountPence } of statement.transactions) {
    if (type === 'credit') inPence += amountPence;
    else outPence += amountPence;
  }
  return { inPence, outPence };
}

/** "GB00 SPEC 0000 ...": an IBAN as people read it. */
export const groupedIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** The small print of every layout. */
export const noticeOf = (bankName: string): string =>
  `${bankName} is fictional. This specimen was made for testing software and is proof of nothing.`;
