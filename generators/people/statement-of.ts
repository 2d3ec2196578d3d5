import {
  civil,
  type Day,
  dayNumber,
  dayOf,
  dayText,
  firstDayOf,
  isMonth,
  lastDayOf,
  type Month,
  monthFrom,
  startOf,
} from '../calendar.ts';
import { proportion } from '../money.ts';
import type { Pence } from '../pay/employment.ts';
import type { Statement, StatementTransaction } from '../statements/statement.ts';
import { readTable } from '../table.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';
import { cosmeticsOf } from './cosmetics.ts';
import type { Movement } from './discrepancy-edits.ts';
import { firstStatementMonth } from './history.ts';
import { type Home, homeOn } from './homes.ts';
import { payslipsOf } from './payroll.ts';
import { identityOn, nameOf, type Person, shownHome, streetOf } from './person.ts';
import type { Job } from './plan-job.ts';
import { presented, presentedJobs } from './presented.ts';

export type Bill = {
  day: number;
  by: 'bank' | 'card';
  /** What the bank prints; undefined where homes have no such bill. */
  description: (home: Home | undefined) => string | undefined;
  amount: Pence;
  /** Months, from 1, in which it does not come. */
  notIn?: readonly number[];
  /** By how many per cent it rises each April. */
  rise?: number;
};

export type Shopping = {
  shops: readonly string[];
  times: readonly [number, number];
  each: readonly [Pence, Pence];
};

/** What a person spends on, the same from month to month. */
type Habits = { bills: readonly Bill[]; shopping: readonly Shopping[] };

/** Names of shops and firms that statements are full of, and that no generator makes well. All made up. */
const payees = (wanted: string): readonly string[] =>
  rows.find(({ kind }) => kind === wanted)?.names?.split('|') ?? [];
const rows = readTable('people/data/payees');

/** Council tax is paid in ten instalments: nothing comes in February and March. */
const WITHOUT_COUNCIL_TAX = [2, 3];

/** What a home is taxed with: Northern Ireland and the islands have rates. */
function localTax(home: Home | undefined): string {
  const place = councilOf(home);
  switch (home?.country) {
    case 'Northern Ireland':
      return 'LPS DOMESTIC RATES';
    case 'Isle of Man':
      return 'ISLE OF MAN TREASURY RATES';
    case 'Jersey':
    case 'Guernsey':
      return `PARISH OF ${place} RATES`;
    default:
      return `${place} COUNCIL TAX`;
  }
}

/** Councils of London, by the letters of post codes; that of another town is called after it. */
const BOROUGHS: Readonly<Record<string, string>> = {
  E: 'TOWER HAMLETS',
  EC: 'ISLINGTON',
  N: 'HARINGEY',
  NW: 'BRENT',
  SE: 'LEWISHAM',
  SW: 'WANDSWORTH',
  W: 'EALING',
  WC: 'CAMDEN',
};

function councilOf(home: Home | undefined): string {
  if (!home) return 'LOCAL';
  const area = home.postCode.split(/\d/, 1).join('').trim().toUpperCase();
  return (home.city === 'London' && BOROUGHS[area]) || home.city.toUpperCase();
}

/** Scottish homes pay for water with their council tax, and Northern Irish ones do not pay for it. */
const whereWaterIsBilled = (bill: Bill): Bill => ({
  ...bill,
  description: (home) =>
    home?.country === 'Scotland' || home?.country === 'Northern Ireland' ? undefined : bill.description(home),
});

/** Draws what a person spends, in proportion to the usual monthly pay. */
function habitsOf(person: Person, monthly: Pence): Habits {
  const stream = person.stream.fork('habits');
  const some = (kind: string, count: number) =>
    Array.from({ length: count }, () => stream.pick(payees(kind)));
  const share = (from: number, to: number) => proportion(monthly, stream.int(from, to), 1000);
  const housing = Math.round(Math.max(share(210, 310), 350_00) / 500) * 500;
  const landlord = cosmeticsOf(stream.fork('names')).firm(['Lettings', 'Property Management']).toUpperCase();
  const lender = stream.fork('lender').pick(payees('lenders'));
  const scale = (low: Pence, high: Pence): [Pence, Pence] => [
    Math.max(150, proportion(low, monthly, 220_000)),
    Math.max(400, proportion(high, monthly, 220_000)),
  ];
  const bill = (day: number, printed: string, amount: Pence, more: Partial<Bill> = {}): Bill => ({
    ...{ day, by: 'bank', description: () => printed, amount },
    ...more,
  });
  const debit = (day: number, payee: string, amount: Pence) => bill(day, `DIRECT DEBIT ${payee}`, amount);
  const bills = [
    stream.chance(0.45)
      ? bill(stream.pick([1, 2, 3, 5]), `STANDING ORDER ${landlord} RENT`, housing)
      : debit(stream.pick([1, 2, 3, 5]), lender, housing),
    bill(stream.pick([1, 4, 15]), '', stream.int(126_00, 238_00), {
      description: (home) => `DIRECT DEBIT ${localTax(home)}`,
      notIn: WITHOUT_COUNCIL_TAX,
      rise: 4,
    }),
    debit(stream.int(6, 14), stream.pick(payees('energy')), stream.int(82_00, 176_00)),
    whereWaterIsBilled(debit(stream.int(8, 20), stream.pick(payees('water')), stream.int(26_00, 49_00))),
    debit(stream.int(10, 24), stream.pick(payees('broadband')), stream.int(22_00, 46_00)),
    debit(stream.int(10, 24), stream.pick(payees('mobile')), stream.int(8_00, 34_00)),
    bill(
      stream.int(3, 28),
      `CARD PAYMENT ${stream.pick(payees('pictures'))} SUBSCRIPTION`,
      stream.pick([599, 799, 999, 1299]),
      { by: 'card' },
    ),
  ];
  return {
    bills,
    shopping: [
      { shops: some('grocers', 3), times: [7, 11], each: scale(14_00, 52_00) },
      { shops: some('outings', 4), times: [2, 8], each: scale(4_50, 31_00) },
      { shops: some('transport', 3), times: [2, 6], each: scale(5_00, 48_00) },
      { shops: some('rest', 4), times: [1, 5], each: scale(8_00, 64_00) },
    ],
  };
}

