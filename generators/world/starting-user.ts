import type { BankStatementSubmission, TaxauthIncomeSubmission, User } from '../../spec/types.ts';
import { dayOf, type Month, monthFrom, startOf } from '../calendar.ts';
import { incomeOf, withOrigin } from '../people/income.ts';
import type { Person } from '../people/person.ts';
import type { EntryPlan } from '../scenarios/starting-plan.ts';
import { lazy } from '../table.ts';
import {
  LOOKBACK_MONTHS,
  type StartingDocument,
  type StartingEntry,
  startingDocuments,
  startingEntries,
  startingStatements,
} from './starting-entries.ts';
import {
  type StartingAccount,
  type StartingAuthorisation,
  startingAccounts,
  startingAuthorisations,
} from './starting-links.ts';
import { userOf } from './starting-record.ts';
import type { World } from './world.ts';

/** All that the service holds for a user when the world begins: plain JSON, each part made when it is first read. */
export type StartingUser = {
  readonly user: User;
  readonly authorisations: readonly StartingAuthorisation[];
  readonly accounts: readonly StartingAccount[];
  /** Oldest first, each with the payslips it retrieved. */
  readonly entries: readonly StartingEntry[];
  readonly bank_statement_submissions: readonly BankStatementSubmission[];
  /** One a tax year, oldest first. */
  readonly income_submissions: readonly TaxauthIncomeSubmission[];
  readonly documents: readonly StartingDocument[];
  /** What a direct connection holds: the keys of the jobs that it reaches. A payslip's id is the same either way. */
  readonly direct: readonly string[];
};

const MINUTE = 60_000;

/** The statements that an ordinary user has uploaded: the last few months, for about half of them. */
function usualStatements(person: Person): number[] {
  const stream = person.stream.fork('uploads');
  return stream.chance(0.5) ? [3, 2, 1].slice(stream.int(0, 2)) : [];
}

/** When a person linked an account: by day, mostly soon after the user was created, at the latest just before the world begins. */
function linkTime(person: Person, created: number): number {
  const stream = person.stream.fork('link');
  const latest = startOf(person.begins) - 15 * MINUTE;
  const drawn = created + (latest - created) * stream.unit() ** 2;
  const byDay = startOf(dayOf(drawn)) + stream.int(7 * 60, 22 * 60) * MINUTE + stream.int(0, 59_999);
  return Math.min(Math.max(byDay, created + 10 * MINUTE), latest);
}

const usualEntries = (accounts: readonly StartingAccount[]): EntryPlan[] =>
  accounts.filter(({ status }) => status === 'LINKED').map(({ job }) => ({ job }));

/** What the service holds for the user with an index when the world begins. */
export function startingUser(world: World, index: number): StartingUser {
  const person = world.person(index);
  const plan = world.planAt(index);
  const user = userOf(person, world.rankOf(index), plan.user);
  // All of it lies before the first day, so that a world is the same at any hour of that day.
  const evening = startOf(person.begins) - person.stream.fork('evening').int(60, 17 * 60) * MINUTE;
  const usualLink = world.personaAt(index)
    ? evening - 5 * MINUTE
    : linkTime(person, Date.parse(user.created_at));
  const linkedAt = plan.linkedAt === undefined ? usualLink : Date.parse(plan.linkedAt);
  const retrievedAt = plan.linkedAt === undefined ? linkedAt + 5 * MINUTE : evening;
  const months = user.payroll_period_months ?? LOOKBACK_MONTHS;

  const monthsAgo = (count: number): Month => monthFrom(person.begins, -count);

  const accounts = lazy(() => startingAccounts(world, person, plan, linkedAt));
  const entries = lazy(() =>
    startingEntries(person, plan.entries ?? usualEntries(accounts()), accounts(), {
      months,
      evening: retrievedAt,
    }),
  );
  const statements = lazy(() =>
    startingStatements(
      person,
      (plan.statements ?? usualStatements(person)).map(monthsAgo),
      Math.max(evening, retrievedAt),
    ),
  );
  const incomes = lazy(() => {
    if (plan.income === false) return [];
    const held = entries().flatMap((entry) => entry.payroll_submissions);
    return incomeOf(person, evening).map((income) => withOrigin(income, held));
  });
  return {
    user,
    authorisations: startingAuthorisations(world, index, person, linkedAt),
    get accounts() {
      return accounts();
    },
    get entries() {
      return entries();
    },
    get bank_statement_submissions() {
      return statements();
    },
    get income_submissions() {
      return incomes();
    },
    get documents() {
      return startingDocuments(statements(), entries());
    },
    get direct() {
      return plan.direct ?? person.jobs.map(({ key }) => key);
    },
  };
}
