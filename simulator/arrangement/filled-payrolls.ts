import type { PayrollSubmission } from '../../spec/types.ts';
import { knownSubmissions } from '../domain/payslips.ts';
import type { AccountRecord, UserRecord } from '../domain/user-record.ts';
import { personOfUser } from '../retrieval/person-of-user.ts';
import { drawnId } from '../retrieval/retrieval.ts';
import type { SeededWorld } from '../state/seeded-world.ts';
import type { Services } from '../tenant/services.ts';
import { type Filling, fillPayrolls } from './fill/payroll-submission.ts';

type Around = { world: SeededWorld; services: Services; now: number };

/**
 * Whole payslips of a user around what was given. The source has the latest ones, whatever others have shown already.
 * Nearly all accounts of tests have none: to draw the person and their pay for those took half of a link's time.
 */
export const filledPayrolls = (
  given: readonly Partial<PayrollSubmission>[],
  record: UserRecord,
  origin: 'connection' | 'direct',
  around: Around,
): PayrollSubmission[] =>
  given.length === 0 ? [] : fillPayrolls(given, { ...fillingOf(record, origin, around), held: [] });

/** Whole payslips that an account's provider or an upload adds to those that are known. */
export const addedPayrolls = (
  given: readonly Partial<PayrollSubmission>[],
  record: UserRecord,
  account: AccountRecord | undefined,
  around: Around,
): PayrollSubmission[] =>
  fillPayrolls(given, fillingOf(record, account ? 'connection' : 'upload', around, account));

/** What payslips of a user are filled from: the person, what is known of them already, and the account's own job. */
function fillingOf(
  record: UserRecord,
  origin: Filling['origin'],
  { world, services, now }: Around,
  account?: AccountRecord,
): Filling {
  const { user } = record;
  const person = personOfUser(world, record);
  const held = knownSubmissions(record);
  const taken = new Set<string>();
  const isTaken = (id: string) => taken.has(id) || held.some((one) => one.id === id);
  const fresh = () => services.ids.ofUser(user.user_id);
  const source = account?.source;
  return {
    person,
    isBirthKnown: user.date_of_birth !== undefined || world.person(user.user_id) !== undefined,
    job: source?.kind === 'job' ? person.jobs.find(({ key }) => key === source.job) : undefined,
    held,
    now,
    origin,
    points: services.profile.points,
    newId(own) {
      const id = own && ownId(own, account);
      if (id === undefined || isTaken(id)) return fresh();
      taken.add(id);
      return id;
    },
  };
}

/** The id under which an account's provider holds a payslip of the person, so that no query finds it a second time. */
function ownId(own: PayrollSubmission, account: AccountRecord | undefined): string | undefined {
  if (account?.source.kind === 'job') return own.id;
  return account?.source.kind === 'drawn' ? drawnId(own, account.account_id) : undefined;
}
