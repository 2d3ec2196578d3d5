import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';
import { penceToGroupedText } from '../../money.ts';
import { MONTHS } from '../../relative-day.ts';
import { printableText, type Statement, type StatementTransaction } from '../statement.ts';

type TextStyle = { font?: string; size?: number; colour?: string };

/** Draws single lines of text at exact places, so that nothing depends on a cursor. */
type Pen = {
  doc: PDFKit.PDFDocument;
  left(text: string, x: number, y: number, style?: TextStyle): void;
  /** Ends at `x`; in smaller letters when it would be wider than `width`. */
  right(text: string, x: number, y: number, style?: TextStyle, width?: number): void;
  centre(text: string, x: number, y: number, style?: TextStyle): void;
  /** Left-aligned, in smaller letters when it would be wider than `width`. */
  fitted(text: string, x: number, y: number, width: number, style?: TextStyle): void;
  width(text: string, style?: TextStyle): number;
};

export type Document = InstanceType<typeof PDFDocument>;

/** A pen whose style falls back to the layout's own letters. */
export function penFor(doc: Document, base: Required<TextStyle>): Pen {
  // Measuring happens before there is a page to set a colour on.
  const letters = (style: TextStyle = {}) =>
    doc.font(style.font ?? base.font).fontSize(style.size ?? base.size);
  const width = (text: string, style?: TextStyle) => letters(style).widthOfString(text);
  const putAt = (text: string, x: number, baseline: number, style: TextStyle = {}) => {
    if (text === '') return;
    letters(style).fillColor(style.colour ?? base.colour);
    doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  };
  // Letters shrunk to fit stand on the same baseline as their neighbours.
  const baselineOf = (y: number, style: TextStyle = {}) => y + (style.size ?? base.size) * 0.72;
  const shrunk = (text: string, room: number, style: TextStyle = {}): TextStyle => {
    const wide = width(text, style);
    return wide > room ? { ...style, size: ((style.size ?? base.size) * room) / wide } : style;
  };
  return {
    doc,
    width,
    left: (text, x, y, style) => putAt(text, x, baselineOf(y, style), style),
    right: (text, x, y, style, room = Number.POSITIVE_INFINITY) => {
      const fitting = shrunk(text, room, style);
      putAt(text, x - width(text, fitting), baselineOf(y, style), fitting);
    },
    centre: (text, x, y, style) => putAt(text, x - width(text, style) / 2, baselineOf(y, style), style),
    fitted: (text, x, y, room, style) => putAt(text, x, baselineOf(y, style), shrunk(text, room, style)),
  };
}

/** One of a layout's colours for this bank: the same name always wears the same. */
function colourOf(bankName: string, colours: readonly string[]): string {
  let sum = 7;
  for (const char of bankName) sum = (sum * 31 + char.codePointAt(0)!) % 65_521;
  return colours[sum % colours.length]!;
}

/** A shield with a chevron, 34 by 40. */
export function drawShield(doc: Document, x: number, y: number, colour: string): void {
  doc.path(`M ${x} ${y} h 34 v 20 c 0 10 -8 17 -17 20 c -9 -3 -17 -10 -17 -20 Z`).fill(colour);
  doc.path(`M ${x + 6} ${y + 22} l 11 -10 l 11 10 v 7 l -11 -10 l -11 10 Z`).fill('#ffffff');
}

/** Two overlapping discs, 44 by 30. */
export function drawDiscs(doc: Document, x: number, y: number, colour: string, second: string): void {
  doc.circle(x + 15, y + 15, 15).fill(colour);
  doc
    .save()
    .fillOpacity(0.82)
    .circle(x + 30, y + 15, 15)
    .fill(second)
    .restore();
  doc.circle(x + 15, y + 15, 5).fill('#ffffff');
}

/** Rising bars in a square, 36 by 36. */
export function drawBars(doc: Document, x: number, y: number, colour: string): void {
  doc.rect(x, y, 36, 36).fill(colour);
  for (const [index, height] of [9, 15, 21, 27].entries())
    doc.rect(x + 5 + index * 7, y + 31 - height, 5, height).fill('#ffffff');
}

/** A portico: steps, columns and a gable, 44 by 38. */
export function drawPortico(doc: Document, x: number, y: number, colour: string): void {
  doc.polygon([x, y + 13], [x + 22, y], [x + 44, y + 13]).fill(colour);
  doc.rect(x + 2, y + 15, 40, 3).fill(colour);
  for (const column of [5, 15, 25, 35]) doc.rect(x + column, y + 19, 4, 12).fill(colour);
  doc.rect(x + 2, y + 32, 40, 2.5).fill(colour);
  doc.rect(x, y + 35.5, 44, 2.5).fill(colour);
}

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
