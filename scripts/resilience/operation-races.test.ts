// Every operation that changes something, eight times at once over two replicas: the end is that of eight in a row.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenarios } from '../../generators/scenarios/scenario.ts';
import { type Answered, type Arranging, arranging } from '../../simulator/arrangement/testing/arranging.ts';
import { memoryStore } from '../../simulator/store/adapters/memory/memory-store.ts';
import { postgresPlace } from '../../simulator/store/testing/postgres-place.ts';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { routes } from '../../spec/generated/routes.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { sample } from '../../spec/testing/test-run.ts';
import type { Snapshot } from '../../spec/types.ts';

const TIMES = 8;
/** These change nothing that a store holds: the runs of tools belong to one process. */
const notStored: readonly AnyOperationId[] = ['startRun', 'stopRun', 'checkScenario', 'clearRequests'];

type Fixture = Record<'user_id' | 'token', string> & Record<string, string>;
type Body = (fixture: Fixture) => unknown;

/** The bodies of operations that `{}` does not do for. */
const bodies: Partial<Record<AnyOperationId, Body>> = {
  signInMember: () => ({ username: 'member@sandbox.test', password: 'sandbox-password' }),
  inviteMember: () => ({ email: 'zoe@acme.test', role: 'viewer' }),
  updateUser: () => ({ forename: 'Zoe' }),
  updateConfiguration: () => ({ recurring_checks_enabled: true }),
  arrangeConfiguration: () => ({ taxauth_enabled: true }),
  arrangeMember: () => ({ mfa_status: 'sms' }),
  queryPayrollConnection: ({ account_id }) => ({ account_id }),
  createDirectConnection: ({ user_id }) => ({ user_id }),
  submitMfa: () => ({ mfa: '1234' }),
  presignBankStatements: () => ({ files: [{ file_name: 'a.pdf' }] }),
  createWebhook: () => ({ name: 'one', events: ['user-payroll-submitted'], url: 'http://127.0.0.1:9/' }),
  testSubscription: ({ webhook_id, user_id }) => ({ webhook_id, user_id }),
  moveClock: () => ({ by: 'P1D' }),
  loadSnapshot: ({ snapshot }) => snapshot,
  updateTerm: () => ({ is_active: false }),
  setDirectPayroll: () => ({ payroll_submissions: [{}] }),
  createEntry: () => ({ payroll_submissions: [{}] }),
  createScenario: () => ({ ...scenarios.find(({ is_user }) => is_user !== false), key: 'one-of-ours' }),
  setFaults: () => ({ faults: [{ operation: 'listProviders', status: 500, times: 1 }] }),
};

