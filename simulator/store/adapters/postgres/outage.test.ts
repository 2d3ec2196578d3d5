import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailableError } from '../../port.ts';
import { startPostgres } from '../../testing/postgres-server.ts';
import { LONG, logged, newItem, putWork, write } from '../../testing/store-place.ts';
import { postgresStore } from './postgres-store.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;

beforeAll(async () => {
  // A server of its own, since the one that all tests share must not go away.
  server = await startPostgres();
  await server.started;
  return () => server.stop();
});

it('while the database is away every call says so quickly, and everything goes on when it is back', async () => {
  const store = await postgresStore(server.url, { pollMs: 50, timeoutMs: 2000 });
  onTestFinished(() => store.close());
  const clientStore = store.clientStore('client');
  await putWork(clientStore, [newItem('1')]);
  let calls = 0;
  clientStore.work.watch(() => {
    calls += 1;
  });
  await server.restart(async () => {
    const start = performance.now();
    const failing = [
      () => clientStore.read('ann'),
      () => clientStore.change('ann', write({ n: 1 })),
      () => clientStore.work.claim({ now: 100, limit: 1, leaseMs: LONG }),
      () => clientStore.exclusively(async () => {}),
      () => clientStore.contents(),
      () => clientStore.files.put('file', Buffer.from('bytes')),
    ];
    for (const call of failing) await expect(call()).rejects.toThrow(StoreUnavailableError);
    expect(performance.now() - start).toBeLessThan(2000);
    const { problems } = await store.health();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^The database postgres:\/\/127\.0\.0\.1:\d+\/postgres does not answer: /);
    clientStore.requests.add(logged({ n: 1 }));
  });
  expect(await clientStore.read('ann')).toEqual({});
  // On a busy machine it may say that the database is slow.
  expect(await store.health()).not.toHaveProperty('isAway');
  await clientStore.change('ann', write({ n: 2 }));
  const [claim] = await clientStore.work.claim({ now: 100, limit: 1, leaseMs: LONG });
  expect(claim?.item.id).toBe('1');
  const before = calls;
  await expect.poll(() => calls).toBeGreaterThan(before);
});

it('a database that can be read and not be written refuses changes, and health says so', async () => {
  const store = await postgresStore(server.url, { schema: 'read_only' });
  onTestFinished(() => store.close());
  const clientStore = store.clientStore('client');
  await clientStore.change('ann', write({ n: 1 }));
  const admin = new pg.Client(server.url);
  onTestFinished(() => admin.end());
  await admin.connect();
  const setReadOnly = async (value: 'on' | 'off') => {
    await admin.query(`alter system set default_transaction_read_only = ${value}`);
    await admin.query('select pg_reload_conf()');
    await expect
      .poll(async () => (await admin.query('show transaction_read_only')).rows[0])
      .toEqual({ transaction_read_only: value });
  };
  onTestFinished(() => setReadOnly('off'));
  await setReadOnly('on');
  await expect.poll(async () => (await store.health()).problems[0]).toMatch(/read-only transaction/);
  await expect(clientStore.change('ann', write({ n: 2 }))).rejects.toThrow(StoreUnavailableError);
  expect(await clientStore.read('ann')).toEqual({ n: 1 });
  await setReadOnly('off');
  await expect.poll(() => store.health()).toMatchObject({ problems: [] });
  await clientStore.change('ann', write({ n: 2 }));
});

it('changes made while the database is restarted are there or were refused, and none is half there', async () => {
  const store = await postgresStore(server.url, { schema: 'restarted', timeoutMs: 2000 });
  onTestFinished(() => store.close());
  const clientStore = store.clientStore('client');
  const acknowledged = new Map<string, number>();
  let stopped = false;
  const writers = Array.from({ length: 6 }, async (_, at) => {
    const id = `user-${at}`;
    while (!stopped) {
      try {
        const n = await clientStore.change(id, ({ document }) => {
          const next = Number(document?.n ?? 0) + 1;
          return {
            document: { n: next },
            sortKey: id,
            work: [newItem(`${id}-${next}`, { owner: id, queue: id, due: next })],
            result: next,
          };
        });
        acknowledged.set(id, n);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailableError);
        // Like a client that waits a moment before it tries again.
        await new Promise(setImmediate);
      }
    }
  });
  const most = () => Math.max(0, ...acknowledged.values());
  const goOn = async () => {
    const before = most();
    await expect.poll(most, { timeout: 20_000 }).toBeGreaterThan(before + 20);
  };
  await goOn();
  await server.restart();
  await goOn();
  stopped = true;
  await Promise.all(writers);
  for (const [id, n] of acknowledged) {
    const found = Number((await clientStore.read(id))?.n);
    expect(found).toBeGreaterThanOrEqual(n);
    const work = await clientStore.work.list({ owner: id });
    expect(work.map(({ due }) => due)).toEqual(Array.from({ length: found }, (_, at) => at + 1));
  }
});

it('when a process dies with the lease on a client, others wait no longer than the lease', async () => {
  const options = { schema: 'leases', clientLeaseMs: 1000 };
  const dying = await postgresStore(server.url, options);
  const other = await postgresStore(server.url, options);
  onTestFinished(() => other.close());
  let end = () => {};
  const lost = await new Promise<{ task: Promise<void> }>((begun) => {
    const task = dying.clientStore('client').exclusively(() => {
      begun({ task });
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
  });
  // A closed store renews nothing: to the others it is as dead as its process.
  await dying.close();
  await other.clientStore('client').exclusively(async () => {});
  end();
  await lost.task;
});
