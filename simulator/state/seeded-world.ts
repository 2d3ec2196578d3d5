import type { Past } from '../../generators/people/drawn-person.ts';
import type { PayrollWindow } from '../../generators/people/payroll.ts';
import type { Person } from '../../generators/people/person.ts';
import { recurringIndexes, startingUserRecord } from '../../generators/world/starting-links.ts';
import type { StartingUser } from '../../generators/world/starting-user.ts';
import { world as openWorld, type World } from '../../generators/world/world.ts';
import { latestMade, lazy, lazyFields } from '../../spec/lazy.ts';
import { defaultProfile } from '../../spec/profile.ts';
import type { PayrollSubmission, User } from '../../spec/types.ts';
import type { ClientRecord, MemberRecord } from '../domain/client-record.ts';
import { inWords, type PayrollOrigin, type PayrollWords } from '../domain/payslips.ts';
import type { AccountRecord, Items, UserRecord } from '../domain/user-record.ts';
import { clockAt } from './client-state.ts';

/** The users that a client has at its birth; each is made when it is first read. */
export type SeededWorld = ReturnType<typeof seededWorld>;

/** What of a user's record decides who the person is. */
type UserAndPast = Pick<UserRecord, 'user' | 'past'>;

export type SeededUser = { index: number; record: UserRecord };

/** How many people, users and records of a world stay in memory. The seed decides them, so each can be made again. */
const KEPT = 500;

/** The people of a seeded world as a client's starting world. The costly part of the generator loads when it is needed. */
export function seededWorld(world: World, words: PayrollWords = defaultProfile().points) {
  const { userCount, indexOf, ownerOf, userId } = world;
  const people = remembering((index: number) => world.person(index));
  type Changed = { index: number; past: Past };
  const changed = latestMade(
    100,
    ({ index, past }: Changed) => JSON.stringify([index, past]),
    ({ index, past }) => world.person(index, past),
  );
  const person = (userId: string, past?: Past): Person | undefined => {
    const index = indexOf(userId);
    if (index === undefined) return undefined;
    return past ? changed({ index, past }) : people(index);
  };
  const payrollOfJob = async (
    { user, past }: UserAndPast,
    jobKey: string,
    window: PayrollWindow,
  ): Promise<PayrollSubmission[]> => {
    const payroll = await import('../../generators/people/payroll.ts');
    const employee = person(user.user_id, past);
    const job = employee?.jobs.find(({ key }) => key === jobKey);
    return employee && job ? payroll.payrollOfJob(employee, job, window) : [];
  };
  return {
    world,
    userCount,
    indexOf,
    ownerOf,
    userId,
    people,
    person,
    payrollOfJob,
    /** The user alone: cheap enough for a page of a hundred. */
    user: remembering((index: number) => startingUserRecord(world, index)),
    find: remembering(async (userId: string): Promise<SeededUser | undefined> => {
      const index = indexOf(userId);
      return index === undefined ? undefined : { index, record: await seededRecord(world, index, words) };
    }),
    /** The people of scenarios who have consented to recurring checks. */
    recurringUserIds: [...world.personas.values()]
      .filter(
        ({ persona, index }) =>
          index !== null && persona.start?.authorisations?.some(({ term }) => term === 'recurring'),
      )
      .map((one) => one.userId),
    /** Drawn people who have consented; the sandbox schedules their checks when the settings first allow them. */
    drawnRecurringIds: lazy(() => recurringIndexes(world).map(userId)),
    async directPayroll(of: UserAndPast, window: PayrollWindow): Promise<PayrollSubmission[]> {
      const index = indexOf(of.user.user_id);
      if (index === undefined) return [];
      const { startingUser } = await import('../../generators/world/starting-user.ts');
      const jobs = startingUser(world, index).direct;
      return (await Promise.all(jobs.map((job) => payrollOfJob(of, job, window)))).flat();
    },
    /** What the tax authority knows of a person up to an instant, with the payslips held that it belongs to. */
    async income(
      { user, past }: UserAndPast,
      until: number,
      held: readonly PayrollSubmission[],
      accounts: readonly string[],
    ) {
      const { incomeOf, withOrigin } = await import('../../generators/people/income.ts');
      const earner = person(user.user_id, past);
      return earner ? incomeOf(earner, until).map((income) => withOrigin(income, held, accounts)) : [];
    },
  };
}

/** Finds the starting world of a client's record; opened once, until a snapshot or a new scenario brings another. */
export function worldFinder(words: PayrollWords) {
  type Origin = Pick<ClientRecord, 'birth' | 'scenarios'>;
  let latest: (Origin & { key: string; world: SeededWorld }) | undefined;
  return ({ birth, scenarios }: Origin): SeededWorld => {
    if (latest?.birth === birth && latest.scenarios === scenarios) return latest.world;
    const { seed, users, born, dishonest } = birth;
    // A store may read the same record as another object.
    const key = JSON.stringify([seed, users, born, dishonest, scenarios ?? []]);
    const opened =
      latest?.key === key
        ? latest.world
        : seededWorld(openWorld(seed, { users, born: Date.parse(born), scenarios, dishonest }), words);
    latest = { birth, scenarios, key, world: opened };
    return opened;
  };
}