const closing: (() => Promise<unknown>)[] = [];
let raced: [Arranging, Arranging];
let alone: [Arranging, Arranging];
beforeAll(async () => {
  const options = {
    now: '2027-03-09T10:00:00.000Z',
    frozen: true,
    users: 12,
    wrap: {
      ports: <P extends object>(ports: P): P => ({ ...ports, transport: async () => ({ status: 204 }) }),
    },
  };
  const place = await postgresPlace();
  closing.push(place.remove);
  const open = async () => {
    const store = await place.open();
    const replica = await arranging({ ...options, store });
    closing.push(store.close, replica.close);
    return replica;
  };
  raced = [await open(), await open()];
  const single = await arranging({ ...options, store: memoryStore() });
  closing.push(single.close);
  alone = [single, single];
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A user with everything that an operation may be about. */
async function fixtureIn([{ call, user, accept, token }]: [Arranging, Arranging]): Promise<Fixture> {
  await call('POST', '/_sandbox/reset', {});
  const details = { date_of_birth: '1990-05-17', post_codes: ['LS1 4AP'], ni_number: 'QQ123456A' };
  const user_id = await user(details);
  const at = `/_sandbox/users/${user_id}`;
  const must = async (path: string, body: object) => {
    const { status, body: made } = await call('POST', path, body);
    expect([path, status]).toEqual([path, 201]);
    return made;
  };
  const hook = { name: 'hook', events: ['user-payroll-submitted'], url: 'http://127.0.0.1:9/' };
  const { webhook_id } = await must('/webhooks', hook);
  const { authorisation_id, term_id } = await accept(user_id);
  const { account_id } = await must(`${at}/accounts`, { payroll: [{}, {}] });
  const pending = await must(`${at}/accounts`, { mfa_enabled: true, payroll: [] });
  const { entry_id } = await must(`${at}/entries`, { payroll_submissions: [{}] });
  await must(`${at}/direct-payroll`, { payroll_submissions: [{}] });
  const { client_id } = await must('/_sandbox/clients', {});
  const { deliveries } = (await call('GET', '/_sandbox/deliveries')).body;
  const snapshot = (await call('GET', '/_sandbox/snapshot')).body;
  const [member] = (await call('GET', '/_sandbox/members')).body.members;
  const ids = { user_id, webhook_id, authorisation_id, term_id, account_id, entry_id, client_id };
  return {
    ...ids,
    pending: pending.account_id,
    member_id: member.id,
    delivery_id: deliveries[0].delivery_id,
    token: await token(user_id),
    snapshot,
  };
}

async function ended(
  id: AnyOperationId,
  replicas: [Arranging, Arranging],
  run: (calls: (() => Promise<Answered>)[]) => Promise<Answered[]>,
) {
  const fixture = await fixtureIn(replicas);
  const { method, path } = routes[id];
  const operation = contracts.get(id)!;
  const ids: Record<string, string> =
    id === 'submitMfa' ? { ...fixture, account_id: fixture['pending'] ?? '' } : fixture;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no ${name} in the fixture`);
  const headers: Record<string, string> = operation.security.includes('userBearer')
    ? { authorization: `Bearer ${fixture.token}` }
    : {};
  const body = routes[id].takesBody ? (bodies[id]?.(fixture) ?? {}) : undefined;
  const answers = await run(
    Array.from(
      { length: TIMES },
      (_, n) => () => replicas[n % 2 === 0 ? 0 : 1].call(method, filled, body, headers),
    ),
  );
  const [{ call }] = replicas;
  const isDelivered = async () => {
    const { deliveries } = (await call('GET', '/_sandbox/deliveries')).body;
    return deliveries.every(({ state }: { state: string }) => state !== 'pending');
  };
  await expect.poll(isDelivered, { timeout: 20_000 }).toBe(true);
  const { contents } = (await call('GET', '/_sandbox/snapshot')).body as Snapshot;
  const told = answers.map(({ status, body }) => JSON.stringify([status, shapeOf(body)])).sort();
  return { told, end: shapeOf(contents), statuses: answers.map(({ status }) => status) };
}

/** What is left of a value without its ids, times and drawn texts: its fields, and how many things of each kind. */
function shapeOf(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : typeof value;
  const sorted = (items: unknown[]) => items.map((item) => JSON.stringify(shapeOf(item, depth + 1))).sort();
  if (Array.isArray(value)) return depth > 6 ? 'list' : sorted(value);
  if ('income_information' in value) return 'payslip';
  const entries = Object.entries(value).filter(([key]) => !/^(attempts|transactions|errors)$/.test(key));
  if (entries.some(([key]) => /^[0-9a-f]{8}-/.test(key))) return sorted(entries.map(([, item]) => item));
  return Object.fromEntries(entries.sort().map(([key, item]) => [key, shapeOf(item, depth + 1)]));
}

const contracts = new Map<AnyOperationId, { security: readonly string[] }>([
  ...loadContract(defaultProfile()).operations,
  ...loadArrangementContract().operations,
]);

const changing = (Object.keys(routes) as AnyOperationId[]).filter(
  (id) => routes[id].method !== 'GET' && !notStored.includes(id),
);

test.each(sample(changing, 3))('%s, eight at once over two replicas, ends as eight in a row', async (id) => {
  const inARow = await ended(id, alone, async (calls) => {
    const answers: Answered[] = [];
    for (const call of calls) answers.push(await call());
    return answers;
  });
  expect(inARow.statuses[0], 'the first of a row succeeds: give the operation a body above').toBeLessThan(
    300,
  );
  const atOnce = await ended(id, raced, (calls) => Promise.all(calls.map((call) => call())));
  expect(atOnce.told).toEqual(inARow.told);
  expect(atOnce.end).toEqual(inARow.end);
});
