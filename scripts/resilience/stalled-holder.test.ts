// A process that has the client to itself may be stopped at any moment, for longer than its lease: a laptop that sleeps, a
// virtual machine that is moved. Another takes over; the first then wakes up in the middle of its task.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';
import { arranging } from '../../simulator/arrangement/testing/arranging.ts';
import { postgresStore } from '../../simulator/store/adapters/postgres/postgres-store.ts';
import { postgresPlace } from '../../simulator/store/testing/postgres-place.ts';
import { startReceiver } from '../../simulator/webhooks/testing/receiver.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { LEASE_MS, type Moment } from './testing/stalling-replica.ts';

/** Tests run side by side, since they mostly wait for leases to run out: each ends what it started. */
type Finishing = Pick<TestContext, 'onTestFinished' | 'expect'>;

const file = fileURLToPath(new URL('testing/stalling-replica.ts', import.meta.url));

/** A replica in a process of its own, which will stop itself. */
async function stallingReplica(
  url: string,
  schema: string,
  moment: Moment,
  { onTestFinished, expect }: Finishing,
) {
  const child = spawn(process.execPath, [file, url, schema, moment], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const address = (await lines.next()).value as string;
  const stalled = lines.next().then(() => 'stalled' as const);
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    /** The coming answer of a call during which the replica stopped. */
    async stallDuring(method: string, path: string, body?: unknown) {
      for (;;) {
        const answer = call(method, path, body);
        const first = await Promise.race([stalled, answer]);
        if (first === 'stalled') return { answer };
        // On a busy machine the database may take longer than this replica waits for it: then it was never in the task.
        expect(first.status).toBe(503);
      }
    },
    wakeUp: () => child.kill('SIGCONT'),
  };
}

/** Two replicas and a delivery that is to be tried again; the one that will stop has made no attempt yet. */
async function twoReplicas(moment: Moment, context: Finishing) {
  const { onTestFinished, expect } = context;
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const store = await postgresStore(place.url, {
    schema: place.schema,
    clientLeaseMs: LEASE_MS,
    poolSize: 5,
  });
  const well = await arranging({ store, now: born, frozen: true });
  onTestFinished(async () => {
    await well.close();
    await store.close();
  });
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  onTestFinished(receiver.close);
  const webhook = { name: 'w', events: ['user-payroll-submitted'], url: receiver.url };
  await well.call('POST', '/webhooks', webhook);
  await well.call('POST', `/_sandbox/users/${await well.user()}/entries`, { payroll_submissions: [{}] });
  const deliveries = async () => (await well.call('GET', '/_sandbox/deliveries')).body.deliveries;
  await expect.poll(async () => (await deliveries())[0].attempts, { timeout: 10_000 }).toHaveLength(1);
  const stalling = await stallingReplica(place.url, place.schema, moment, context);
  return { well, stalling, contents: () => store.clientStore('sandbox').contents() };
}

const born = '2028-06-15T09:00:00.000Z';
const later = '2028-07-15T09:00:00.000Z';

const patient = { timeout: 120_000 };

const stalls: [Moment, string, object, number][] = [
  ['before the clock is set on the way', '/_sandbox/clock', { by: 'P40D' }, 503],
  ['before an attempt is written down', '/_sandbox/clock', { by: 'P40D' }, 503],
  ['within a transaction', '/_sandbox/clock', { by: 'P40D' }, 503],
  ['before everything is replaced', '/_sandbox/reset', {}, 503],
  ['after everything was replaced', '/_sandbox/reset', {}, 200],
];

test.concurrent.for(sample(stalls, 1))(
  'a holder that stalled %s writes nothing after its successor',
  patient,
  async ([moment, path, body, status], context) => {
    const { well, stalling, contents } = await twoReplicas(moment, context);
    const { answer } = await stalling.stallDuring('POST', path, body);
    const moved = await well.call('POST', '/_sandbox/clock', { to: later });
    expect(moved).toMatchObject({ status: 200, body: { now: later } });
    expect((await well.call('GET', '/users')).status).toBe(200);
    const requests = async () => (await well.call('GET', '/_sandbox/requests')).body.requests;
    const [before, log] = [await contents(), await requests()];
    expect(log).not.toEqual([]);
    stalling.wakeUp();
    expect((await answer).status).toBe(status);
    expect(await contents()).toEqual(before);
    expect(await requests()).toEqual(log);
  },
);

test.concurrent('a snapshot whose taker stalled tells of one moment', patient, async (context) => {
  const { well, stalling, contents } = await twoReplicas('after everything was read', context);
  const before = await contents();
  const { answer } = await stalling.stallDuring('GET', '/_sandbox/snapshot');
  await well.call('POST', '/_sandbox/clock', { to: later });
  stalling.wakeUp();
  const { body } = await answer;
  expect(body).toMatchObject({ now: born, contents: { aggregates: before.aggregates } });
});
