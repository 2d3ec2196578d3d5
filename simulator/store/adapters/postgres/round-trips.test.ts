import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT, type Space } from '../../port.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { newItem, write } from '../../testing/store-place.ts';
import { postgresStore } from './postgres-store.ts';

/** Stands between a store and its database, and counts how often the one has waited for the other. */
async function counted(): Promise<{ space: Space; tripsOf(task: () => Promise<unknown>): Promise<number> }> {
  const place = await postgresPlace();
  const { port, hostname } = new URL(place.url);
  let trips = 0;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isAsking = false;
    client.on('data', (bytes) => {
      if (!isAsking) trips += 1;
      isAsking = true;
      server.write(bytes);
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
  // Nobody watches, so nothing is sent that nobody asked for; one connection is made once.
  const store = await postgresStore(through.href, { schema: place.schema, poolSize: 1 });
  onTestFinished(async () => {
    await store.close();
    proxy.close();
    await place.remove();
  });
  return {
    space: store.space('client'),
    async tripsOf(task) {
      const before = trips;
      await task();
      return trips - before;
    },
  };
}

it('a change waits twice for the database: once for all that it goes by, once to be written', async () => {
  const { space, tripsOf } = await counted();
  await space.change(ROOT, write({ n: 1 }));
  await space.change('ann', write({ n: 1 }));
  const patch = (n: number) => () =>
    space.change('ann', ({ root, item }) => ({ document: { n }, result: [root, item] }), { item: 'check' });
  expect(await tripsOf(patch(2))).toBe(2);
  expect(await tripsOf(patch(3))).toBe(2);
  expect(await space.read('ann')).toEqual({ n: 3 });
});

it('a change that puts work waits once more, for it has to be looked at before it is committed', async () => {
  const { space, tripsOf } = await counted();
  await space.change('ann', write({ n: 1 }));
  const put = () => space.change('ann', write({ n: 2 }, { work: [newItem('1')] }));
  // The others are told of it beside the next one.
  expect(await tripsOf(put)).toBeLessThanOrEqual(4);
});

it('any number of requests that come together look at the client at most twice', async () => {
  const { space, tripsOf } = await counted();
  await space.change(ROOT, write({ n: 1 }));
  expect(await tripsOf(() => Promise.all(Array.from({ length: 50 }, () => space.read(ROOT))))).toBe(2);
});
