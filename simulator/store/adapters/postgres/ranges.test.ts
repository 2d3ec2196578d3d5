import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { postgresDatabase, postgresPlace } from '../../testing/postgres-place.ts';
import { newItem } from '../../testing/store-place.ts';
import { postgresStore } from './postgres-store.ts';

it('to count or list a range costs about the same however many stand after it', async () => {
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const store = await place.open();
  onTestFinished(() => store.close());
  const clientStore = store.clientStore('client');
  const aggregates = Array.from({ length: 20_000 }, (_, n) => ({
    id: `u${n}`,
    sortKey: `m-${String(n).padStart(5, '0')}`,
    document: {},
  }));
  await clientStore.replace({ aggregates, work: [], files: [] });
  const ranges = { before: { from: 'a', to: 'b' }, after: { from: 'x', to: 'y' } };
  const costs: Record<string, number[]> = { before: [], after: [] };
  for (let n = 0; n < 21; n += 1)
    for (const [name, range] of Object.entries(ranges)) {
      const began = performance.now();
      expect(await clientStore.count([range, range])).toEqual([0, 0]);
      expect(await clientStore.list({ ...range, offset: 0, limit: 10 })).toEqual([]);
      costs[name]!.push(performance.now() - began);
    }
  const [before, after] = ['before', 'after'].map((name) => costs[name]!.sort((a, b) => a - b)[10]!);
  expect(before! / after!).toBeLessThan(4);
});

it('statements that were planned for few aggregates do not read all of them among many', async () => {
  const database = await postgresDatabase();
  onTestFinished(database.remove);
  const store = await postgresStore(database.url, { poolSize: 2 });
  const clientStore = store.clientStore('client');
  const put = (n: number) => {
    const sortKey = `m-${String(n).padStart(5, '0')}`;
    const work = [newItem(`w${n}`, { owner: `u${n}.`, due: n === 5 ? 0 : 1 })];
    return clientStore.change(`u${n}.`, () => ({ document: { n }, sortKey, work, result: n }));
  };
  const useAll = async () => {
    await Promise.all([put(5), clientStore.read('u5.'), clientStore.find('u5.')]);
    await clientStore.list({ offset: 0, limit: 10 });
    await clientStore.count([{ from: 'm-00000', to: 'm-00005' }]);
    const claims = await clientStore.work.claim({ now: 0, limit: 1, leaseMs: 60_000 });
    await clientStore.work.renew(claims, 60_000);
    await clientStore.work.release(claims);
    await clientStore.work.nextDue();
  };
  const fewTimes = 20;
  const many = 400;
  // PostgreSQL keeps a plan for a connection once it has made a few.
  for (let n = 0; n < fewTimes; n += 1) await useAll();
  for (let n = 0; n < many; n += 1) await put(n);
  for (let n = 0; n < fewTimes; n += 1) await useAll();
  await store.close();
  // A connection's counts are complete when it has ended.
  await vi.waitUntil(async () => (await database.connections()) === 0, { timeout: 10_000 });
  const reader = new pg.Client(database.url);
  await reader.connect();
  onTestFinished(() => reader.end());
  const text = 'select sum(idx_tup_read)::int as read from pg_stat_user_indexes';
  const { read } = (await reader.query<{ read: number }>(text)).rows[0]!;
  expect(read / (many + 2 * fewTimes)).toBeLessThan(100);
});
