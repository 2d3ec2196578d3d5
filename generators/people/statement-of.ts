import {
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
import { statePensionDay, weeklyStatePension } from '../uk/state-pension.ts';
import { taxYearOf } from '../uk/tax-year.ts';
import { spellsWithoutWork } from './benefits.ts';
import { habitsOf } from './habits.ts';
import { firstStatementMonth, moneyLevel } from './history.ts';
import { credit, debit, type Movement } from './movement.ts';
import { movementsOf } from './movements-of.ts';
import { payslipsOf } from './payroll.ts';
import { bornOf, identityOn, nameOf, type Person, shownHome, streetOf } from './person.ts';
import type { Job } from './plan-job.ts';
import { presented, presentedJobs } from './presented.ts';

/** The statement of a month as the person hands it in at an instant; undefined where there is none to hand in. */
export function statementOf(person: Person, month: Month, until: number): Statement | undefined {
  const statement = bankStatement(person, month, until);
  return statement && presented('statement', statement, person);
}

function bankStatement(person: Person, month: Month, until: number): Statement | undefined {
  const ledger = ledgerMonth(person, month, dayOf(until));
  if (!ledger) return undefined;
  const end = dayOf(Math.min(startOf(lastDayOf(month)), until));
  const home = shownHome(person, person.died !== null && person.died < end ? person.died : end);
  return {
    holder: {
      name: nameOf({ identity: identityOn(person, end) }),
      // A city that is its own county is written once.
      addressLines: home ? [...new Set([streetOf(person, home), home.city, home.county, home.postCode])] : [],
    },
    ...person.bank,
    period: { start: firstDayOf(month), end },
    openingPence: ledger.opening,
    closingPence: ledger.closing,
    transactions: ledger.transactions,
  };
}

type LedgerMonth = { month: Month; opening: Pence; closing: Pence; transactions: StatementTransaction[] };

/** For how many years from a world's birth there are statements: each needs all before it, about 1 ms a month. */
export const STATEMENT_YEARS = 50;
const OVERDRAFT = 40_000;

const accounts = new WeakMap<Person, ReturnType<typeof newAccount>>();

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
      byMonth.set(month, [...(byMonth.get(month) ?? []), credit(dayNumber(payDate), description, net)]);
    }
  }
  return byMonth;
}

/** What usually arrives in a month, from the payslips of the first half year on record. */
function usualPay(person: Person, jobs: readonly Job[]): Pence {
  const slips = jobs
    .flatMap((job) => payslipsOf(job, person.begins))
    .sort((a, b) => (a.payDate < b.payDate ? -1 : 1));
  const born = bornOf(person);
  const start = dayNumber(person.begins);
  const isPensioner = born !== null && statePensionDay(dayNumber(born)) <= start;
  const pension = isPensioner ? Math.round((weeklyStatePension(born, taxYearOf(start)) * 52) / 12) : 0;
  const first = slips[0];
  const level = moneyLevel(person.begins);
  if (!first) return pension || Math.round(130_000 * level);
  const until = dayText(dayNumber(first.payDate) + 182);
  const total = slips.reduce((sum, { payDate, net }) => (payDate < until ? sum + Math.max(net, 0) : sum), 0);
  return Math.max(Math.round(total / 6) + pension, Math.round(90_000 * level));
}

type Saving = { reserve: Pence; saved: number; savingDay: number };

/**
 * Puts a month in order and computes the balance. Savings cover an overdraft, and take `saved` per cent of the surplus on the
 * person's own day, which every month has: the last day would tell which months a person hands in.
 */
function settle(month: Month, opening: Pence, movements: Movement[], { reserve, saved, savingDay }: Saving) {
  const transactions: StatementTransaction[] = [];
  let balance = opening;
  const book = ({ day, credit: isIn, description, amount }: Movement) => {
    balance += isIn ? amount : -amount;
    const type = isIn ? 'credit' : 'debit';
    transactions.push({ date: dayText(day), description, amountPence: amount, type, balancePence: balance });
  };
  // Money that comes in is booked before what goes out on the same day.
  const ordered = movements.sort((a, b) => a.day - b.day || Number(b.credit) - Number(a.credit));
  const save = () => {
    if (balance <= 2 * reserve) return;
    const amount = Math.floor(proportion(balance - reserve, saved, 100) / 5_000) * 5_000;
    book(debit(savingDay, 'TRANSFER TO SAVINGS', amount));
  };
  const later = ordered.findIndex(({ day }) => day > savingDay);
  for (const [index, movement] of ordered.entries()) {
    if (index === later) save();
    book(movement);
    if (balance < -OVERDRAFT)
      book(credit(movement.day, 'TRANSFER FROM SAVINGS', Math.ceil(-balance / 10_000) * 10_000));
  }
  if (later < 0) save();
  return { month, opening, closing: balance, transactions };
}

function newAccount(person: Person) {
  const jobs = presentedJobs('statementJob', person.jobs, person);
  const usual = usualPay(person, jobs);
  return {
    jobs,
    spells: spellsWithoutWork(person, jobs),
    opening: person.stream.fork('opening-balance').int(10_000, 180_000),
    habits: habitsOf(person, usual),
    /** What stays in it at the end of a month when more than twice as much is there: some keep more than a month's pay. */
    reserve: proportion(usual, person.stream.fork('reserve').int(25, 140), 100),
    /** The day of the month, from 0, on which they save. */
    savingDay: person.stream.fork('saving-day').int(0, 27),
    months: [] as LedgerMonth[],
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
    const usual = [
      ...(salaries?.get(next) ?? []),
      ...movementsOf(person, account.habits, { month: next, opening, spells: account.spells }),
    ];
    const movements = presented('movements', usual, person, { at: next });
    const saved = person.stream.fork(`saving/${next}`).int(45, 100);
    const savingDay = dayNumber(firstDayOf(next)) + account.savingDay;
    // The account of the dead saves nothing; a last payslip is still paid into it.
    const isOver = person.died !== null && person.died <= lastDayOf(next);
    const reserve = isOver ? Number.POSITIVE_INFINITY : account.reserve;
    account.months.push(settle(next, opening, movements, { reserve, saved, savingDay }));
  }
  const whole = account.months.find((known) => known.month === month);
  return whole && lastDayOf(month) > today ? upTo(today, whole) : whole;
}
