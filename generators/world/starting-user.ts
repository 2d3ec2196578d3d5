import type { BankStatementSubmission, TaxauthIncomeSubmission, User } from '../../spec/types.ts';
import { type Month, monthFrom, startOf } from '../calendar.ts';
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

const usualEntries = (accounts: readonly StartingAccount[]): EntryPlan[] =>
  accounts.filter(({ status }) => status === 'LINKED').map(({ job }) => ({ job }));

/** What the service holds for the user with an index when the world begins. */
export function startingUser(world: World, index: number): StartingUser {
  const person = world.person(index);
  const plan = world.planAt(index);
  const user = userOf(person, world.rankOf(index), plan.user);
  // Terms are accepted, accounts linked and data retrieved in the last minutes before the first day: a world is the
  // same at any hour of that day, and nothing in it lies ahead.
  const evening = startOf(person.begins) - person.stream.fork('evening').int(2, 12) * MINUTE;
  const linkedAt = plan.linkedAt === undefined ? evening - 5 * MINUTE : Date.parse(plan.linkedAt);
  const months = user.payroll_period_months ?? LOOKBACK_MONTHS;

  const monthsAgo = (count: number): Month => monthFrom(person.begins, -count);

  const accounts = lazy(() => startingAccounts(world, person, plan, linkedAt));
  const entries = lazy(() =>
    startingEntries(person, plan.entries ?? usualEntries(accounts()), accounts(), { months, evening }),
  );
  const statements = lazy(() =>
    startingStatements(person, (plan.statements ?? usualStatements(person)).map(monthsAgo), evening),
  );
  const incomes = lazy(() => {
    if (plan.income === false) return [];
    const held = entries().flatMap((entry) => entry.payroll_submissions);
    return incomeOf(person, evening).map((income) => withOrigin(income, held));
  });
  return {
    user,
    authorisations: startingAuthorisations(world, person, plan, linkedAt),
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
