import { defined } from '../../spec/json.ts';
import type { Account, User } from '../../spec/types.ts';
import { instantOf } from '../calendar.ts';
import { type MagicBehaviour, type MfaKind, magicOf } from '../catalogue/catalogue.ts';
import { homesUntil, postCodesOf } from '../people/homes.ts';
import { idOf, type Person } from '../people/person.ts';
import { type Job, linkedJob } from '../people/plan-job.ts';
import type { AccountPlan, ScenarioUser, StartingPlan, TermKey } from '../scenarios/scenario.ts';
import { createdAt } from './birth.ts';
import type { World } from './world.ts';

type ListedAccount = Pick<Account, 'account_id' | 'payroll_provider' | 'user_name' | 'created_at'>;

export type StartingAccount = ListedAccount & {
  status: 'PENDING' | 'LINKED' | 'LOCKED' | 'FAILED';
  /** What the provider asks for, or asked for when it was linked. */
  mfa: { enabled: true; kind: MfaKind; answer: string } | { enabled: false; kind: null; answer: null };
  /** The key of the job whose payslips it reads. */
  job: string;
  /** The magic user name behind its own, if there is any. */
  magic: string | null;
  /** How long the provider takes to answer a query; 0 for no time at all. */
  delay_ms: number;
};

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
const text = (instant: number) => new Date(instant).toISOString();

/** Of a larger world, only the first users may have consented to recurring checks: a client can switch on all at once. */
const MOST_RECURRING = 1000;

/** The indexes of drawn people who have consented to recurring checks: a third of the first thousand. */
export function recurringIndexes(world: World): number[] {
  const count = Math.min(world.userCount, MOST_RECURRING);
  return Array.from({ length: count }, (_, index) => index).filter((index) => isRecurring(world, index));
}

function isRecurring(world: World, index: number): boolean {
  if (index >= MOST_RECURRING || world.personaAt(index)) return false;
  return world.person(index).stream.fork('consent').chance(0.35);
}

/** The consents of a user: shortly before the accounts are linked. */
export function startingAuthorisations(world: World, index: number, person: Person, linkedAt: number) {
  const { terms } = world;
  const term: TermKey = isRecurring(world, index) ? 'recurring' : 'one-time-2';
  const accepted = world.planAt(index).authorisations ?? [{ term, revoked: false }];
  return accepted.map(({ term: key, revoked = false }, position) => {
    const found = terms.find((candidate) => candidate.key === key);
    if (!found) throw new Error(`There is no term ${key}`);
    const acceptedAt = linkedAt - 2 * MINUTE + position;
    return {
      authorisation_id: idOf(person, 'authorisation', key),
      term: key,
      term_id: found.term.id,
      authorisation_category: found.term.authorisation_category,
      accepted_at: text(acceptedAt),
      revoked_at: revoked ? text(acceptedAt + WEEK) : null,
    };
  });
}

/** What a provider asks for in a world, and the right answer: a code, the first day in the job, or characters. */
function secondFactor(
  kind: MfaKind | null,
  { employment }: Job,
  { mfa, login = '' }: AccountPlan,
): StartingAccount['mfa'] {
  if (mfa) return { enabled: true, ...mfa };
  const magic = magicOf(login)?.behaviour;
  if (magic?.kind === 'mfa') return { enabled: true, kind: magic.mfa, answer: magic.answer };
  if (kind === null) return { enabled: false, kind: null, answer: null };
  const answers = { code: '1234', date: employment.start, 'password-characters': 'adx' };
  return { enabled: true, kind, answer: answers[kind] };
}

export function startingAccounts({ catalogue }: World, person: Person, plan: StartingPlan, linkedAt: number) {
  const usual = linkedJob(person.jobs, person.begins);
  const planned = plan.accounts ?? (usual ? [{ job: usual.key }] : []);
  return planned.map((account: AccountPlan, position) => {
    const { job: key, login, delay_ms = 0 } = account;
    const job = person.jobs.find((candidate) => candidate.key === key);
    if (!job) throw new Error(`${person.userId} has no job ${key}`);
    return {
      account_id: idOf(person, 'account', key),
      payroll_provider: job.provider,
      user_name: login ?? person.identity.email,
      created_at: text(linkedAt + position * MINUTE),
      status: statusOf(account),
      mfa: secondFactor(catalogue.mfaOf(job.provider), job, account),
      job: key,
      magic: login === undefined ? null : (magicOf(login)?.userName ?? null),
      delay_ms,
    };
  });
}

const MAGIC_STATUS: Readonly<Partial<Record<MagicBehaviour['kind'], StartingAccount['status']>>> = {
  ...{ fail: 'FAILED', lock: 'LOCKED', mfa: 'PENDING' },
};

/** The status that is said, or that a magic login brings with it. */
const statusOf = ({ status, login = '' }: AccountPlan): StartingAccount['status'] =>
  status ?? MAGIC_STATUS[magicOf(login)?.behaviour.kind ?? 'ok'] ?? 'LINKED';

/** The fields that are there; what is null or undefined the service does not have. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], null> } {
  const found: { [K in keyof T]?: Exclude<T[K], null> } = {};
  for (const name in fields) if (fields[name] != null) found[name] = fields[name] as never;
  return found;
}

/** The user as the service lists them, out of the person and what a persona's plan says otherwise. */
export function userOf(person: Person, rank: number, record: ScenarioUser = {}): User {
  const { identity, homes } = person;
  const fields: ScenarioUser & { forename: string; surname: string } = {
    forename: identity.forename,
    surname: identity.surname,
    date_of_birth: identity.dateOfBirth === null ? null : instantOf(identity.dateOfBirth),
    post_codes: postCodesOf(homesUntil(homes, person.begins)),
    ni_number: identity.niNumber,
    ...defined(record),
  };
  return { user_id: person.userId, created_at: text(createdAt(rank, person.begins)), ...present(fields) };
}

/** The user alone, without anything that is expensive: a page of a hundred takes no time. */
export const startingUserRecord = (world: World, index: number): User =>
  userOf(world.person(index), world.rankOf(index), world.planAt(index).user);
