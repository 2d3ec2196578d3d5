import { expect, it } from 'vitest';
import { CLIENT_DOCUMENT, type ClientStore, type Store } from '../port.ts';
import { claimable, FACTS, LONG, logged, newItem, putWork, type StorePlace, write } from './store-place.ts';

/** What holds when a store is opened again. */
export function durableLaws(make: () => Promise<StorePlace>): void {
  it('has everything after it was closed and opened again', async () => {
    const place = await make();
    const first = await place.open();
    await first.initialise(FACTS);
    await putWork(first.clientStore('client'), [
      newItem('1'),
      newItem('2', { due: null }),
      newItem('b', { owner: 'bob', queue: 'bob' }),
    ]);
    await first.clientStore('client').files.put('file', Buffer.from('bytes'));
    await first.clientStore('payrig.Other/client').change('cy', write({ n: 1 }));
    const before = await first.clientStore('client').contents();
    await first.close();

    const second = await place.open();
    expect(await second.initialise({ ...FACTS, born: 'later' })).toEqual(FACTS);
    await expect(second.initialise({ ...FACTS, seed: 'eight' })).rejects.toThrow('"seven"');
    expect(JSON.stringify(await second.clientStore('client').contents())).toBe(JSON.stringify(before));
    expect(await second.clientStore('payrig.Other/client').read('cy')).toEqual({ n: 1 });
    await putWork(second.clientStore('client'), [newItem('3')]);
    expect((await second.clientStore('client').work.list({})).at(-1)?.id).toBe('3');
    await second.close();
    await place.remove();
  });
}

