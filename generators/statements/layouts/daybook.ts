import { penceToGroupedText } from '../../money.ts';
import {
  drawPortico,
  drawTitles,
  type Layout,
  layoutTables,
  markedBalance,
  type Sheet,
  shortYearDay,
} from './layout.ts';

const LEFT = 58;
const RIGHT = 545;
const BOLD = 'Times-Bold';

function drawSummary({ pen, accent, iban, opening, closing, totalIn, totalOut }: Sheet): void {
  const lines = [
    ['Opening Balance', opening],
    ['Payments In', totalIn],
    ['Payments Out', totalOut],
    ['Closing Balance', closing],
  ] as const;
  pen.left('Account Summary', 346, 112, { font: BOLD, size: 12, colour: accent });
  pen.doc.rect(346, 128, RIGHT - 346, 0.8).fill(accent);
  for (const [index, [label, value]] of lines.entries()) {
    const y = 134 + index * 15;
    pen.left(label, 346, y, { size: 10 });
    pen.right(value, RIGHT, y, { size: 10, font: BOLD });
  }
  pen.fitted(`IBAN  ${iban}`, 346, 198, RIGHT - 346, { size: 9 });
}

function drawAccountLine({ pen, statement, address, page }: Sheet, top: number): void {
  const entries = [
    ['Account Name', address[0] ?? '', LEFT, 260],
    ['Sort Code', statement.sortCode, 330, 60],
    ['Account Number', statement.accountNumber, 402, 70],
    ['Sheet Number', String(page), 486, 50],
  ] as const;
  for (const [label, value, x, width] of entries) {
    pen.left(label, x, top, { size: 8.5, colour: '#555555' });
    pen.fitted(value, x, top + 12, width, { font: BOLD, size: 10.5 });
  }
}

/** The county bank: serif letters, a date once a day, and a balance at the end of each day only. */
export const daybook: Layout = {
  ...layoutTables.daybook,
  balanceText: (pence) => markedBalance(pence, 'D'),
  cellsOf: ({ date, description, type, amountPence, balancePence }, before, after) => ({
    date: before?.date === date ? '' : shortYearDay(date),
    description,
    [type === 'credit' ? 'in' : 'out']: penceToGroupedText(amountPence),
    balance: after?.date === date ? '' : daybook.balanceText(balancePence),
  }),
  drawFurniture: (sheet) => {
    const { pen, bank, accent, page } = sheet;
    pen.doc.rect(0, 0, 14, pen.doc.page.height).fill(accent);
    drawPortico(pen.doc, LEFT, 38, accent);
    pen.fitted(bank, 114, 46, 270, { font: BOLD, size: 22, colour: accent });
    pen.right('Your Statement', RIGHT, 42, { font: BOLD, size: 14 });
    pen.right(sheet.period, RIGHT, 60, { size: 9.5 });
    if (page === 1) {
      for (const [index, line] of sheet.address.entries())
        pen.fitted(line, 70, 122 + index * 13.5, 230, { size: 10.5 });
      drawSummary(sheet);
    }
    drawAccountLine(sheet, page === 1 ? 252 : 106);
    pen.fitted(sheet.notice, LEFT, 796, RIGHT - LEFT, { size: 8, colour: '#555555' });
    pen.centre(`Page ${page} of ${sheet.pages}`, (LEFT + RIGHT) / 2, 808, { size: 8, colour: '#555555' });
  },
  drawHeading: ({ pen, accent }, top) => {
    drawTitles(pen, daybook.columns, top, { font: BOLD, size: 9.5, colour: accent });
    pen.doc.rect(LEFT, top + 13, RIGHT - LEFT, 1.2).fill(accent);
    return top + 17;
  },
  drawRowGround: ({ pen }, { top, height, emphasis }) => {
    if (emphasis) pen.doc.rect(LEFT, top + height - 0.8, RIGHT - LEFT, 0.4).fill('#999999');
  },
};