/** The statement of a month as the person hands it in at an instant; undefined where there is none to hand in. */
export function statementOf(person: Person, month: Month, until: number): Statement | undefined {
  const statement = bankStatement(person, month, until);
  return statement && presented('statement', statement, person);
}

function bankStatement(person: Person, month: Month, until: number): Statement | undefined {
  const ledger = ledgerMonth(person, month, dayOf(until));
  if (!ledger) return undefined;
  const { bankName, layout, sortCode, accountNumber, iban } = person.bank;
  const end = dayOf(Math.min(startOf(lastDayOf(month)), until));
  const home = shownHome(person, person.died !== null && person.died < end ? person.died : end);
  return {
    holder: {
      name: nameOf({ identity: identityOn(person, end) }),
      // A city that is its own county is written once.
      addressLines: home ? [...new Set([streetOf(person, home), home.city, home.county, home.postCode])] : [],
    },
    bankName,
    layout,
    sortCode,
    accountNumber,
    iban,
    period: { start: firstDayOf(month), end },
    openingPence: ledger.opening,
    closingPence: ledger.closing,
    transactions: ledger.transactions,
  };
}

type LedgerMonth = {
  month: Month;
  opening: Pence;
  closing: Pence;
  transactions: StatementTransaction[];
};

type Account = {
  /** The jobs whose pay the statements show. */
  jobs: readonly Job[];
  opening: Pence;
  habits: Habits;
  /** What stays in the account at the end of a month when more than twice as much is there. */
  reserve: Pence;
  months: LedgerMonth[];
};

/** For how many years from a world's birth there are statements: each needs all before it, about 1 ms a month. */
export const STATEMENT_YEARS = 50;
const OVERDRAFT = 40_000;

const accounts = new WeakMap<Person, Account>();

/** Net pay as it arrives, by month: on the pay day, to the penny. Nothing arrives when there is nothing to pay. */
function salariesUntil(jobs: readonly Job[], last: Month): Map<Month, Movement[]> {
  const byMonth = new Map<Month, Movement[]>();
  for (const job of jobs) {
    const { employer, frequency, type } = job.employment;
    const word = type === 'pension' ? '' : frequency === 'monthly' ? ' SALARY' : ' WAGES';
    const description = `${employer.name.toUpperCase()}${word}`;
    for (const { payDate, net } of payslipsOf(job, lastDayOf(last))) {
      if (net <= 0) continue;
      const month = payDate.slice(0, 7);
      const movements = byMonth.get(month) ?? [];
      movements.push({ day: dayNumber(payDate), credit: true, description, amount: net });
      byMonth.set(month, movements);
    }
  }
  return byMonth;
}

/** What usually arrives in a month, from the payslips of the first half year on record. */
function usualPay(jobs: readonly Job[], begins: Day): Pence {
  const slips = jobs
    .flatMap((job) => payslipsOf(job, begins))
    .sort((a, b) => (a.payDate < b.payDate ? -1 : 1));
  const first = slips[0];
  if (!first) return 130_000;
  const until = dayText(dayNumber(first.payDate) + 182);
  const total = slips.reduce((sum, { payDate, net }) => (payDate < until ? sum + Math.max(net, 0) : sum), 0);
  return Math.max(Math.round(total / 6), 90_000);
}

