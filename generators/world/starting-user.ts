import type { BankStatementSubmission, TaxauthIncomeSubmission, User } from '../../spec/types.ts';
import { WORLD_ANCHOR } from '../people/history.ts';
import { incomeOf } from '../people/income.ts';
import type { Person } from '../people/person.ts';
import type { EntryPlan, StartingPlan } from '../personas/persona.ts';
import { type StartingDocument, startingDocuments, startingStatements } from './starting-documents.ts';
import { LOOKBACK_MONTHS, type StartingEntry, startingEntries } from './starting-entries.ts';
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
const SETTLING_IN = 5 * MINUTE;

/** The statements that an ordinary user has uploaded: the last few months, for about half of them. */
function usualStatements(person: Person): string[] {
  const stream = person.stream.fork('uploads');
  return stream.chance(0.5) ? ['2026-07', '2026-08', '2026-09'].slice(stream.int(0, 2)) : [];
}

const usualEntries = (accounts: readonly StartingAccount[]): EntryPlan[] =>
  accounts.filter(({ status }) => status === 'LINKED').map(({ job }) => ({ job }));

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What the service holds for the user with an index when the world begins. */
export function startingUser(world: World, index: number): StartingUser {
  const person = world.person(index);
  const persona = world.personaAt(index);
  const plan: StartingPlan = persona?.start ?? {};
  const user = userOf(person, index, plan.user);
  const linkedAt =
    plan.linkedAt === undefined ? Date.parse(user.created_at) + SETTLING_IN : Date.parse(plan.linkedAt);
  // Data is retrieved on the morning of the first day, when everything paid before the anchor is there to be found.
  const morning = WORLD_ANCHOR - person.stream.fork('morning').int(10, 170) * MINUTE;
  const months = user.payroll_period_months ?? LOOKBACK_MONTHS;

  const accounts = once(() => startingAccounts(world, person, plan, linkedAt));
  const entries = once(() =>
    startingEntries(person, plan.entries ?? usualEntries(accounts()), accounts(), { months, morning }),
  );
  const statements = once(() =>
    startingStatements(person, plan.statements ?? usualStatements(person), morning),
  );
  const incomes = once(() => {
    if (plan.income === false) return [];
    const latest = entries().at(-1);
    const { account_id = null, entry_id = null } = latest ?? {};
    return incomeOf(person, WORLD_ANCHOR).map((income) => ({ ...income, account_id, entry_id }));
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
