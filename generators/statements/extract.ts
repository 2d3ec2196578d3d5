import { penceToGroupedText, penceToText } from '../money.ts';
import { type AccountInformation, accountOf } from './reading/account.ts';
import { isoDay, leadingDate, type PrintedDate, parseAmount, signedPence } from './reading/amounts.ts';
import { type BalanceCheck, checkBalances, movementsOf } from './reading/directions.ts';
import { defaultLimits, failure, type ReadingLimits, readText, type TextPage } from './reading/read-text.ts';
import { labelled, linesOf, plainTableOf, type Table, type TextLine, tableOf } from './reading/table.ts';
import { CLEAR_STATEMENT_PROBABILITY, STATEMENT_THRESHOLD } from './statement.ts';

export type Extraction = ReturnType<typeof interpret>;

const nothing = {
  account_information: {
    ...{ account_holder_name: null, account_number: null, sort_code: null, bank_name: null, iban: null },
  },
  statement_period: { start_date: null, end_date: null },
  balance_information: { opening_balance: null, closing_balance: null },
  transactions: [],
};

/** A table with what its rows move, and how many of them contradict the balances or leave their direction open. */
function readingOf(table: Table) {
  const { opening, closing } = balancesOf(table);
  const movements = movementsOf(table.rows, opening);
  const check = checkBalances(table.rows, movements, { opening, closing });
  const untold = movements.filter((movement) => movement?.type === null).length;
  const signed = movements.map((one) => (one?.type === 'debit' ? -one.pence : (one?.pence ?? 0)));
  const moved = signed.reduce((sum, one) => sum + one, 0);
  const leads =
    opening === undefined || closing === undefined || untold > 0 ? undefined : opening + moved === closing;
  return { table, opening, closing, movements, check, leads, faults: check.wrong + untold };
}

/** The rows under headings, or each line from a date to an amount: then only the balances tell the direction. */
function bestReading(lines: TextLine[]): ReturnType<typeof readingOf> {
  const drawn = readingOf(tableOf(lines));
  if (drawn.table.rows.length > 0 && drawn.faults === 0) return drawn;
  const plain = readingOf(plainTableOf(lines));
  const rows = plain.table.rows.length;
  const isBetter = drawn.table.rows.length === 0 ? rows > 0 : plain.faults === 0 && plain.check.checked > 0;
  return isBetter && rows >= drawn.table.rows.length ? plain : drawn;
}

/** Reads a statement from its text: how likely it is one (from 0 to 0.99), and what it says. */
export function interpret(pages: TextPage[]) {
  const { table, opening, closing, movements, check, leads } = bestReading(pages.flatMap(linesOf));
  const period = periodOf(table.around);
  const account = accountOf(table.around, pages[0]!.height);
  const transactions = table.rows.flatMap(({ date, description }, index) => {
    const { pence, type } = movements[index] ?? {};
    if (pence === undefined || type === undefined) return [];
    const day = date ? dated(date, period) : null;
    // Unsigned: `type` tells the direction, and is null when the page does not.
    return [{ date: day, description, amount: penceToText(pence), type }];
  });
  const probability = probabilityOf({
    text: [...table.headings, ...table.around]
      .flatMap(({ cells }) => cells.map(({ text }) => text))
      .join('\n'),
    account,
    period,
    hasOpening: opening !== undefined,
    hasClosing: closing !== undefined,
    hasTable: table.headings.length > 0 || table.rows.length > 1,
    transactions: transactions.length,
    datedTransactions: transactions.filter(({ date }) => date !== null).length,
    check,
    leads,
  });
  const ok = true as const;
  if (probability < STATEMENT_THRESHOLD) return { ok, probability, leads: undefined, ...nothing };
  const money = (pence: number | undefined) => (pence === undefined ? null : penceToGroupedText(pence));
  return {
    ok,
    probability,
    /** Whether the transactions lead from the opening to the closing balance; undefined where the page does not tell. */
    leads,
    account_information: account,
    statement_period: period,
    balance_information: { opening_balance: money(opening), closing_balance: money(closing) },
    transactions,
  };
}

/** Reads any PDF as a bank statement, by its text alone; never throws. Runs on the calling thread. */
export async function extractStatement(bytes: Uint8Array, limits: ReadingLimits = defaultLimits) {
  try {
    const text = await readText(bytes, limits);
    return text.ok ? interpret(text.pages) : text;
  } catch {
    return failure('damaged');
  }
}

const OPENING =
  /(?:opening|previous|starting) balance|balance (?:brought forward|at start|b\/?f)|start balance/;
const CLOSING = /(?:closing|new|ending) balance|balance (?:carried forward|at end|c\/?f)|end balance/;

const pence = (text: string) => {
  const amount = parseAmount(text.replace(/^on .{5,20}? (?=[-£\d])/i, ''));
  return amount && signedPence(amount);
};

const stated = (row: Table['rows'][number] | undefined): number | undefined =>
  row && !row.isTransaction && row.money.balance ? signedPence(row.money.balance) : undefined;

/** The balances that begin and end the statement: from its summary, or else from the table's first and last row. */
const balancesOf = ({ around, rows }: Table) => ({
  opening: labelled(around, OPENING, pence) ?? stated(rows[0]),
  closing: labelled(around, CLOSING, pence) ?? stated(rows.at(-1)),
});

