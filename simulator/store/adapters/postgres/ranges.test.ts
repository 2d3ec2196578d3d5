import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished } from 'vitest';
import { postgresPlace } from '../../testing/postgres-place.ts';

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
