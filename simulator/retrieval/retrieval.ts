import { magicOf } from '../../generators/catalogue/catalogue.ts';
import { resourceId } from '../../generators/ids.ts';
import type { PayrollWindow } from '../../generators/people/payroll.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { authorise, useOf } from '../domain/authorisation.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { isoInstant, plusMonths } from '../domain/instant.ts';
import { entryOf, inWords, matchesUser, ordered, unretrieved } from '../domain/payslips.ts';
import { orNotFound, refusals } from '../domain/refusal.ts';
import { settingsOf } from '../domain/settings.ts';
import type { AccountRecord, EntryRecord, PayrollSource, UserRecord } from '../domain/user-record.ts';
import type { SeededWorld } from '../state/seeded-world.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { payrollEvent } from '../webhooks/message.ts';

export type Retrieval = { client: Client; services: Services; clientRecord: ClientRecord; now: number };

/** The authorisation by which something is retrieved now. Of two requests that need the last use of one, one gets it. */
export async function useAuthorisation(userId: string, named: string | undefined, retrieval: Retrieval) {
  const { client, services, clientRecord, now } = retrieval;
  const { points } = services.profile;
  const used = await client.users.change(userId, (record) => {
    const authorisation = authorise(record, clientRecord, points, named);
    return { changedFields: useOf(record, authorisation, points, now), result: authorisation };
  });
  return orNotFound(used, 'User', userId);
}

/** What the provider behind an account holds at this moment, as far back as the account's lookback period reaches. */
export function heldPayroll(account: AccountRecord, record: UserRecord, retrieval: Retrieval) {
  const { client, clientRecord, now } = retrieval;
  const from = plusMonths(Date.parse(account.created_at), -lookbackOf(record, account, retrieval));
  return payrollAt(account.source, record, client.worldOf(clientRecord), { from, until: now });
}

async function payrollAt(
  source: PayrollSource,
  record: UserRecord,
  world: SeededWorld,
  window: PayrollWindow,
): Promise<readonly PayrollSubmission[]> {
  if (source.kind === 'none') return [];
  if (source.kind === 'arranged') return source.submissions;
  if (source.kind === 'job') return world.payrollOfJob(record, source.job, window);
  if (source.kind === 'drawn') return drawPayroll(world, record, source.key, window);
  if (record.direct.kind !== 'direct') return payrollAt(record.direct, record, world, window);
  // A direct connection finds the payroll of a seeded person's reachable jobs, or of a drawn person's own job.
  const { user_id } = record.user;
  const isSeeded = world.indexOf(user_id) !== undefined;
  return isSeeded ? world.directPayroll(record, window) : drawPayroll(world, record, user_id, window);
}

export function checkUsable(account: AccountRecord, { services }: Retrieval): void {
  const { points } = services.profile;
  const status = points['connections.pending-account-status'];
  const refuse = (why: string) => refusals.accountNotReady(status, account.account_id, why);
  const magic = account.magic === null ? undefined : magicOf(account.magic)?.behaviour;
  if (account.state === 'pending') throw refuse('is waiting for an MFA response');
  if (account.state === 'locked') throw refuse('is locked by the provider');
  if (account.state === 'failed')
    throw refuse(magic?.kind === 'fail' ? `cannot be used: ${magic.message}` : 'cannot be used');
  if (magic?.kind === 'time-out') throw refusals.providerSilent(status);
}

/** Retrieves what is new through an account: an entry and its event when there is something; undefined when it has gone. */
export async function retrieve(userId: string, accountId: string, retrieval: Retrieval) {
  const { client, services } = retrieval;
  const before = await client.users.read(userId);
  if (!before) return undefined;
  const fitting = await fittingPayroll(before, accountId, retrieval);
  const entryId = services.ids.ofUser(userId);
  const entry = await client.users.change<EntryRecord | 'gone' | 'nothing new'>(userId, (record) => {
    if (!record.accounts[accountId]) return { result: 'gone' };
    const entry = newEntry(record, accountId, entryId, fitting, retrieval);
    return entry ? { ...withEntry(record, entry, retrieval.now), result: entry } : { result: 'nothing new' };
  });
  if (entry === undefined || entry === 'gone') return undefined;
  if (entry === 'nothing new') return {};
  const submissions = ordered(entry.submissions, services.profile.points['connections.order']);
  return { entry: { ...entry, submissions } };
}

/** What the provider of an account holds that can be this user's. */
export async function fittingPayroll(record: UserRecord, accountId: string, retrieval: Retrieval) {
  const account = record.accounts[accountId];
  if (!account) return [];
  const held = await heldPayroll(account, record, retrieval);
  if (account.source.kind !== 'direct') return held;
  const { points } = retrieval.services.profile;
  return held.filter((one) => matchesUser(one, record.user, points));
}

/** The entry that a retrieval through an account makes of what its provider holds; undefined when nothing is new. */
export function newEntry(
  record: UserRecord,
  accountId: string,
  entryId: string,
  fitting: readonly PayrollSubmission[],
  retrieval: Retrieval,
): EntryRecord | undefined {
  const { services, now } = retrieval;
  const account = record.accounts[accountId];
  if (!account) return undefined;
  const found = unretrieved(record, account, fitting, lookbackOf(record, account, retrieval));
  if (found.length === 0) return undefined;
  const isDirect = account.source.kind === 'direct';
  const source = isDirect ? record.direct : account.source;
  // Arranged payslips keep the creation time, the rating and the origin that they came with.
  if (source.kind === 'arranged') return entryOf(entryId, accountId, found, now);
  const origin = isDirect ? 'direct' : 'connection';
  const rated = (one: PayrollSubmission) => inWords(one, origin, services.profile.points);
  const stamped = found.map((one) => ({ ...rated(one), created_at: isoInstant(now) }));
  return entryOf(entryId, accountId, stamped, now);
}

export function lookbackOf({ user }: UserRecord, account: AccountRecord, retrieval: Retrieval): number {
  const { clientRecord, services } = retrieval;
  const { points } = services.profile;
  if (points['settings.payroll-period-months.later-change'] === 'kept') return account.lookback_months;
  return settingsOf(user, clientRecord.configuration, points).payrollPeriodMonths;
}

export function withEntry({ user: { user_id }, entries }: UserRecord, entry: EntryRecord, at: number) {
  const changedFields = { entries: { ...entries, [entry.entry_id]: entry } };
  return { changedFields, events: [payrollEvent(user_id, at, entry)] };
}

/** Payslips of the user's own job, under ids of the account's own (of the user's, for a direct connection). */
async function drawPayroll(world: SeededWorld, record: UserRecord, holder: string, window: PayrollWindow) {
  const [{ personOfUser }, { payrollOfJob }, { mainJob }] = await Promise.all([
    import('./person-of-user.ts'),
    import('../../generators/people/payroll.ts'),
    import('../../generators/people/drawn-person.ts'),
  ]);
  const person = personOfUser(world, record);
  const job = mainJob(person, window.until);
  const found = job ? payrollOfJob(person, job, window) : [];
  return found.map((one) => ({ ...one, id: drawnId(one, holder) }));
}

export const drawnId = ({ id }: PayrollSubmission, holder: string): string =>
  resourceId(holder, 'payslip', id);
