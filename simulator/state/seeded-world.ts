import type { Person } from '../../generators/people/person.ts';
import { startingUserRecord } from '../../generators/world/starting-record.ts';
import type { StartingUser } from '../../generators/world/starting-user.ts';
import type { World } from '../../generators/world/world.ts';
import { defaultProfile } from '../../spec/profile.ts';
import type { PayrollSubmission, User } from '../../spec/types.ts';
import { inWords, type PayrollOrigin, type PayrollWords } from '../domain/payroll-words.ts';
import { type AccountRecord, type Items, LazyRecord, type UserRecord } from '../domain/user-record.ts';
import { startingLookback } from './starting-client.ts';

/** The users that a client has before anybody touched anything; each is made only when it is asked for. */
export type SeededWorld = ReturnType<typeof seededWorld>;

/** People are made from the seed alone, so whoever was made once may be kept; so many are. */
const KEPT = 500;

/** The people of a seeded world as a client's starting world. The costly part of the generator loads when it is needed. */
export function seededWorld(world: World, words: PayrollWords = defaultProfile().points) {
  const { userCount, indexOf, ownerOf, userId } = world;
  const people = remembering((index) => world.person(index));
  const person = (userId: string): Person | undefined => {
    const index = indexOf(userId);
    return index === undefined ? undefined : people(index);
  };
  /** Payroll of a person's employment up to an instant. */
  const payrollOfJob = async (userId: string, job: string, until: number): Promise<PayrollSubmission[]> => {
    const payroll = await import('../../generators/people/payroll.ts');
    const whose = person(userId);
    const found = whose?.jobs.find((one) => one.key === job);
    return whose && found ? payroll.payrollOfJob(whose, found, { until }) : [];
  };
  return {
    ...{ world, userCount, indexOf, ownerOf, userId, person, payrollOfJob },
    /** The user alone: cheap enough for a page of a hundred. */
    user: remembering((index) => startingUserRecord(world, index)),
    /** All that the service holds about the user. */
    record: remembering((index) => recordOf(world, index, words)),
    /** The few users who have consented to recurring checks. */
    recurringUserIds: [...world.personas.values()]
      .filter(
        ({ persona, index }) =>
          index !== null && persona.start?.authorisations?.some((one) => one.term === 'recurring'),
      )
      .map((one) => one.userId),
    /** What a direct connection can find of a person up to an instant. */
    async directPayroll(userId: string, until: number): Promise<PayrollSubmission[]> {
      const index = indexOf(userId);
      if (index === undefined) return [];
      const { startingUser } = await import('../../generators/world/starting-user.ts');
      const jobs = startingUser(world, index).direct;
      return (await Promise.all(jobs.map((job) => payrollOfJob(userId, job, until)))).flat();
    },
    /** What the tax authority knows of a person up to an instant, and to which of the payslips held it belongs. */
    async income(userId: string, until: number, held: readonly PayrollSubmission[]) {
      const { incomeOf, withOrigin } = await import('../../generators/people/income.ts');
      const whose = person(userId);
      return whose ? incomeOf(whose, until).map((income) => withOrigin(income, held)) : [];
    },
  };
}

/** What is made of an index, kept for the latest indexes that were asked for; what failed is not kept. */
function remembering<T>(make: (index: number) => T): (index: number) => T {
  const made = new Map<number, T>();
  return (index) => {
    const known = made.get(index);
    if (known !== undefined) return known;
    const value = make(index);
    made.set(index, value);
    if (value instanceof Promise) value.catch(() => made.delete(index));
    const [oldest] = made.keys();
    if (made.size > KEPT && oldest !== undefined) made.delete(oldest);
    return value;
  };
}

/** What makes starting users, once it is loaded. */
let makers: typeof import('../../generators/world/starting-user.ts') | undefined;

async function recordOf(world: World, index: number, words: PayrollWords): Promise<UserRecord> {
  makers ??= await import('../../generators/world/starting-user.ts');
  const { startingUser } = makers;
  let made: StartingUser | undefined;
  const starting = (): StartingUser => {
    made ??= startingUser(world, index);
    return made;
  };
  const parts: { [Part in keyof UserRecord]: () => UserRecord[Part] } = {
    user: () => startingUserRecord(world, index),
    authorisations: () =>
      byId(starting().authorisations, 'authorisation_id', ({ term: _, revoked_at, ...rest }) =>
        revoked_at === null ? rest : { ...rest, revoked_at },
      ),
    accounts: () =>
      byId(starting().accounts, 'account_id', (account) => accountOf(account, starting().user, world)),
    entries: () =>
      byId(starting().entries, 'entry_id', (entry) => ({
        entry_id: entry.entry_id,
        account_id: entry.account_id,
        created_at: entry.created_at,
        submissions: entry.payroll_submissions.map((one) => inWords(one, originOf(one), words)),
      })),
    statements: () => byId(starting().bank_statement_submissions, 'id', (one) => one),
    incomes: () => ({}),
    documents: () =>
      byId(starting().documents, 'document_id', ({ kind, ...one }) => ({
        ...one,
        path: `${kind}s/${starting().user.user_id}/${one.document_id}.pdf`,
        reason: null,
        expires_at: one.created_at,
        size: null,
      })),
    direct: () => ({ kind: 'direct' }),
    live_income: () => world.planAt(index).income !== false,
  };
  return new LazyRecord({}, (part) => parts[part]());
}

/** A payslip that was uploaded has a document; one that came directly has neither that nor an account. */
function originOf({ account_id, document_id }: PayrollSubmission): PayrollOrigin {
  if (document_id !== null) return 'upload';
  return account_id === null ? 'direct' : 'connection';
}

function byId<T, K extends keyof T, R>(list: readonly T[], key: K, make: (item: T) => R): Items<R> {
  return Object.fromEntries(list.map((item) => [String(item[key]), make(item)]));
}

function accountOf(
  { status, mfa, job, magic, delay_ms, ...account }: StartingUser['accounts'][number],
  user: User,
  world: World,
): AccountRecord {
  const states = { PENDING: 'pending', LINKED: 'linked', LOCKED: 'locked', FAILED: 'failed' } as const;
  const attempts = world.catalogue.provider(account.payroll_provider)?.max_login_attempts ?? 3;
  return {
    ...account,
    mfa_enabled: mfa.enabled,
    state: states[status],
    mfa: mfa.enabled
      ? {
          kind: mfa.kind,
          answer: mfa.answer,
          attempts: status === 'LOCKED' ? attempts : 0,
          max_attempts: attempts,
        }
      : null,
    source: magic === 'nothing' ? { kind: 'none' } : { kind: 'job', job },
    lookback_months: user.payroll_period_months ?? startingLookback,
    magic,
    ...(delay_ms > 0 && { delay_ms }),
    forgotten: [],
  };
}
