import { penceToGroupedText } from '../../money.ts';
import { drawDiscs, drawTitles, type Layout, layoutTables, type Sheet, yearlessDay } from './layout.ts';

const LEFT = 44;
const RIGHT = 551;
const GREY = '#8a8f98';

const signed = (pence: number) => `${pence < 0 ? '-' : ''}£${penceToGroupedText(Math.abs(pence))}`;

function drawLabelled(sheet: Sheet, label: string, value: string, x: number, y: number, width: number): void {
  sheet.pen.left(label, x, y, { size: 7.5, colour: GREY });
  sheet.pen.fitted(value, x, y + 11, width, { size: 10 });
}

function drawAccount(sheet: Sheet): void {
  const { pen, statement, accent, opening, closing, totalIn, totalOut } = sheet;
  const [name = '', ...address] = sheet.address;
  pen.left('Account statement', LEFT, 104, { font: 'Helvetica-Bold', size: 17 });
  pen.left(sheet.period.replace(' to ', ' – '), LEFT, 126, { size: 10, colour: accent });
  drawLabelled(sheet, 'Account holder', name, LEFT, 156, 230);
  for (const [index, line] of address.entries())
    pen.fitted(line, LEFT, 181 + index * 12.5, 230, { size: 9, colour: '#4a4f57' });
  drawLabelled(sheet, 'Sort code', statement.sortCode, 330, 156, 100);
  drawLabelled(sheet, 'Account number', statement.accountNumber, 440, 156, 110);
  drawLabelled(sheet, 'IBAN', sheet.iban, 330, 188, 220);
  drawLabelled(sheet, 'Total in', `+£${totalIn}`, 330, 220, 100);
  drawLabelled(sheet, 'Total out', `-£${totalOut}`, 440, 220, 110);
  pen.doc.roundedRect(LEFT, 266, RIGHT - LEFT, 44, 8).fill('#f5f6f8');
  const balances = [
    ['Opening balance', opening, LEFT + 16],
    ['Closing balance', closing, 330],
  ] as const;
  for (const [label, balance, x] of balances) {
    pen.left(label, x, 273, { size: 7.5, colour: GREY });
    pen.fitted(balance, x, 285, 190, { font: 'Helvetica-Bold', size: 14 });
  }
}

/** The telephone bank: discs, much air, one signed amount, and dates whose year only the period tells. */
export const modern: Layout = {
  ...layoutTables.modern,
  balanceText: signed,
  cellsOf: ({ date, description, type, amountPence, balancePence }) => ({
    date: yearlessDay(date),
    description,
    amount: `${type === 'credit' ? '+' : '-'}£${penceToGroupedText(amountPence)}`,
    balance: signed(balancePence),
  }),
  drawFurniture: (sheet) => {
    const { pen, statement, bank, accent, notice, page, pages } = sheet;
    drawDiscs(pen.doc, LEFT, 40, accent, '#1c2430');
    pen.fitted(bank, LEFT + 56, 45, 300, { font: 'Helvetica-Bold', size: 21, colour: '#1c2430' });
    if (page === 1) drawAccount(sheet);
    else
      pen.right(`${statement.sortCode}  ·  ${statement.accountNumber}`, RIGHT, 52, { size: 8, colour: GREY });
    pen.doc.rect(LEFT, 790, 26, 2.5).fill(accent);
    pen.fitted(notice, LEFT, 799, 440, { size: 7, colour: GREY });
    pen.right(`${page}/${pages}`, RIGHT, 799, { size: 7.5, colour: GREY });
  },
  drawHeading: ({ pen }, top) => {
    drawTitles(pen, modern.columns, top + 2, { size: 8, colour: GREY });
    pen.doc.rect(LEFT, top + 15, RIGHT - LEFT, 1).fill('#1c2430');
    return top + 16;
  },
  drawRowGround: ({ pen }, { top, height }) => {
    pen.doc.rect(LEFT, top + height, RIGHT - LEFT, 0.5).fill('#e6e8ec');
  },
};
