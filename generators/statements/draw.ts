import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import {
  balanceText,
  type Cells,
  cellsOf,
  type Document,
  drawItems,
  type Layout,
  layouts,
  penFor,
  type Sheet,
  sheetOf,
} from './layout.ts';
import { printableDescription, type Statement } from './statement.ts';

const INK = '#20242a';

function drawRow({ pen, layout }: Sheet, row: Row, top: number): void {
  const font = row.emphasis ? layout.font.bold : layout.font.regular;
  const y = top + layout.air + 1;
  for (const { key, align, left, right } of layout.columns) {
    if (key === 'description') {
      for (const [index, line] of row.lines.entries()) pen.put(line, left, y + index * layout.lead, { font });
    } else if (align === 'left') pen.put(row.cells[key] ?? '', left, y, { font });
    else pen.put(row.cells[key] ?? '', right, y, { font, align, width: right - left });
  }
}

function drawPage(sheet: Sheet, rows: Row[]): void {
  const { furniture, heading, ground, top: begins } = sheet.layout;
  drawItems(sheet, furniture);
  let top = sheet.page === 1 ? begins.first : begins.later;
  drawItems(sheet, heading.items, { top, height: heading.height });
  top += heading.height;
  for (const [index, row] of rows.entries()) {
    drawItems(sheet, ground, { top, height: row.height, index, emphasis: row.emphasis });
    drawRow(sheet, row, top);
    top += row.height;
  }
  drawSpecimen(sheet.pen.doc);
}

/** The same statement and instant (epoch milliseconds) give the same bytes on any machine. */
export async function drawStatement(statement: Statement, { createdAt }: { createdAt: number }) {
  const layout = layouts[statement.layout];
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // Compressed bytes differ between builds of zlib, and then the same seed would not give the same file.
    compress: false,
    info: { Title: 'Bank statement (specimen)', CreationDate: new Date(createdAt) },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  const pen = penFor(doc, { font: layout.font.regular, size: layout.font.size, colour: INK });
  const column = layout.columns.find(({ key }) => key === 'description')!;
  const pages = paginate(statement, layout, (text) => wrap(text, column.right - column.left, pen.width));
  const sheet = sheetOf(pen, statement, layout, pages.length);
  for (const [index, rows] of pages.entries()) {
    doc.addPage();
    drawPage({ ...sheet, page: index + 1 }, rows);
    // A page takes up to 20 ms, and the first one 100.
    await nextEventLoopTurn();
  }
  doc.end();
  return finished;
}

/** Breaks text at spaces into lines no wider than `room`; a word wider than that stands alone. */
function wrap(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines;
}

/** Marks the page across its diagonal, so that it cannot pass for a bank's own. */
function drawSpecimen(doc: Document): void {
  const { width, height } = doc.page;
  const size = 112;
  doc.save();
  doc.rotate(-52, { origin: [width / 2, height / 2] });
  doc.font('Helvetica-Bold').fontSize(size).fillColor('#b3202a').fillOpacity(0.11);
  const spaced = { characterSpacing: 8 };
  const wide = doc.widthOfString('SPECIMEN', spaced);
  doc.text('SPECIMEN', (width - wide) / 2, height / 2 - size * 0.42, { lineBreak: false, ...spaced });
  doc.restore();
  doc.fillOpacity(1);
}

type Row = { cells: Cells; lines: string[]; height: number; emphasis: boolean };

function balanceRow(layout: Layout, words: string, pence: number): Row {
  const cells = { balance: balanceText(layout, pence) };
  return { cells, lines: [words], height: layout.lead + layout.air * 2, emphasis: true };
}

/** The rows of every page: each page opens with the balance brought forward and closes with the one carried forward. */
function paginate(statement: Statement, layout: Layout, wrapLines: (text: string) => string[]): Row[][] {
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
    const cells = cellsOf(layout, transaction, before, statement.transactions[index + 1]);
    page.push({ cells, lines, height, emphasis: false });
    room -= height;
    balance = transaction.balancePence;
  }
  pages.push([...page, balanceRow(layout, words.closing, statement.closingPence)]);
  return pages;
}
