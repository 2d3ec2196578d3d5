import PDFDocument from 'pdfkit';
import { layouts } from './layouts/index.ts';
import type { Layout, Sheet } from './layouts/layout.ts';
import { penFor } from './layouts/pen.ts';
import { drawSpecimen } from './layouts/specimen.ts';
import { paginate, type Row } from './paginate.ts';
import type { Statement } from './statement.ts';
import { wrap } from './wrap.ts';

const INK = '#20242a';

function drawRow(sheet: Sheet, layout: Layout, row: Row, top: number): void {
  const style = { font: row.emphasis ? layout.font.bold : layout.font.regular };
  const y = top + layout.air + 1;
  for (const { key, align, left, right } of layout.columns) {
    if (key === 'description') {
      for (const [index, line] of row.lines.entries())
        sheet.pen.left(line, left, y + index * layout.lead, style);
    } else if (align === 'left') sheet.pen.left(row.cells[key] ?? '', left, y, style);
    else sheet.pen.right(row.cells[key] ?? '', right, y, style, right - left);
  }
}

function drawPage(sheet: Sheet, layout: Layout, rows: Row[]): void {
  layout.drawFurniture(sheet);
  let top = layout.drawHeading(sheet, sheet.page === 1 ? layout.top.first : layout.top.later);
  for (const [index, row] of rows.entries()) {
    layout.drawRowGround(sheet, { top, height: row.height, index, emphasis: row.emphasis });
    drawRow(sheet, layout, row, top);
    top += row.height;
  }
  drawSpecimen(sheet.pen.doc);
}

/**
 * Draws a statement as a PDF: the same statement and instant (epoch milliseconds) give the same bytes on any machine.
 */
export function drawStatement(
  statement: Statement,
  { createdAt }: { createdAt: number },
): Promise<Uint8Array> {
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
  for (const [index, rows] of pages.entries()) {
    doc.addPage();
    drawPage({ pen, statement, page: index + 1, pages: pages.length }, layout, rows);
  }
  doc.end();
  return finished;
}
