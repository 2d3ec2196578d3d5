import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clockAt } from '../state/client-state.ts';
import { StoreUnavailableError } from '../store/port.ts';
import type { Transport } from '../webhooks/http-transport.ts';
import { fortyChecks } from './testing/forty-checks.ts';
import { noting, started, working } from './testing/working.ts';

test('the worker looks again when the next delivery is due, and no later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sent, transport } = noting();
  const { start, subscribe, occur, state, real, worker } = await started({ transport });
  const clock = clockAt(0, real.now, false);
  await state.change((record) => ({ record: { ...record, clock }, result: undefined }));
  await subscribe('w');
  const [id] = await occur('ann', 'w', 1, 1000);
  start();
  await worker.idle();
  expect(sent).toEqual([]);
  real.now += 1000;
  await vi.advanceTimersByTimeAsync(1000);
  await worker.idle();
  expect(sent).toEqual([id]);
});

test.each([
  ['40 deliveries go out', 40, 40],
  ['no more than 512 of 600 deliveries go out', 600, 512],
])('while results wait for the store, %s to a receiver that takes 16 at a time', async (_, count, most) => {
  const { sent, transport } = noting();
  const { start, subscribe, occur, clientStore, worker } = await started({ transport });
  await subscribe('w');
  for (let n = 0; n < count; n += 1) await occur(`user-${n}`, 'w');
  const change = clientStore.change.bind(clientStore);
  let store = () => {};
  const storing = new Promise<void>((resolve) => {
    store = resolve;
  });
  onTestFinished(() => store());
  clientStore.change = async (id, decide, options) => {
    if (options?.claim) await storing;
    return change(id, decide, options);
  };
  start();
  await expect.poll(() => sent.length).toBe(most);
  for (let turn = 0; turn < 50; turn += 1) await nextEventLoopTurn();
  expect(sent).toHaveLength(most);
  store();
  await expect.poll(() => sent.length).toBe(count);
  await worker.idle();
  expect(new Set(sent).size).toBe(count);
  expect(await clientStore.work.pending()).toBe(0);
});

test('a task that has the client to itself waits until the results of requests under way are stored', async () => {
  let answer = () => {};
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const transport: Transport = () => answering.then(() => ({ status: 200 }));
  const { start, subscribe, occur, delivery, clientStore, worker } = await started({ transport });
  onTestFinished(() => answer());
  await subscribe('w');
  const [id] = (await occur('ann', 'w')) as [string];
  start();
  await expect.poll(() => clientStore.work.claimed()).toBe(1);
  const claimed = clientStore.work.claimed.bind(clientStore.work);
  let asked = 0;
  clientStore.work.claimed = () => {
    // The answer arrives while the worker waits, so that only a second look finds nothing under way.
    asked += 1;
    if (asked === 2) answer();
    return claimed();
  };
  await clientStore.exclusively(() => worker.drained());
  expect(asked).toBeGreaterThan(1);
  expect(await delivery(id)).toMatchObject({ state: 'delivered' });
});

test('forty receivers that hang, sixteen requests each, keep no other receiver waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let end = () => {};
  const hanging = new Promise<void>((resolve) => {
    end = resolve;
  });
  const sent: string[] = [];
  const transport: Transport = async ({ url }) => {
    sent.push(url);
    if (!url.includes('well')) await hanging;
    return { status: 200 };
  };
  const { start, subscribe, occur } = await started({ transport });
  onTestFinished(() => {
    vi.useRealTimers();
    end();
  });
  for (let receiver = 0; receiver < 40; receiver += 1) {
    await subscribe(`hangs-${receiver}`);
    for (let user = 0; user < 16; user += 1) await occur(`user-${user}`, `hangs-${receiver}`);
  }
  await subscribe('well');
  await occur('user-0', 'well');
  start();
  // Work counts against the overall limit for its first second.
  for (let second = 0; second < 10; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let turn = 0; turn < 100; turn += 1) await nextEventLoopTurn();
  }
  expect(sent).toHaveLength(641);
  expect(sent).toContain('http://well.test/');
});

test('the worker says for how long due work has waited, and 0 once it is done', async () => {
  const { sent, transport } = noting();
  const { start, worker, state, subscribe, occur, clientStore, real } = await started({ transport });
  await state.change((record) => ({ record: { ...record, clock: { ahead_ms: 0 } }, result: undefined }));
  await subscribe('w');
  expect(worker.behindMs).toBe(0);
  await clientStore.exclusively(async () => {
    await occur('ann', 'w');
    start();
    await worker.idle();
    real.now += 5000;
    expect(worker.behindMs).toBe(5000);
    expect(sent).toEqual([]);
  });
  worker.wake();
  await expect.poll(() => sent).toHaveLength(1);
  await worker.idle();
  expect(worker.behindMs).toBe(0);
});

