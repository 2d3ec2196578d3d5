import { penceToGroupedText } from '../../money.ts';
import {
  drawShield,
  drawTitles,
  type Layout,
  layoutTables,
  longDay,
  markedBalance,
  mediumDay,
  type Sheet,
} from './layout.ts';

const LEFT = 48;
const RIGHT = 547;
const GREY = '#5b6470';

function drawLetterhead({ pen, bank, accent, period, page, pages }: Sheet): void {
  drawShield(pen.doc, LEFT, 36, accent);
  pen.fitted(bank, 94, 45, 250, { font: 'Times-Bold', size: 23, colour: accent });
  pen.right('Your current account statement', RIGHT, 42, { font: 'Helvetica-Bold', size: 10.5 });
  pen.right(period, RIGHT, 56, { size: 9 });
  pen.right(`Page ${page} of ${pages}`, RIGHT, 68, { size: 8, colour: GREY });
  pen.doc.rect(LEFT, 86, RIGHT - LEFT, 2).fill(accent);
}

function drawAddressAndAccount({ pen, statement, address: [name = '', ...address], iban }: Sheet): void {
  pen.fitted(name, 60, 122, 210, { size: 10 });
  for (const [index, line] of address.entries()) pen.fitted(line, 60, 136 + index * 13.5, 210, { size: 10 });
  pen.doc
    .roundedRect(306, 108, RIGHT - 306, 92, 3)
    .lineWidth(0.7)
    .stroke('#c3cad3');
  const details = [
    ['Account name', name],
    ['Sort code', statement.sortCode],
    ['Account number', statement.accountNumber],
    ['IBAN', iban],
    ['Statement date', longDay(statement.period.end)],
  ] as const;
  for (const [index, [label, value]] of details.entries()) {
    const y = 117 + index * 15.5;
    pen.left(label, 316, y, { size: 8.5, colour: GREY });
    pen.fitted(value, 396, y, 143, { font: 'Helvetica-Bold', size: 8.5 });
  }
}

function drawSummary({ pen, accent, opening, closing, totalIn, totalOut }: Sheet): void {
  const tiles = [
    ['Opening balance', opening],
    ['Total money in', totalIn],
    ['Total money out', totalOut],
    ['Closing balance', closing],
  ] as const;
  pen.doc.rect(LEFT, 232, RIGHT - LEFT, 42).fill('#eef1f5');
  for (const [index, [label, value]] of tiles.entries()) {
    const x = LEFT + 12 + index * 125;
    if (index > 0) pen.doc.rect(x - 12, 239, 0.6, 28).fill('#c3cad3');
    pen.left(label, x, 239, { size: 8, colour: GREY });
    pen.fitted(`£${value}`, x, 251, 108, { font: 'Helvetica-Bold', size: 12, colour: accent });
  }
}

function drawFooter({ pen, notice }: Sheet): void {
  pen.doc.rect(LEFT, 784, RIGHT - LEFT, 0.6).fill('#c3cad3');
  const small = { size: 6.8, colour: GREY };
  const request =
    'Please check this statement and tell us within 13 months of anything you do not recognise.';
  pen.left(request, LEFT, 790, small);
  pen.fitted(notice, LEFT, 800, RIGHT - LEFT, small);
}

/** The high street: a shield, a letter's address window, money out before money in, a date on each row. */
export const classic: Layout = {
  ...layoutTables.classic,
  balanceText: (pence) => markedBalance(pence, 'OD'),
  cellsOf: ({ date, description, type, amountPence, balancePence }) => ({
    date: mediumDay(date),
    description,
    [type === 'credit' ? 'in' : 'out']: penceToGroupedText(amountPence),
    balance: classic.balanceText(balancePence),
  }),
  drawFurniture: (sheet) => {
    drawLetterhead(sheet);
    if (sheet.page === 1) {
      drawAddressAndAccount(sheet);
      drawSummary(sheet);
    }
    drawFooter(sheet);
  },
  drawHeading: ({ pen, accent }, top) => {
    pen.doc.rect(LEFT, top, RIGHT - LEFT, 19).fill(accent);
    drawTitles(pen, classic.columns, top + 5.5, { font: 'Helvetica-Bold', size: 8.5, colour: '#ffffff' });
    return top + 19;
  },
  drawRowGround: ({ pen }, { top, height, emphasis }) => {
    if (emphasis) pen.doc.rect(LEFT, top, RIGHT - LEFT, height).fill('#eef1f5');
    pen.doc.rect(LEFT, top + height, RIGHT - LEFT, 0.4).fill('#d5dae1');
  },
};
