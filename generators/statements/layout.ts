import type PDFDocument from 'pdfkit';
import { penceToGroupedText } from '../money.ts';
import { MONTHS } from '../relative-day.ts';
import { readData } from '../table.ts';
import { type LayoutName, printableText, type Statement, type StatementTransaction } from './statement.ts';

export type Document = InstanceType<typeof PDFDocument>;

type ColumnKey = 'date' | 'code' | 'description' | 'out' | 'in' | 'amount' | 'balance';
type Column = { key: ColumnKey; title: string; left: number; right: number; align: 'left' | 'right' };

/** What one table row shows; a column without an entry stays blank. */
export type Cells = Partial<Record<ColumnKey, string>>;

type TextStyle = {
  font?: string;
  size?: number;
  /** Where the text stands: it begins there (the default), ends there, or has its middle there. */
  align?: 'left' | 'right' | 'centre';
  /** Text that would be wider is drawn in smaller letters. */
  width?: number;
  colour?: string;
};

type Shape = { fill?: string; stroke?: string; line?: number; opacity?: number };

/** Something to draw. Words in braces stand for texts of the sheet, the colour `accent` for the bank's own. */
type Item = { on?: 'first' | 'later' | 'emphasis' | 'odd' } & (
  | (TextStyle & { text: string; at: [x: number, y: number] })
  /** The holder's address from that line on, a line each. */
  | (TextStyle & { address: number; at: [x: number, y: number]; step: number; capitals?: true })
  /** The titles of the table's columns, at that height. */
  | (TextStyle & { titles: number })
  /** Of a row, a rectangle can have its height (`row`), and stand at its end, or so much above it. */
  | (Shape & {
      rect: [x: number, y: number | 'end', width: number, height: number | 'row'];
      up?: number;
      round?: number;
    })
  | (Shape & { circle: [x: number, y: number, radius: number] })
  | (Shape & { polygon: [x: number, y: number][] })
  | (Shape & { path: string })
);

export type Layout = {
  about: string;
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
  day: keyof typeof dayTexts;
  /** Prints a date once a day, and a balance at the end of each day only. */
  isSparse?: true;
  balance: { plain: string; overdrawn: string };
  furniture: Item[];
  heading: { height: number; items: Item[] };
  /** What lies behind or between rows: shading, rules. */
  ground: Item[];
};

export const layouts: Readonly<Record<LayoutName, Layout>> = readData('statements/layouts');

/** Draws single lines of text at exact places, so that nothing depends on a cursor; a style falls back to the base. */
export function penFor(doc: Document, base: { font: string; size: number; colour: string }) {
  // Measuring happens before there is a page to set a colour on.
  const letters = (style: TextStyle) => doc.font(style.font ?? base.font).fontSize(style.size ?? base.size);
  const width = (text: string, style: TextStyle = {}) => letters(style).widthOfString(text);
  const shrunk = (text: string, room: number, style: TextStyle): TextStyle => {
    const wide = width(text, style);
    return wide > room ? { ...style, size: ((style.size ?? base.size) * room) / wide } : style;
  };
  const put = (text: string, x: number, y: number, style: TextStyle = {}) => {
    if (text === '') return;
    const { align = 'left', width: room, size = base.size } = style;
    const fitting = room === undefined ? style : shrunk(text, room, style);
    const before = align === 'left' ? 0 : width(text, fitting) / (align === 'right' ? 1 : 2);
    letters(fitting).fillColor(style.colour ?? base.colour);
    // Letters shrunk to fit stand on the same baseline as their neighbours.
    doc.text(text, x - before, y + size * 0.72, { lineBreak: false, baseline: 'alphabetic' });
  };
  return { doc, width, put };
}

/** A page of a statement, with the texts that every layout prints somewhere. */
export type Sheet = ReturnType<typeof sheetOf> & { page: number };

export function sheetOf(pen: ReturnType<typeof penFor>, statement: Statement, layout: Layout, pages: number) {
  const { period, sortCode, accountNumber } = statement;
  const total = (type: StatementTransaction['type']): string =>
    penceToGroupedText(
      statement.transactions.reduce((sum, one) => (one.type === type ? sum + one.amountPence : sum), 0),
    );
  const bank = printableText(statement.bankName);
  /** The holder and the lines of their address, as a letter shows them. */
  const address = [statement.holder.name, ...statement.holder.addressLines.slice(0, 6)].map(printableText);
  const words: Readonly<Record<string, string>> = {
    bank,
    name: address[0] ?? '',
    sortCode,
    accountNumber,
    iban: statement.iban.replace(/(.{4})(?=.)/g, '$1 '),
    start: dayTexts.long(period.start),
    end: dayTexts.long(period.end),
    startDigits: dayTexts.digits(period.start),
    endDigits: dayTexts.digits(period.end),
    period: `${dayTexts.long(period.start)} to ${dayTexts.long(period.end)}`,
    opening: balanceText(layout, statement.openingPence),
    closing: balanceText(layout, statement.closingPence),
    totalIn: total('credit'),
    totalOut: total('debit'),
    notice: `${bank} is fictional. This specimen was made for testing software and is proof of nothing.`,
    pages: String(pages),
  };
  return { pen, layout, address, words, accent: colourOf(statement.bankName, layout.colours) };
}