test('a sender whose lease may run out before the answer comes does not send', async () => {
  const { sent, transport } = noting();
  const { handlers, subscribe, occur, clientStore, real } = await started({ transport });
  await subscribe('w');
  const [id] = (await occur('ann', 'w')) as [string];
  const item = (await clientStore.work.get(id))!;
  const sender = (leftMs: number) =>
    handlers['delivery']?.({ item, token: '', until: real.now + leftMs }, 0, async () => 0);
  expect(await sender(9_999)).toBe('later');
  expect(sent).toEqual([]);
  expect(await sender(10_000)).toMatchObject({ answered: true });
});

test('the worker does one check in a turn of the event loop, and lets others in between', async () => {
  const { worker, handlers, clientStore } = await started();
  const { check, turns } = await fortyChecks(clientStore);
  worker.start({ ...handlers, check });
  await expect.poll(() => turns.length).toBe(40);
  expect(new Set(turns).size).toBe(40);
});

test('closing waits for what is under way and starts nothing more', async () => {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { sent, transport } = noting();
  const { start, subscribe, occur, delivery, worker } = await started({
    transport: async (request) => {
      const outcome = await transport(request);
      await waiting;
      return outcome;
    },
  });
  await subscribe('w');
  const ids = await occur('ann', 'w', 2);
  start();
  await expect.poll(() => sent).toHaveLength(1);
  const closed = worker.close();
  answer();
  await closed;
  expect((await delivery(ids[0]!)).state).toBe('delivered');
  expect(sent).toHaveLength(1);
});

test('a hundred and fifty subscriptions that hang do not hold up one that answers', async () => {
  const { sent, transport } = noting();
  const hanging: (() => void)[] = [];
  const { start, subscribe, occur, worker } = await working({
    transport: async (request) => {
      if (!request.url.includes('hangs')) return transport(request);
      await new Promise<void>((resolve) => hanging.push(resolve));
      return { error: 'no answer' };
    },
  });
  for (let n = 0; n < 150; n += 1) {
    await subscribe(`hangs-${n}`);
    await occur('ann', `hangs-${n}`);
  }
  await subscribe('well');
  start();
  await expect.poll(() => hanging.length).toBe(150);
  const [id] = await occur('ann', 'well');
  await expect.poll(() => sent, { timeout: 900 }).toEqual([id]);
  const closed = worker.close();
  for (const release of hanging) release();
  await closed;
});

test('what is answered in one turn of the event loop is followed by one claim, not by one each', async () => {
  const waiting: (() => void)[] = [];
  let isOver = false;
  const transport: Transport = () =>
    new Promise((resolve) => {
      waiting.push(() => resolve({ status: 200 }));
      if (isOver) resolve({ status: 200 });
    });
  const { start, subscribe, occur, clientStore } = await started({ transport });
  // Before the worker closes, which waits for its answers.
  onTestFinished(() => {
    isOver = true;
    for (const answer of waiting.splice(0)) answer();
  });
  await subscribe('w');
  for (let user = 0; user < 32; user += 1) await occur(`user-${user}`, 'w');
  start();
  await expect.poll(() => waiting.length).toBe(16);
  const claim = vi.spyOn(clientStore.work, 'claim');
  for (const answer of waiting.splice(0)) setImmediate(answer);
  await expect.poll(() => waiting.length).toBe(16);
  expect(claim.mock.calls.length).toBeLessThan(8);
});

test('a worker whose store fails rests, says so, and looks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sent, transport } = noting();
  const { start, worker, subscribe, occur, clientStore, errors } = await started({ transport });
  await subscribe('w');
  await occur('ann', 'w');
  const claim = clientStore.work.claim.bind(clientStore.work);
  clientStore.work.claim = () => Promise.reject(new StoreUnavailableError('away'));
  start();
  await worker.idle();
  expect(errors).toMatchObject([{ message: 'away' }]);
  worker.wake();
  await worker.idle();
  expect(errors).toHaveLength(1);
  clientStore.work.claim = claim;
  await vi.advanceTimersByTimeAsync(999);
  await worker.idle();
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await worker.idle();
  expect(sent).toHaveLength(1);
});
