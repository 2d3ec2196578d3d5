import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished } from 'vitest';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { newItem, putWork, write } from '../../testing/store-place.ts';

it('to put work costs about the same however much of it waits already', async () => {
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const store = await place.open();
  const clientStore = store.clientStore('client');
  for (const owner of ['idle', 'busy']) await clientStore.change(owner, write({}, { sortKey: owner }));
  const waiting = Array.from({ length: 3000 }, (_, n) => newItem(`w${n}`, { owner: 'busy', queue: 'queue' }));
  await putWork(clientStore, waiting);
  const costs: Record<string, number[]> = { idle: [], busy: [] };
  for (let n = 0; n < 21; n += 1)
    for (const owner of ['idle', 'busy']) {
      const began = performance.now();
      await putWork(clientStore, [newItem(`${owner}${n}`, { owner, queue: 'queue' })]);
      costs[owner]!.push(performance.now() - began);
    }
  const [idle, busy] = ['idle', 'busy'].map((owner) => costs[owner]!.sort((a, b) => a - b)[10]!);
  await store.close();
  expect(busy! / idle!).toBeLessThan(8);
});