export type Evidence = Record<'hasOpening' | 'hasClosing' | 'hasTable', boolean> &
  Record<'transactions' | 'datedTransactions', number> & {
    text: string;
    account: AccountInformation;
    period: Period;
    check: BalanceCheck;
    /** Whether the lines lead from the opening to the closing balance, as far as the page tells. */
    leads?: boolean | undefined;
  };

const own = [
  /\bstatement\b/i,
  /\bbalance\b/i,
  /\b(money|paid|payments?|total) (in|out)\b|\b(debits?|credits?|withdrawals?)\b/i,
];
const ofPayslips = [
  /\bpay ?slip\b/i,
  /\b(gross|net|taxable) pay\b/i,
  /\btax code\b/i,
  /\bnational insurance\b|\bNI (number|category)\b/i,
];
const ofInvoices = [/\binvoice\b/i, /\bVAT\b/, /\b(amount|total) due\b/i, /\bsubtotal\b/i];

const share = (patterns: RegExp[], text: string) =>
  patterns.filter((p) => p.test(text)).length / patterns.length;
const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

const identifies = ({ sort_code, account_number, iban }: AccountInformation) =>
  ratio([sort_code, account_number].filter(Boolean).length, 2) || (iban ? 1 : 0);
const areDated = ({ transactions, datedTransactions, hasTable, check }: Evidence) =>
  transactions > 0 ? ratio(datedTransactions, transactions) : Number(hasTable && check.checked > 0);

/** The features, each with what it can add to (or take from) the probability and how far it is there: 0 to 1. */
export const features: [name: string, weight: number, measure: (evidence: Evidence) => number][] = [
  ['words of a statement', 0.14, ({ text }) => share(own, text)],
  ['sort code with account number, or an IBAN', 0.2, ({ account }) => identifies(account)],
  ['a period', 0.1, ({ period }) => (period.start_date && period.end_date ? 1 : 0)],
  ['opening and closing balance', 0.1, (e) => (Number(e.hasOpening) + Number(e.hasClosing)) / 2],
  ['a transaction table', 0.15, ({ hasTable }) => Number(hasTable)],
  ['dated rows with amounts, or an idle account', 0.15, areDated],
  ['balances that run', 0.15, ({ check }) => ratio(check.checked - check.wrong, check.checked)],
  // One wrong balance in a hundred rows is as telling as one in three.
  ['a balance that does not follow', -0.12, ({ check }) => Number(check.wrong > 0)],
  ['many balances that do not follow', -0.2, ({ check }) => ratio(check.wrong, check.checked)],
  ['lines that do not lead to the closing balance', -0.2, ({ leads }) => Number(leads === false)],
  ['words of a payslip', -0.4, ({ text }) => share(ofPayslips, text)],
  ['words of an invoice', -0.3, ({ text }) => share(ofInvoices, text)],
];

/** How likely the document is a bank statement: the sum of its features, from 0 to 0.99. */
export function probabilityOf(evidence: Evidence): number {
  const sum = features.reduce((total, [, weight, measure]) => total + weight * measure(evidence), 0);
  return Math.round(Math.min(CLEAR_STATEMENT_PROBABILITY, Math.max(0, sum)) * 100) / 100;
}

type Period = { start_date: string | null; end_date: string | null };

function rangeAt(text: string): Period | undefined {
  const first = leadingDate(text);
  const joint = first && /^(?:to|until|through|[-–—]) */i.exec(first.rest);
  const second = joint ? leadingDate(first.rest.slice(joint[0].length)) : undefined;
  if (!first || !second || second.date.year === undefined) return undefined;
  const { year } = second.date;
  // "1 December to 3 January 2026" begins in the year before.
  const inferred = first.date.month > second.date.month ? year - 1 : year;
  const start: PrintedDate = { ...first.date, year: first.date.year ?? inferred };
  return { start_date: isoDay(start), end_date: isoDay(second.date) };
}

function rangeIn(text: string): Period | undefined {
  for (const { index } of text.matchAll(/(?<![\w/])[\da-z]/gi)) {
    const range = rangeAt(text.slice(index));
    if (range) return range;
  }
  return undefined;
}

const dayOf = (text: string) => {
  const found = leadingDate(text);
  return found ? (isoDay(found.date) ?? undefined) : undefined;
};

/** The period that the text around the table names: a range of two dates, or a start and an end with labels. */
function periodOf(lines: TextLine[]): Period {
  for (const { cells } of lines) {
    const texts = cells.map(({ text }) => text);
    const range = texts.map(rangeIn).find(Boolean) ?? rangeIn(texts.join(' '));
    if (range) return range;
  }
  return {
    start_date: labelled(lines, /(?:period )?(?:from|start(?: date)?)/, dayOf) ?? null,
    end_date: labelled(lines, /(?:(?:period )?(?:to|end(?: date)?)|statement date)/, dayOf) ?? null,
  };
}

/** Gives a date its year from the period: the one that puts it inside, or else nearest to its end. */
export function dated(date: PrintedDate, period: Period): string | null {
  const bound = period.end_date ?? period.start_date;
  if (date.year !== undefined || bound === null) return isoDay(date);
  const lastYear = Number(bound.slice(0, 4));
  const inEndYear = isoDay({ ...date, year: lastYear })!;
  return inEndYear <= bound ? inEndYear : isoDay({ ...date, year: lastYear - 1 });
}