/** Keeps what was made of the latest keys, except for `undefined` and for promises that are rejected or resolve to it. */
function remembering<K, T>(make: (key: K) => T): (key: K) => T {
  const kept = new Map<K, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    kept.set(key, value);
    if (value instanceof Promise) {
      const forget = () => kept.delete(key);
      value.then((result) => result ?? forget(), forget);
    }
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}

let makers: typeof import('../../generators/world/starting-user.ts') | undefined;

/** Each part is made when it is first read: accounts and payslips take about 5 ms a user, the user alone 0.2 ms. */
async function seededRecord(world: World, index: number, words: PayrollWords): Promise<UserRecord> {
  makers ??= await import('../../generators/world/starting-user.ts');
  const { startingUser } = makers;
  const user = lazy(() => startingUserRecord(world, index));
  const starting = lazy(() => startingUser(world, index));
  return lazyFields<UserRecord>({
    user,
    authorisations: () => authorisationsOf(starting()),
    accounts: () => byId(starting().accounts, 'account_id', (account) => accountOf(account, user(), world)),
    entries: () => entriesOf(starting(), words),
    statements: () => byId(starting().bank_statement_submissions, 'id', (statement) => statement),
    incomes: () => ({}),
    documents: () => documentsOf(starting()),
    direct: () => ({ kind: 'direct' }),
    live_income: () => world.planAt(index).income !== false,
  });
}

const authorisationsOf = ({ authorisations }: StartingUser): UserRecord['authorisations'] =>
  byId(authorisations, 'authorisation_id', ({ term: _, revoked_at, ...rest }) =>
    revoked_at === null ? rest : { ...rest, revoked_at },
  );

const entriesOf = ({ entries }: StartingUser, words: PayrollWords): UserRecord['entries'] =>
  byId(entries, 'entry_id', ({ entry_id, account_id, created_at, payroll_submissions }) => ({
    entry_id,
    account_id,
    created_at,
    submissions: payroll_submissions.map((payslip) => inWords(payslip, originOf(payslip), words)),
  }));

const documentsOf = ({ documents, user }: StartingUser): UserRecord['documents'] =>
  byId(documents, 'document_id', ({ kind, ...document }) => ({
    ...document,
    path: `${kind}s/${user.user_id}/${document.document_id}.pdf`,
    reason: null,
    expires_at: document.created_at,
    size: null,
  }));

/** A payslip that was uploaded has a document; one that came directly has neither that nor an account. */
function originOf({ account_id, document_id }: PayrollSubmission): PayrollOrigin {
  if (document_id !== null) return 'upload';
  return account_id === null ? 'direct' : 'connection';
}

const byId = <T, K extends keyof T, R>(list: readonly T[], key: K, make: (item: T) => R): Items<R> =>
  Object.fromEntries(list.map((item) => [String(item[key]), make(item)]));

function accountOf(starting: StartingUser['accounts'][number], user: User, world: World): AccountRecord {
  const { status, mfa, job, magic, delay_ms, ...account } = starting;
  const states = { PENDING: 'pending', LINKED: 'linked', LOCKED: 'locked', FAILED: 'failed' } as const;
  const most = world.catalogue.provider(account.payroll_provider)?.max_login_attempts ?? 3;
  const attempts = status === 'LOCKED' ? most : 0;
  return {
    ...account,
    mfa_enabled: mfa.enabled,
    state: states[status],
    mfa: mfa.enabled ? { kind: mfa.kind, answer: mfa.answer, attempts, max_attempts: most } : null,
    source: magic === 'nothing' ? { kind: 'none' } : { kind: 'job', job },
    lookback_months: user.payroll_period_months ?? startingLookback,
    magic,
    delay_ms: delay_ms > 0 ? delay_ms : undefined,
    forgotten: [],
  };
}

const startingLookback = 12;

type Beginning = Pick<ClientRecord, 'birth' | 'scenarios' | 'epoch'> & {
  name: string;
  world: World;
  members: readonly MemberRecord[];
  realNow: number;
};

export function startingClient(beginning: Beginning): ClientRecord {
  const { name, birth, world, scenarios, members, realNow, epoch } = beginning;
  return {
    configuration: {
      payslip_upload_enabled: true,
      payroll_period_months: startingLookback,
      client_logo: `https://${name}.example/logo.svg`,
      client_callback_url: `https://${name}.example/journey-ended`,
      recurring_checks_enabled: false,
      recurring_check_frequency: 'MONTHLY',
      payroll_connections_enabled: true,
      client_display_name: name === 'sandbox' ? 'Sandbox Lender' : `Sandbox Lender (${name})`,
    },
    terms: Object.fromEntries(world.terms.map(({ term }) => [term.id, term])),
    members: Object.fromEntries(members.map((member) => [member.id, member])),
    webhooks: {},
    clock:
      birth.clock === 'real'
        ? { ahead_ms: 0 }
        : clockAt(Date.parse(birth.born), realNow, birth.clock === 'frozen'),
    birth,
    scenarios,
    faults: [],
    configured_members: members.map(({ id }) => id),
    epoch,
  };
}
