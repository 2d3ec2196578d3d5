import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stream } from '../../generators/random.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import type { ClientStore } from '../store/port.ts';
import type { Transport } from '../webhooks/http-transport.ts';
import { working } from './testing/working.ts';

const LEASE_MS = 60_000;

/** The same client for a process that can die: from then on nothing that it writes arrives, and nothing comes back. */
function mortal(clientStore: ClientStore): { clientStore: ClientStore; die: () => void } {
  let isDead = false;
  const never = new Promise<never>(() => {});
  const guard = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'work') return guard(value as object);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => (isDead ? never : value.apply(target, given));
      },
    });
  return {
    clientStore: guard(clientStore),
    die: () => {
      isDead = true;
    },
  };
}

test('with any number of workers that die at any moment every event arrives, in order within its queue, none invented', async () => {
  const plans = fc.record({
    seed: fc.integer(),
    users: fc.integer({ min: 1, max: 3 }),
    events: fc.integer({ min: 1, max: 5 }),
    deaths: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(plans, async ({ seed, users, events, deaths }) => {
      const chance = stream(seed, 'worker');
      const real = { now: 1_000_000 };
      const store = memoryStore({ now: () => real.now }).clientStore('client');
      const arrived: { queue: string; id: string }[] = [];
      let sends = 0;
      let onSend = () => {};
      const transport: Transport = async ({ url, headers, body }) => {
        sends += 1;
        onSend();
        const fate = chance.int(0, 9);
        if (fate < 2) return { error: 'connection refused' };
        arrived.push({ queue: `${url} ${JSON.parse(body).user_id}`, id: headers['X-Payrig-Delivery'] ?? '' });
        // Some receivers take it and fail all the same.
        return { status: fate < 4 ? 500 : 200 };
      };
      const points = { 'webhooks.delivery.max-attempts': 100 };
      const options = { transport, points, real, leaseMs: LEASE_MS };
      const client = await working({ ...options, clientStore: store });
      const put = new Map<string, string[]>();
      for (const webhook of ['v', 'w']) await client.subscribe(webhook);
      for (let event = 0; event < events; event += 1) {
        for (let user = 0; user < users; user += 1) {
          for (const webhook of ['v', 'w']) {
            const queue = `http://${webhook}.test/ user-${user}`;
            put.set(queue, [...(put.get(queue) ?? []), ...(await client.occur(`user-${user}`, webhook))]);
          }
        }
      }
      for (const death of deaths) {
        const { clientStore, die } = mortal(store);
        const process = await working({ ...options, clientStore });
        const last = sends + death;
        await new Promise<void>((dead) => {
          const given = setTimeout(dead, 20);
          onSend = () => {
            if (sends < last) return;
            die();
            clearTimeout(given);
            dead();
          };
          process.start();
        });
        onSend = () => {};
        die();
        // A process that dies sends no notification; its claims run out.
        real.now += LEASE_MS;
        await client.setClock((await client.state.now()) + 1000);
      }
      const other = await working({ ...options, clientStore: store });
      client.start();
      other.start();
      const pending = async () =>
        (await store.work.list({ kind: 'delivery' })).filter(({ due }) => due !== null).length;
      for (let hours = 1; (await pending()) > 0; hours += 1) {
        await client.moveTo((await client.state.now()) + 3_600_000);
        expect(hours).toBeLessThan(2000);
      }
      await Promise.all([client.worker.close(), other.worker.close()]);
      for (const [queue, ids] of put) {
        const here = arrived.filter((one) => one.queue === queue).map(({ id }) => id);
        expect([...new Set(here)]).toEqual(ids);
        const places = here.map((id) => ids.indexOf(id));
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }
      expect(arrived.every(({ queue, id }) => put.get(queue)?.includes(id))).toBe(true);
    }),
    { numRuns: 25 },
  );
});
