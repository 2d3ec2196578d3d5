import { isDeepStrictEqual } from 'node:util';
import { seededUuid } from '../../generators/ids.ts';
import type { Scenario } from '../../generators/scenarios/scenario.ts';
import type { Birth, ClientRecord, MemberRecord } from '../domain/client-record.ts';
import { mayRecur } from '../domain/recurring.ts';
import { without } from '../domain/user-record.ts';
import { ClientState, clientDocumentOf } from '../state/client-state.ts';
import { type SeededWorld, startingClient, worldFinder } from '../state/seeded-world.ts';
import { checkItem, sortKeys, untouched, userDocument } from '../state/user-write.ts';
import { Users } from '../state/users.ts';
import {
  CLIENT_DOCUMENT,
  ClientRemovedError,
  type ClientStore,
  type Contents,
  DamagedDocumentError,
  type Listed,
  StoreUnavailableError,
  type WorkItem,
} from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { journal } from '../tenant/journal.ts';
import { costOfDrawn, hashPassword } from '../tenant/password.ts';
import { rateLimit } from '../tenant/rate-limit.ts';
import type { Services } from '../tenant/services.ts';
import type { ConcurrencyLimit } from '../worker/concurrency-limit.ts';
import { Worker } from '../worker/worker.ts';

export type ClientOptions = {
  name: string;
  /** Left out for a client that must be there already. */
  birth?: Birth;
  member: ConfiguredMember | undefined;
  scenarios: readonly Scenario[];
};

/** How much longer a claim lasts than a receiver may take to answer: time for the store before and after. */
const LEASE_MARGIN_MS = 5000;

/** Makes a client from its options; a client that the store does not hold yet gets its starting contents. */
export async function createClient(
  { name, birth, member, scenarios }: ClientOptions,
  clientStore: ClientStore,
  services: Services,
  limit: ConcurrencyLimit,
  onError: (error: unknown) => void,
): Promise<Client> {
  const { profile, realNow } = services;
  const { points } = profile;
  const perSecond = points['requests.rate-limit'];
  const members = await configuredMembers(name, member, services.randomBytes);
  const state = new ClientState(clientStore, realNow);
  const worldOf = worldFinder(points);
  const users = new Users({ clientStore, state, worldOf, profile, ports: services });
  const contentsAt = (birth: Birth): Promise<Contents> => {
    const added = scenarios.length > 0 ? scenarios.map((scenario) => ({ scenario })) : undefined;
    return startingContents(name, birth, worldOf({ birth, scenarios: added }), added, members, services);
  };

  let isNew = false;
  try {
    if (birth) isNew = await storeStartingContents(clientStore, () => contentsAt(birth));
    // The members and scenarios of this start go into the record; the checks of people who are new are scheduled.
    const added = await state.change((before) => {
      const record = withScenarios(withConfiguredMembers(before, members), scenarios);
      return { record, result: (record.scenarios ?? []).slice(before.scenarios?.length ?? 0) };
    });
    const { world } = worldOf(await state.read());
    for (const { scenario } of added) {
      const userId = world.personas.get(scenario.key)?.userId ?? '';
      await users.change(userId, () => ({ result: true, reschedules: true }));
    }
  } catch (error) {
    if (isNew || error instanceof StoreUnavailableError || error instanceof ClientRemovedError) throw error;
    state.damage = damageOf(name, error);
    onError(state.damage);
  }

  const worker = new Worker({
    clientStore,
    realNow,
    state,
    leaseMs: points['webhooks.delivery.timeout-ms'] + LEASE_MARGIN_MS,
    limit,
    onError,
    onClaimLost: () => services.metrics.count('payrig_work_lease_losses_total'),
  });
  return {
    name,
    clientStore,
    state,
    users,
    worldOf,
    startingContents: contentsAt,
    journal: journal(clientStore.requests),
    rateLimit: perSecond === null ? undefined : rateLimit(perSecond),
    worker,
  };
}

function damageOf(name: string, error: unknown): DamagedDocumentError {
  if (error instanceof DamagedDocumentError) return error;
  const why = error instanceof Error ? error.message : String(error);
  const message = `The stored data of client [${name}] cannot be used: ${why}`;
  return new DamagedDocumentError(message, { cause: error });
}

