import type { Statement, StatementTransaction } from '../statement.ts';
import type { Pen } from './pen.ts';

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
