import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { CLIENT_DOCUMENT, type ClientStore, StoreUnavailableError } from '../../port.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { newItem, write } from '../../testing/store-place.ts';
import { postgresStore } from './postgres-store.ts';

/** A proxy between a store and its database that counts how often the store waits for an answer. */
async function counted(): Promise<{
  clientStore: ClientStore;
  tripsOf(task: () => Promise<unknown>): Promise<number>;
  /** Runs a statement on the database itself. */
  run(statement: string): Promise<unknown>;
  /** From now on the proxy forwards nothing, and keeps the connections open. */
  silence(): void;
}> {
  const place = await postgresPlace();
  const { port, hostname } = new URL(place.url);
  let trips = 0;
  let isSilent = false;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isAsking = false;
    client.on('data', (bytes) => {
      if (!isAsking) trips += 1;
      isAsking = true;
      if (!isSilent) server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAsking = false;
      client.write(bytes);
    });
    client.on('close', () => server.destroy()).on('error', () => {});
    server.on('close', () => client.destroy()).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(place.url);
  through.port = String((proxy.address() as AddressInfo).port);
  // Without watchers there is no polling, and with one connection no second one is opened.
  const store = await postgresStore(through.href, { schema: place.schema, poolSize: 1, timeoutMs: 1000 });
  onTestFinished(async () => {
    await store.close();
    proxy.close();
    await place.remove();
  });
  return {
    clientStore: store.clientStore('client'),
    async tripsOf(task) {
      const before = trips;
      await task();
      return trips - before;
    },
    async run(statement) {
      const connection = new pg.Client(place.url);
      await connection.connect();
      await connection
        .query(statement.replaceAll('payrig.', `${place.schema}.`))
        .finally(() => connection.end());
    },
    silence() {
      isSilent = true;
    },
  };
}

it('a change waits twice for the database: to lock and read, and to write and commit', async () => {
  const { clientStore, tripsOf } = await counted();
  await clientStore.change(CLIENT_DOCUMENT, write({ n: 1 }));
  await clientStore.change('ann', write({ n: 1 }));
  const patch = (n: number) => () =>
    clientStore.change(
      'ann',
      ({ clientDocument, item }) => ({ document: { n }, result: [clientDocument, item] }),
      {
        item: 'check',
      },
    );
  expect(await tripsOf(patch(2))).toBe(2);
  expect(await tripsOf(patch(3))).toBe(2);
  expect(await clientStore.read('ann')).toEqual({ n: 3 });
});

it('a change of which the database refuses one statement changes nothing, though its commit was sent', async () => {
  const { clientStore, run } = await counted();
  await clientStore.change(CLIENT_DOCUMENT, write({ n: 1 }));
  await clientStore.change('ann', write({ n: 1 }));
  const refused = { ...newItem('check', { owner: 'ann' }), kind: 'no\0text' };
  const both = clientStore.change('ann', () => ({ document: { n: 2 }, work: [refused], result: undefined }));
  await expect(both).rejects.toThrow('invalid byte sequence');
  await run('alter table payrig.aggregate add check (document::text <> \'{"n":2}\')');
  const alone = clientStore.change('ann', write({ n: 2 }));
  await expect(alone).rejects.toThrow('violates check constraint');
  expect(await clientStore.read('ann')).toEqual({ n: 1 });
  await clientStore.change('ann', write({ n: 3 }));
  expect(await clientStore.read('ann')).toEqual({ n: 3 });
});

const users = Array.from({ length: 200 }, (_, at) => `user-${at}`);

it('changes of different users that wait for the same lock share a transaction', async () => {
  const { clientStore, tripsOf } = await counted();
  await clientStore.change(CLIENT_DOCUMENT, write({ n: 1 }));
  const made = () => Promise.all(users.map((id) => clientStore.change(id, write({ id }))));
  // One by one they would wait 800 times.
  expect(await tripsOf(made)).toBeLessThanOrEqual(40);
  for (const id of users) expect(await clientStore.read(id)).toEqual({ id });
});

it('a thousand changes of one user that are made together share transactions too, and each sees those before it', async () => {
  const { clientStore, tripsOf } = await counted();
  await clientStore.change('ann', write({ entries: [] }));
  const add = (n: number) => () =>
    clientStore.change('ann', ({ document }) => {
      const entries = [...(document!['entries'] as number[]), n];
      return { document: { entries }, result: entries.length };
    });
  const lengths: number[] = [];
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  const all = async () => lengths.push(...(await Promise.all(numbers.map((n) => add(n)()))));
  // One by one they would wait 3,000 times.
  expect(await tripsOf(all)).toBeLessThanOrEqual(50);
  expect(lengths).toEqual(numbers.map((n) => n + 1));
  expect(await clientStore.read('ann')).toEqual({ entries: numbers });
});

it('when the database stops answering, all waiting changes are refused together, not one after the other', async () => {
  const { clientStore, silence } = await counted();
  await clientStore.change('ann', write({ n: 1 }));
  silence();
  const start = performance.now();
  // Changes of one user cannot be made together.
  const asked = [...users, ...users.map(() => 'ann')].map((id) => clientStore.change(id, write({ id })));
  const outcomes = await Promise.allSettled(asked);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
  expect(performance.now() - start).toBeLessThan(15_000);
});

it('a change that puts work waits once more, to set the heads of the queues', async () => {
  const { clientStore, tripsOf } = await counted();
  await clientStore.change('ann', write({ n: 1 }));
  const put = () => clientStore.change('ann', write({ n: 2 }, { work: [newItem('1')] }));
  // The notification of the other processes may count too.
  expect(await tripsOf(put)).toBeLessThanOrEqual(5);
});

it('concurrent reads of the client document share one read, and the next one while it runs', async () => {
  const { clientStore, tripsOf } = await counted();
  await clientStore.change(CLIENT_DOCUMENT, write({ n: 1 }));
  const reads = () => Array.from({ length: 50 }, () => clientStore.read(CLIENT_DOCUMENT));
  expect(await tripsOf(() => Promise.all(reads()))).toBe(1);
  const inTwoTurns = async () => {
    const first = reads();
    await new Promise(setImmediate);
    await Promise.all([...first, ...reads(), ...reads()]);
  };
  expect(await tripsOf(inTwoTurns)).toBe(2);
});