/** One of a layout's colours for this bank: the same name always wears the same. */
function colourOf(bankName: string, colours: readonly string[]): string {
  let sum = 7;
  for (const char of bankName) sum = (sum * 31 + char.codePointAt(0)!) % 65_521;
  return colours[sum % colours.length]!;
}

/** Where items are drawn: from the top of the page, or from that of the table's heading or of a row. */
type Place = { top: number; height: number; index?: number; emphasis?: boolean };

export function drawItems(sheet: Sheet, items: readonly Item[], place: Place = { top: 0, height: 0 }): void {
  const { pen, page, accent, address } = sheet;
  const { top, height, index = 0, emphasis } = place;
  const isMet = { first: page === 1, later: page > 1, emphasis, odd: index % 2 === 1 };
  const inked = (colour: string) => (colour === 'accent' ? accent : colour);
  for (const item of items) {
    if (item.on && !isMet[item.on]) continue;
    if ('text' in item || 'address' in item || 'titles' in item) {
      const style = item.colour === undefined ? item : { ...item, colour: inked(item.colour) };
      if ('titles' in item)
        for (const { title, align, left, right } of sheet.layout.columns)
          pen.put(title, align === 'left' ? left : right, top + item.titles, { ...style, align });
      else if ('text' in item) pen.put(filled(item.text, sheet), ...item.at, style);
      else
        for (const [line, text] of address.slice(item.address).entries()) {
          const [x, y] = item.at;
          pen.put(item.capitals ? text.toUpperCase() : text, x, y + line * item.step, style);
        }
      continue;
    }
    const { doc } = pen;
    if (item.opacity !== undefined) doc.save().fillOpacity(item.opacity);
    if ('path' in item) doc.path(item.path);
    else if ('circle' in item) doc.circle(...item.circle);
    else if ('polygon' in item) doc.polygon(...item.polygon);
    else {
      const [x, y, wide, high] = item.rect;
      const from = y === 'end' ? top + height - (item.up ?? 0) : top + y;
      const tall = high === 'row' ? height : high;
      if (item.round === undefined) doc.rect(x, from, wide, tall);
      else doc.roundedRect(x, from, wide, tall, item.round);
    }
    if (item.fill !== undefined) doc.fill(inked(item.fill));
    else doc.lineWidth(item.line ?? 1).stroke(inked(item.stroke ?? 'accent'));
    if (item.opacity !== undefined) doc.restore();
  }
}

const filled = (text: string, { words, page }: Sheet): string =>
  text.replace(/\{(\w+)\}/g, (_, word: string) => (word === 'page' ? String(page) : words[word]!));

/** A transaction's cells; its neighbours let a layout print a date once a day or a balance at its end. */
export function cellsOf(
  layout: Layout,
  transaction: StatementTransaction,
  before: StatementTransaction | undefined,
  after: StatementTransaction | undefined,
): Cells {
  const { date, description, type, amountPence, balancePence } = transaction;
  const amount = penceToGroupedText(amountPence);
  return {
    date: layout.isSparse && before?.date === date ? '' : dayTexts[layout.day](date),
    code: paymentCode(transaction),
    description,
    [type === 'credit' ? 'in' : 'out']: amount,
    amount: `${type === 'credit' ? '+' : '-'}£${amount}`,
    balance: layout.isSparse && after?.date === date ? '' : balanceText(layout, balancePence),
  };
}

export const balanceText = ({ balance }: Layout, pence: number): string =>
  balance[pence < 0 ? 'overdrawn' : 'plain'].replace('{amount}', penceToGroupedText(Math.abs(pence)));

const patterns: [RegExp, string][] = [
  [/direct debit|\bdd\b|council|insurance|energy|water|broadband|mobile/i, 'DD'],
  [/standing order|rent\b|mortgage/i, 'SO'],
  [/cash|atm/i, 'ATM'],
  [/fee|charge|interest/i, 'CHG'],
  [/transfer|\bto\b/i, 'FPO'],
];

function paymentCode({ type, description }: StatementTransaction): string {
  if (type === 'credit') return /salary|wages|payroll|\bpay\b|bacs/i.test(description) ? 'BGC' : 'FPI';
  return patterns.find(([pattern]) => pattern.test(description))?.[1] ?? 'DEB';
}

const monthOf = (month: string): string => MONTHS[Number(month) - 1] ?? '';

/** The ways in which layouts write a day. */
const dayTexts = {
  /** "1 March 2026" */
  long(date: string): string {
    const [year, month = '', day] = date.split('-');
    return `${Number(day)} ${monthOf(month)} ${year}`;
  },
  /** "01 Mar 2026" */
  medium(date: string): string {
    const [year, month = '', day] = date.split('-');
    return `${day} ${monthOf(month).slice(0, 3)} ${year}`;
  },
  /** "1 Mar": the year is left to the statement's period. */
  yearless: (date: string): string => dayTexts.medium(date).slice(0, 6).replace(/^0/, ''),
  /** "01 Mar 26" */
  shortYear: (date: string): string => dayTexts.medium(date.slice(2)),
  /** "01/03/2026" */
  digits: (date: string): string => date.split('-').reverse().join('/'),
};