function spending(person: Person, { bills, shopping }: Habits, month: Month): Movement[] {
  const stream = person.stream.fork(`spending/${month}`);
  const first = dayNumber(firstDayOf(month));
  const length = dayNumber(lastDayOf(month)) - first + 1;
  const home = homeOn(person.homes, firstDayOf(month));
  const years = yearOfBills(first) - yearOfBills(dayNumber(person.begins));
  const regular = bills.flatMap(({ day, by, description, amount, notIn = [], rise = 0 }) => {
    const printed = notIn.includes(Number(month.slice(5))) ? undefined : description(home);
    if (printed === undefined) return [];
    return {
      // What a bank collects it collects on the next working day; a card can be charged on any.
      day: by === 'card' ? first + day - 1 : workingDayFrom(first + day - 1),
      credit: false,
      description: printed,
      amount: Math.round(amount * (1 + rise / 100) ** years),
    };
  });
  const shopped = shopping.flatMap(({ shops, times, each }) =>
    Array.from({ length: stream.int(...times) }, () => ({
      day: openDay(first + stream.int(0, length - 1)),
      credit: false,
      description: `CARD PAYMENT ${stream.pick(shops)}`,
      amount: stream.int(...each),
    })),
  );
  const last = person.died === null ? Number.POSITIVE_INFINITY : dayNumber(person.died);
  return [...regular, ...shopped].filter(({ day }) => day <= last);
}

/** The year, from April on, in which a bill has the same amount. */
const yearOfBills = (day: number): number => {
  const { year, month } = civil(day);
  return month < 4 ? year - 1 : year;
};

/** Shops are closed on Christmas Day: its shopping is done the day before. */
const openDay = (day: number): number => (dayText(day).endsWith('-12-25') ? day - 1 : day);

/** Puts a month in order and computes the balance; savings cover an overdraft and take `saved` per cent of the surplus. */
function settle(
  month: Month,
  opening: Pence,
  movements: Movement[],
  { reserve, saved }: { reserve: Pence; saved: number },
): LedgerMonth {
  const transactions: StatementTransaction[] = [];
  let balance = opening;
  const book = ({ day, credit, description, amount }: Movement) => {
    balance += credit ? amount : -amount;
    transactions.push({
      date: dayText(day),
      description,
      amountPence: amount,
      type: credit ? 'credit' : 'debit',
      balancePence: balance,
    });
  };
  // Money that comes in is booked before what goes out on the same day.
  const ordered = movements.sort((a, b) => a.day - b.day || Number(b.credit) - Number(a.credit));
  for (const movement of ordered) {
    book(movement);
    if (balance < -OVERDRAFT) {
      const amount = Math.ceil(-balance / 10_000) * 10_000;
      book({ day: movement.day, credit: true, description: 'TRANSFER FROM SAVINGS', amount });
    }
  }
  if (balance > 2 * reserve) {
    const amount = Math.floor(proportion(balance - reserve, saved, 100) / 5_000) * 5_000;
    book({ day: dayNumber(lastDayOf(month)), credit: false, description: 'TRANSFER TO SAVINGS', amount });
  }
  return { month, opening, closing: balance, transactions };
}

function newAccount(person: Person): Account {
  const jobs = presentedJobs('statementJob', person.jobs, person);
  const usual = usualPay(jobs, person.begins);
  return {
    jobs,
    opening: person.stream.fork('opening-balance').int(10_000, 180_000),
    habits: habitsOf(person, usual),
    // Some keep little in the account, some more than a month's pay.
    reserve: proportion(usual, person.stream.fork('reserve').int(25, 140), 100),
    months: [],
  };
}

/** The account as it stood at the end of a day of the month: what comes later has not happened. */
function upTo(day: Day, { month, opening, transactions }: LedgerMonth): LedgerMonth {
  const booked = transactions.filter(({ date }) => date <= day);
  return { month, opening, closing: booked.at(-1)?.balancePence ?? opening, transactions: booked };
}

/** A month of an account as it stands at the end of a day; months follow on from each other to the penny. */
export function ledgerMonth(person: Person, month: Month, today: Day): LedgerMonth | undefined {
  const firstMonth = firstStatementMonth(person.begins);
  if (!isMonth(month) || month < firstMonth || firstDayOf(month) > today) return undefined;
  if (month > monthFrom(person.begins, STATEMENT_YEARS * 12)) return undefined;
  const account = accounts.get(person) ?? newAccount(person);
  accounts.set(person, account);
  const after = (last: LedgerMonth | undefined) => (last ? monthFrom(firstDayOf(last.month), 1) : firstMonth);
  let next = after(account.months.at(-1));
  // All months at once: payslips are computed from the first one on, each time that a later year is asked for.
  const salaries = next <= month ? salariesUntil(account.jobs, month) : undefined;
  for (; next <= month; next = after(account.months.at(-1))) {
    const closed = account.months.at(-1)?.closing ?? account.opening;
    const opening = presented('opening', closed, person, { at: next });
    const usual = [...(salaries?.get(next) ?? []), ...spending(person, account.habits, next)];
    const movements = presented('movements', usual, person, { at: next });
    const saved = person.stream.fork(`saving/${next}`).int(45, 100);
    // The account of the dead saves nothing; a last payslip is still paid into it.
    const isOver = person.died !== null && person.died <= lastDayOf(next);
    const reserve = isOver ? Number.POSITIVE_INFINITY : account.reserve;
    account.months.push(settle(next, opening, movements, { reserve, saved }));
  }
  const whole = account.months.find((known) => known.month === month);
  return whole && lastDayOf(month) > today ? upTo(today, whole) : whole;
}