/** Several processes may start at once on one store: one of them stores the contents. */
const storeStartingContents = (clientStore: ClientStore, contents: () => Promise<Contents>) =>
  clientStore.exclusively(
    async (leaseToken) => {
      const isStored = (await clientStore.read(CLIENT_DOCUMENT)) !== undefined;
      if (!isStored) await clientStore.replace(await contents(), { leaseToken });
      return !isStored;
    },
    { purpose: 'the start of a sandbox' },
  );

/** People who are already there keep their place and follow today's file; one whose file is gone stays until a reset. */
function withScenarios(record: ClientRecord, scenarios: readonly Scenario[]): ClientRecord {
  const before = record.scenarios ?? [];
  const byKey = new Map(scenarios.map((scenario) => [scenario.key, scenario]));
  // A scenario that was added by a call has a user id, and does not follow a file.
  const isOfFile = ({ userId }: (typeof before)[number]) => userId === undefined;
  const kept = before.map((one) =>
    isOfFile(one) ? { ...one, scenario: byKey.get(one.scenario.key) ?? one.scenario } : one,
  );
  const keptKeys = new Set(kept.filter(isOfFile).map(({ scenario }) => scenario.key));
  const fresh = scenarios.filter(({ key }) => !keptKeys.has(key)).map((scenario) => ({ scenario }));
  const after = [...kept, ...fresh];
  return JSON.stringify(after) === JSON.stringify(before) ? record : { ...record, scenarios: after };
}

/** All that is stored of a client at its birth: its record, and the recurring checks of users who consented to them. */
async function startingContents(
  name: string,
  birth: ClientRecord['birth'],
  { world, recurringUserIds, find }: SeededWorld,
  scenarios: ClientRecord['scenarios'],
  members: readonly MemberRecord[],
  { realNow, ids, profile, nextCheck }: Pick<Services, 'realNow' | 'ids' | 'profile' | 'nextCheck'>,
): Promise<Contents> {
  const epoch = ids.uuid();
  const client = startingClient({ name, birth, world, scenarios, members, realNow: realNow(), epoch });
  const document = clientDocumentOf(client);
  const aggregates: Listed[] = [{ id: CLIENT_DOCUMENT, sortKey: CLIENT_DOCUMENT, document }];
  const work: WorkItem[] = [];
  const born = Date.parse(birth.born);
  for (const id of recurringUserIds) {
    const user = await find(id);
    if (!user || !mayRecur(user.record)) continue;
    // Checks that fell due since the birth of the world are still to come, each at its time.
    const next = nextCheck(user.record, client, profile.points, born, Number.POSITIVE_INFINITY);
    aggregates.push({ id, sortKey: sortKeys.seeded(user.index), document: userDocument(untouched) });
    work.push({ ...checkItem(id, next?.at ?? null), sequence: work.length + 1 });
  }
  return { aggregates, work, files: [] };
}

/** `isDrawn` is for a password that a machine drew. */
type ConfiguredMember = { email: string; password: string; isDrawn?: boolean };

/** scrypt of `sandbox-password`, kept here so that a start does not have to work it out. */
const sandboxPassword = 'cGF5cmlnLXNhbmRib3gtMQ==:sIeZqjopZUDTJrI/HzfWFn/scGsW6q9g8WMll7MfO8A=';

/** The members that a client begins with: the well-known one of the first, or the one that was asked for. */
async function configuredMembers(
  client: string,
  given: ConfiguredMember | undefined,
  randomBytes: (length: number) => Buffer,
): Promise<MemberRecord[]> {
  if (given) {
    const cost = given.isDrawn ? costOfDrawn : undefined;
    return [member(client, given.email, await hashPassword(given.password, randomBytes(16), cost))];
  }
  return client === 'sandbox' ? [member(client, 'member@sandbox.test', sandboxPassword)] : [];
}

function withConfiguredMembers(record: ClientRecord, members: readonly MemberRecord[]): ClientRecord {
  const configured = members.map(({ id }) => id);
  const isSame =
    configured.join() === record.configured_members.join() &&
    members.every((one) => isDeepStrictEqual(record.members[one.id], one));
  if (isSame) return record;
  const invited = without(record.members, ...record.configured_members);
  const all = { ...invited, ...Object.fromEntries(members.map((one) => [one.id, one])) };
  return { ...record, members: all, configured_members: configured };
}

const member = (client: string, email: string, password: string): MemberRecord => ({
  id: seededUuid('member', client, email),
  email,
  role: 'admin',
  name: 'Sandbox Member',
  status: 'confirmed',
  mfa_status: 'disabled',
  password,
});
