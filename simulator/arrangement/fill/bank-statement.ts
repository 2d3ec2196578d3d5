import { civil, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import { type Pence, parseGroupedPence, penceToGroupedText } from '../../../generators/money.ts';
import type { Person } from '../../../generators/people/person.ts';
import { statementOf } from '../../../generators/people/statement-of.ts';
import type { Stream } from '../../../generators/random.ts';
import {
  CLEAR_STATEMENT_PROBABILITY,
  contentOf,
  type StatementContent,
} from '../../../generators/statements/statement.ts';
import { ibanOf } from '../../../generators/uk/iban.ts';
import { defined } from '../../../spec/json.ts';
import type { BankStatementSubmission } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';
import { type PersonOnPayslips, personOnPayslips } from './own-payslips.ts';
import { balanceOf, kept, keptPart, moneyText, sumOf, within } from './read-given.ts';

type GivenStatement = Partial<BankStatementSubmission>;
type AccountInformation = NonNullable<BankStatementSubmission['account_information']>;

export type StatementFilling = {
  person: Person;
  now: number;
  newId: () => string;
  held?: readonly BankStatementSubmission[];
};

/** A whole bank statement around what was given; its transactions run from the opening to the closing balance. */
export function fillStatement(given: GivenStatement, filling: StatementFilling): BankStatementSubmission {
  const { person, now, newId, held } = filling;
  const period = statementPeriod(given, now, held);
  const shown = personOnPayslips(person, Date.parse(period.end_date));
  const own = ownStatement(given, period, person, now);
  const draw = shown.fork(`statement/${period.start_date}`);
  const balances = given.balance_information ?? {};
  const transactions = own?.transactions ?? fillTransactions(given.transactions, { period, balances, draw });
  const month = period.start_date.slice(0, 7);
  return {
    id: given.id ?? newId(),
    created_at: given.created_at ?? isoInstant(now),
    document_id: kept(given.document_id, newId),
    document_external_id: kept(given.document_external_id, () => `statement-${month}`),
    document_filename: kept(given.document_filename, () => `statement-${month}.pdf`),
    account_information: keptPart(given.account_information, (part) => fillAccount(part, shown)),
    statement_period: keptPart(given.statement_period, (part) => ({ ...period, ...defined(part) })),
    balance_information: keptPart(given.balance_information, (part) =>
      own ? { ...own.balance_information, ...part } : fillBalances(part, transactions, draw.fork('opening')),
    ),
    transactions: given.transactions === null ? null : transactions,
    bank_statement_probability: kept(given.bank_statement_probability, () => CLEAR_STATEMENT_PROBABILITY),
  };
}

/** The person's own statement of a whole month, where neither transactions nor balances are given. */
function ownStatement(
  { transactions, balance_information: balances }: GivenStatement,
  { start_date, end_date }: StatementPeriod,
  person: Person,
  now: number,
): StatementContent | undefined {
  if (transactions || balances?.opening_balance != null || balances?.closing_balance != null)
    return undefined;
  const found = statementOf(person, start_date.slice(0, 7), now);
  return found?.period.start === start_date && found.period.end === end_date ? contentOf(found) : undefined;
}

function fillAccount(given: AccountInformation, person: PersonOnPayslips): AccountInformation {
  const { bank } = person;
  const accountNumber = kept(given.account_number, () => bank.accountNumber);
  const sortCode = kept(given.sort_code, () => bank.sortCode);
  return {
    account_holder_name: kept(given.account_holder_name, () => person.name),
    account_number: accountNumber,
    sort_code: sortCode,
    bank_name: kept(given.bank_name, () => bank.bankName),
    iban: kept(given.iban, () => matchingIban(bank.iban, sortCode, accountNumber)),
  };
}

/** An IBAN that says the same as sort code and account number where these have the usual form. */
function matchingIban(drawn: string, sortCode: string | null, accountNumber: string | null): string {
  const sort = (sortCode ?? '').replace(/\D/g, '');
  const account = (accountNumber ?? '').replace(/\D/g, '');
  return sort.length === 6 && account.length === 8 ? ibanOf(drawn.slice(4, 8), sort, account) : drawn;
}

type Balances = NonNullable<BankStatementSubmission['balance_information']>;

function fillBalances(given: Balances, transactions: readonly Transaction[], draw: Stream): Balances {
  const change = movement(transactions);
  const opening = balanceOf(given.opening_balance);
  const closing = balanceOf(given.closing_balance);
  const from = opening ?? (closing === undefined ? draw.int(120_00, 2_400_00) : within(closing - change));
  const to = closing ?? within(from + change);
  return {
    opening_balance: kept(given.opening_balance, () => penceToGroupedText(from + 0)),
    closing_balance: kept(given.closing_balance, () => penceToGroupedText(to + 0)),
  };
}

export type StatementPeriod = { start_date: string; end_date: string };

const earliest = Date.parse('0001-01-01');
const latest = Date.parse('9999-12-31');

/** As given, else around the transactions, else the last full month before now of which none is held. */
function statementPeriod(
  { statement_period, transactions }: GivenStatement,
  now: number,
  held: readonly BankStatementSubmission[] = [],
): StatementPeriod {
  const start = statement_period?.start_date;
  const end = statement_period?.end_date;
  if (start && end) return { start_date: start, end_date: end };
  if (start) return { start_date: start, end_date: dayText(plusMonths(Date.parse(start), 1) - MS_PER_DAY) };
  if (end) return { start_date: dayText(plusMonths(Date.parse(end) + MS_PER_DAY, -1)), end_date: end };
  const days = (transactions ?? []).flatMap(({ date }) => date ?? []).sort();
  const first = days[0] === undefined ? newestFreeMonth(now, held) : firstOfMonth(Date.parse(days[0]));
  const last = firstOfMonth(Date.parse(days.at(-1) ?? dayText(first)));
  return { start_date: dayText(first), end_date: dayText(plusMonths(last, 1) - MS_PER_DAY) };
}

function newestFreeMonth(now: number, held: readonly BankStatementSubmission[]): number {
  const taken = new Set(held.map(({ statement_period: period }) => Date.parse(period?.start_date ?? '')));
  let first = firstOfMonth(firstOfMonth(now) - MS_PER_DAY);
  while (taken.has(first) && first > earliest) first = firstOfMonth(first - MS_PER_DAY);
  return first;
}

function firstOfMonth(instant: number): number {
  const day = dayNumberOf(instant);
  return (day - civil(day).day + 1) * MS_PER_DAY;
}

const dayText = (instant: number): string =>
  isoInstant(Math.min(Math.max(instant, earliest), latest)).slice(0, 10);

type Transaction = NonNullable<BankStatementSubmission['transactions']>[number];
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
const fillTransactions = (given: Transaction[] | null | undefined, around: Surroundings): Transaction[] =>
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

const movement = (transactions: readonly Transaction[]): Pence =>
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

function dayIn({ start_date, end_date }: StatementPeriod, share: number): string {
  const start = Date.parse(start_date);
  const end = Date.parse(end_date);
  const days = Math.max(0, Math.round((end - start) / MS_PER_DAY));
  return isoInstant(start + Math.min(days, Math.floor(share * (days + 1))) * MS_PER_DAY).slice(0, 10);
}
