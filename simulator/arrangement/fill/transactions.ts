import { MS_PER_DAY } from '../../../generators/calendar.ts';
import { type Pence, parseGroupedPence } from '../../../generators/money.ts';
import type { Stream } from '../../../generators/random.ts';
import type { BankStatementSubmission } from '../../../spec/types.ts';
import { isoInstant } from '../../domain/instant.ts';
import { balanceOf, moneyText, sumOf, within } from './amounts.ts';
import { kept } from './read-given.ts';
import type { StatementPeriod } from './statement-period.ts';

export type Transaction = NonNullable<BankStatementSubmission['transactions']>[number];
type Balances = NonNullable<BankStatementSubmission['balance_information']>;
type Surroundings = { period: StatementPeriod; balances: Balances; draw: Stream };

const outgoings: readonly [description: string, from: Pence, to: Pence][] = [
  ['STANDING ORDER RENT', 550_00, 980_00],
  ['DIRECT DEBIT COUNCIL TAX', 105_00, 198_00],
  ['DIRECT DEBIT ENERGY', 82_00, 176_00],
  ['DIRECT DEBIT MOBILE', 8_00, 34_00],
  ['CARD PAYMENT GROCERIES', 14_00, 92_00],
  ['CARD PAYMENT FILLING STATION', 25_00, 68_00],
  ['CARD PAYMENT CAFE', 4_50, 31_00],
  ['CARD PAYMENT GROCERIES', 14_00, 92_00],
];

/** The given transactions, completed; or a month's worth of them that leads from one balance to the other. */
export const fillTransactions = (
  given: Transaction[] | null | undefined,
  around: Surroundings,
): Transaction[] =>
  given ? given.map((one, index) => fillTransaction(one, index, around)) : drawTransactions(around);

function fillTransaction(given: Transaction, index: number, { period, draw }: Surroundings): Transaction {
  const own = draw.fork(`transaction/${index}`);
  const isCredit = given.type ? given.type.toLowerCase() === 'credit' : !given.amount?.startsWith('-');
  const [description, from, to] = own.pick(outgoings);
  return {
    date: kept(given.date, () => dayIn(period, own.unit())),
    description: kept(given.description, () => (isCredit ? 'BANK TRANSFER' : description)),
    amount: kept(given.amount, () => moneyText(own.int(from, to))),
    type: kept(given.type, () => (isCredit ? 'credit' : 'debit')),
  };
}

function drawTransactions({ period, balances, draw }: Surroundings): Transaction[] {
  const opening = balanceOf(balances.opening_balance);
  const closing = balanceOf(balances.closing_balance);
  const spent = outgoings.map(([description, from, to]) => ({ description, pence: draw.int(from, to) }));
  const total = sumOf(spent.map(({ pence }) => pence));
  const change =
    opening === undefined || closing === undefined ? draw.int(-150_00, 400_00) : closing - opening;
  const salary = within(change + total);
  const rows = spent.map((row) => ({ ...row, type: 'debit' }));
  if (salary > 0) rows.push({ description: 'BANK CREDIT SALARY', pence: salary, type: 'credit' });
  // A balance that falls by more than all this takes one more payment.
  if (salary < 0) rows.push({ description: 'BANK TRANSFER SAVINGS', pence: -salary, type: 'debit' });
  return rows.map(({ description, pence, type }, index) => ({
    date: dayIn(period, index / rows.length),
    description,
    amount: moneyText(pence),
    type,
  }));
}

/** What transactions do to a balance, as far as they say it. */
export const movement = (transactions: readonly Transaction[]): Pence =>
  sumOf(
    transactions.map(({ amount, type }) => {
      const pence = parseGroupedPence(amount ?? '') ?? plainPence(amount ?? '');
      if (type?.toLowerCase() === 'credit') return Math.abs(pence);
      return type?.toLowerCase() === 'debit' ? -Math.abs(pence) : pence;
    }),
  );

function plainPence(text: string): Pence {
  const pence = /^-?\d{1,13}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : 0;
  return pence + 0;
}

/** A day of the period, so far along it. */
function dayIn({ start_date, end_date }: StatementPeriod, share: number): string {
  const start = Date.parse(start_date);
  const end = Date.parse(end_date);
  const days = Math.max(0, Math.round((end - start) / MS_PER_DAY));
  return isoInstant(start + Math.min(days, Math.floor(share * (days + 1))) * MS_PER_DAY).slice(0, 10);
}
