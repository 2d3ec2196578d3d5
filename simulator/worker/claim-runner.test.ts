import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailableError } from '../store/port.ts';
import { noting, started } from './testing/working.ts';
import type { WorkHandler } from './work-handler.ts';

test.each([
  ['that was answered', 200, { state: 'delivered', tries: 1 }],
  // The next attempt waits for its time by the client's clock, which stands still here.
  ['without an answer', 'connection refused', { state: 'pending', tries: 1, due: 10_000 }],
])('an attempt %s is stored once the store is back, and not sent again', async (_, answer, stored) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { sent, transport } = noting(() => answer);
  const { start, subscribe, occur, delivery, clientStore, errors, worker } = await started({ transport });
  onTestFinished(() => void vi.useRealTimers());
  await subscribe('w');
  const change = clientStore.change.bind(clientStore);
  let isFull = true;
  clientStore.change = (id, decide, options) =>
    isFull && options?.claim
      ? Promise.reject(new StoreUnavailableError('disk full'))
      : change(id, decide, options);
  const [id] = (await occur('ann', 'w')) as [string];
  start();
  for (let second = 0; second < 5; second += 1) {
    await worker.idle();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(sent).toEqual([id]);
  expect(await delivery(id)).toMatchObject({ state: 'pending', tries: 0 });
  expect(errors.length).toBeGreaterThan(1);
  isFull = false;
  await vi.advanceTimersByTimeAsync(1000);
  await worker.idle();
  expect(sent).toEqual([id]);
  expect(await delivery(id)).toMatchObject(stored);
});

test('what takes longer than a lease is done once, while its process lives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { clientStore, real, worker, handlers } = await started({ leaseMs: 15_000 });
  const other = await started({ clientStore, real, leaseMs: 15_000 });
  const begun: (() => void)[] = [];
  onTestFinished(() => {
    vi.useRealTimers();
    for (const finish of begun) finish();
  });
  const reading: WorkHandler = async ({ item: { id, owner } }) => {
    await new Promise<void>((finish) => begun.push(finish));
    return {
      write: (claim) => clientStore.change(owner, () => ({ removeWork: [id], result: [] }), { claim }),
    };
  };
  for (const one of [worker, other.worker]) one.start({ ...handlers, reading });
  await clientStore.change('ann', () => ({
    document: {},
    sortKey: 'ann',
    work: [{ id: 'x', kind: 'reading', owner: 'ann', queue: 'x', target: null, due: 0, data: {} }],
    result: undefined,
  }));
  await expect.poll(() => begun).toHaveLength(1);
  for (let seconds = 0; seconds < 60; seconds += 5) {
    real.now += 5000;
    await vi.advanceTimersByTimeAsync(5000);
    for (const one of [worker, other.worker]) one.wake();
    expect(await clientStore.work.claimed()).toBe(1);
    expect(begun).toHaveLength(1);
  }
  begun[0]!();
  await expect.poll(() => clientStore.work.list({})).toEqual([]);
  await Promise.all([worker.idle(), other.worker.idle()]);
  expect(vi.getTimerCount()).toBe(0);
});

test('work that fails delays no other work, and is not tried all the time', async () => {
  const { sent, transport } = noting();
  const { start, subscribe, occur, clientStore, errors } = await started({ transport });
  await subscribe('w');
  await clientStore.change('odd', () => ({
    document: {},
    sortKey: 'odd',
    work: [{ id: 'x', kind: 'unknown', owner: 'odd', queue: 'x', target: null, due: 0, data: {} }],
    result: undefined,
  }));
  start();
  const [id] = await occur('ann', 'w');
  await expect.poll(() => sent).toEqual([id]);
  expect(errors).toHaveLength(1);
});

test('work without a handler is reported and not done, and other work goes on', async () => {
  const { sent, transport } = noting();
  const { start, worker, subscribe, occur, clientStore, errors } = await started({ transport });
  await subscribe('w');
  await clientStore.change('ann', () => ({
    document: {},
    sortKey: 'ann',
    work: [{ id: 'odd', kind: 'odd', owner: 'ann', queue: 'odd', target: null, due: 0, data: {} }],
    result: undefined,
  }));
  await occur('bob', 'w');
  start();
  await worker.idle();
  expect(errors).toMatchObject([{ message: 'There is no handler for work of the kind odd' }]);
  expect(sent).toHaveLength(1);
  expect(await clientStore.work.claimed()).toBe(1);
});
