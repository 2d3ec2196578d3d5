import { penceToGroupedText } from '../../money.ts';
import type { StatementTransaction } from '../statement.ts';
import {
  drawBars,
  drawTitles,
  type Layout,
  layoutTables,
  markedBalance,
  numericDay,
  type Sheet,
} from './layout.ts';

const LEFT = 36;
const RIGHT = 559;
const BOLD = 'Courier-Bold';

function drawAccount({ pen, statement, address, iban, page, pages }: Sheet): void {
  const { start, end } = statement.period;
  if (page === 1) {
    for (const [index, line] of address.entries())
      pen.fitted(line.toUpperCase(), 52, 112 + index * 12, 220, { size: 9.5 });
  }
  const details = [
    `Account name: ${address[0]}`,
    `Sort code: ${statement.sortCode}`,
    `Account number: ${statement.accountNumber}`,
    `IBAN: ${iban}`,
    `Period: ${numericDay(start)} to ${numericDay(end)}`,
    `Sheet: ${page} of ${pages}`,
  ];
  const shown = page === 1 ? details : details.slice(1, 3).concat(details.slice(5));
  const top = page === 1 ? 104 : 38;
  pen.doc
    .rect(318, top, RIGHT - 318, shown.length * 13 + 10)
    .lineWidth(0.8)
    .stroke('#222222');
  for (const [index, line] of shown.entries())
    pen.fitted(line, 326, top + 8 + index * 13, RIGHT - 334, { size: 8.5 });
}

/** The old printer: fixed-width letters on shaded bars, payment codes, money in before money out. */
export const compact: Layout = {
  ...layoutTables.compact,
  balanceText: (pence) => markedBalance(pence, 'DR'),
  cellsOf: (transaction) => ({
    date: numericDay(transaction.date),
    code: paymentCode(transaction),
    description: transaction.description,
    [transaction.type === 'credit' ? 'in' : 'out']: penceToGroupedText(transaction.amountPence),
    balance: compact.balanceText(transaction.balancePence),
  }),
  drawFurniture: (sheet) => {
    const { pen, bank, accent, notice } = sheet;
    drawBars(pen.doc, LEFT, 36, accent);
    pen.fitted(bank, 82, 38, 226, { font: 'Helvetica-Bold', size: 18, colour: accent });
    pen.left('STATEMENT OF ACCOUNT', 82, 60, { font: BOLD, size: 9 });
    pen.left('Telephone 0808 157 0199 (text relay 18001)', 82, 73, { size: 7 });
    drawAccount(sheet);
    pen.fitted(notice, LEFT, 804, RIGHT - LEFT, { size: 7 });
  },
  drawHeading: ({ pen, accent }, top) => {
    pen.doc.rect(LEFT, top, RIGHT - LEFT, 0.8).fill(accent);
    drawTitles(pen, compact.columns, top + 5, { font: BOLD });
    pen.doc.rect(LEFT, top + 17, RIGHT - LEFT, 0.8).fill(accent);
    return top + 18;
  },
  drawRowGround: ({ pen }, { top, height, index }) => {
    if (index % 2 === 1) pen.doc.rect(LEFT, top, RIGHT - LEFT, height).fill('#e9f1e6');
  },
};

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