/** What holds when several processes use a store, each with a handle of its own. */
export function sharedLaws(make: () => Promise<StorePlace>): void {
  const together = async (
    use: (clientStores: readonly [ClientStore, ClientStore, ClientStore], stores: Store[]) => Promise<void>,
  ) => {
    const place = await make();
    const stores = await Promise.all([place.open(), place.open(), place.open()]);
    try {
      const [a, b, c] = stores.map((store) => store.clientStore('client'));
      await use([a!, b!, c!], stores);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
      await place.remove();
    }
  };

  it('agrees on one set of metadata when several processes initialise it at the same time', () =>
    together(async (_clientStores, stores) => {
      const agreed = await Promise.all(
        stores.map((store, at) => store.initialise({ ...FACTS, secret: `secret-${at}` })),
      );
      expect(new Set(agreed.map(({ secret }) => secret)).size).toBe(1);
    }));

  it('shows an acknowledged change to every later read, however many run at the same time', () =>
    together(async (clientStores) => {
      let acknowledged = 0;
      const readers = clientStores.flatMap((clientStore) =>
        Array.from({ length: 8 }, async () => {
          while (acknowledged < 20) {
            const atLeast = acknowledged;
            expect(Number((await clientStore.read(CLIENT_DOCUMENT))?.['n'] ?? 0)).toBeGreaterThanOrEqual(
              atLeast,
            );
          }
        }),
      );
      for (let n = 1; n <= 20; n += 1) {
        await clientStores[n % 3]!.change(CLIENT_DOCUMENT, write({ n }));
        acknowledged = n;
      }
      await Promise.all(readers);
    }));

  it('loses none of the changes that several make of one aggregate', () =>
    together(async (clientStores) => {
      const increments = Array.from({ length: 90 }, (_, at) =>
        clientStores[at % 3]!.change('ann', ({ document }) => ({
          document: { n: Number(document?.n ?? 0) + 1 },
          sortKey: 'a',
          result: undefined,
        })),
      );
      await Promise.all(increments);
      for (const clientStore of clientStores) expect(await clientStore.read('ann')).toEqual({ n: 90 });
    }));

  it('shares work: each item is done once, in the order of its queue', () =>
    together(async (clientStores) => {
      const items = Array.from({ length: 60 }, (_, at) => {
        const owner = `user-${at % 6}`;
        return newItem(`${owner}-${String(at).padStart(2, '0')}`, { owner, queue: owner });
      });
      await putWork(clientStores[0], items);
      const done: string[] = [];
      const work = async (clientStore: ClientStore) => {
        while ((await clientStore.work.nextDue()) !== null || (await clientStore.work.claimed()) > 0) {
          for (const claim of await clientStore.work.claim({ now: 100, limit: 2, leaseMs: LONG })) {
            done.push(claim.item.id);
            await clientStore.change(
              claim.item.owner,
              ({ item }) => ({ removeWork: [item!.id], result: undefined }),
              {
                claim,
              },
            );
          }
        }
      };
      await Promise.all(clientStores.map(work));
      expect([...done].sort()).toEqual(items.map(({ id }) => id).sort());
      for (const owner of new Set(items.map((item) => item.owner))) {
        const ofOwner = done.filter((id) => id.startsWith(owner));
        expect(ofOwner).toEqual([...ofOwner].sort());
      }
    }));

  it('gives the lease on the client to one process at a time, and refuses claims to the others meanwhile', () =>
    together(async ([a, b, c]) => {
      await putWork(a, [newItem('1')]);
      let inside = 0;
      const tasks = [a, b, c].map((clientStore) =>
        clientStore.exclusively(async (leaseToken) => {
          inside += 1;
          expect(inside).toBe(1);
          for (const other of [a, b, c]) expect(await claimable(other, 100)).toEqual([]);
          const claims = await clientStore.work.claim({ now: 100, limit: 1, leaseMs: LONG, leaseToken });
          expect(claims.map(({ item }) => item.id)).toEqual(['1']);
          await clientStore.work.release(claims);
          inside -= 1;
        }),
      );
      await Promise.all(tasks);
      expect(await claimable(b, 100)).toEqual(['1']);
    }));

  it('says which process has the lease that another one waits for, whose waiting ends when its caller leaves', () =>
    together(async ([a, b]) => {
      await a.exclusively(
        async () => {
          const late = b.exclusively(async () => 'never', { waitMs: 50 });
          await expect(late).rejects.toThrow(
            /: a reset in the process \d+ on \S+ has had it to itself since/,
          );
          const leaving = new AbortController();
          const left = b.exclusively(async () => 'never', { signal: leaving.signal });
          await expect.poll(() => b.leaseHolder).toBeDefined();
          leaving.abort();
          await expect(left).rejects.toThrow(/the caller left/);
        },
        { purpose: 'a reset' },
      );
      expect(await b.exclusively(async () => 'free again')).toBe('free again');
    }));

  it('gives every process that waits for the lease its turn, also when another one always has a next task', () =>
    together(async ([a, b]) => {
      let isOver = false;
      const greedy = Array.from({ length: 3 }, async () => {
        while (!isOver) await a.exclusively(async () => {});
      });
      for (let turn = 0; turn < 5; turn += 1) await b.exclusively(async () => {}, { waitMs: 20_000 });
      isOver = true;
      await Promise.all(greedy);
    }));

  it('sees from the start of a lease every claim that was made before, and no new ones', () =>
    together(async ([a, b, c]) => {
      await putWork(
        a,
        Array.from({ length: 20 }, (_, at) => newItem(`i${at}`, { queue: `queue-${at}` })),
      );
      const claiming = Array.from({ length: 20 }, () => b.work.claim({ now: 100, limit: 1, leaseMs: LONG }));
      await c.exclusively(async () => {
        const seen = await c.work.claimed();
        for (let look = 0; look < 20; look += 1) expect(await c.work.claimed()).toBe(seen);
      });
      await Promise.all(claiming);
    }));

  it('lets a change of the client document and a lease through while changes of users never stop', () =>
    together(async (clientStores) => {
      let stopped = false;
      const writers = Array.from({ length: 15 }, async (_, at) => {
        while (!stopped) await clientStores[at % 3]!.change(`user-${at}`, write({ at }));
      });
      for (let n = 1; n <= 5; n += 1) {
        await clientStores[0].change(CLIENT_DOCUMENT, write({ n }));
        await clientStores[1].exclusively(() => clientStores[1].change(CLIENT_DOCUMENT, write({ n })));
      }
      stopped = true;
      await Promise.all(writers);
      expect(await clientStores[2].read(CLIENT_DOCUMENT)).toEqual({ n: 5 });
    }));

  it('wakes the watchers of every process', () =>
    together(async ([a, b]) => {
      let calls = 0;
      const end = b.work.watch(() => {
        calls += 1;
      });
      await expect.poll(() => calls).toBeGreaterThan(0);
      const before = calls;
      await putWork(a, [newItem('1')]);
      await expect.poll(() => calls).toBeGreaterThan(before);
      end();
    }));

  it('lists the requests of every process', () =>
    together(async (clientStores) => {
      for (const [n, clientStore] of clientStores.entries()) clientStore.requests.add(logged({ n }));
      await expect.poll(async () => (await clientStores[0].requests.list(9)).length).toBe(3);
    }));
}
