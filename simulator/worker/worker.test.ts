import { afterEach, expect, test, vi } from 'vitest';
import { type Claim, StoreUnavailableError } from '../store/port.ts';
import { redelivered, withDelivery } from '../webhooks/delivery.ts';
import type { Transport, TransportRequest } from '../webhooks/http-transport.ts';
import { stopDeliveries } from '../work/deliver.ts';
import { working } from './testing/working.ts';
import type { WorkHandler } from './worker.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function started(...given: Parameters<typeof working>) {
  const all = await working(...given);
  closing.push(() => all.worker.close());
  return all;
}

/** A transport that notes what it sends, and answers as it is told. */
function noting(answer: (request: TransportRequest, nth: number) => number | string = () => 200) {
  const sent: string[] = [];
  const transport: Transport = async (request) => {
    sent.push(request.headers['X-Payrig-Delivery'] ?? '');
    const said = answer(request, sent.length);
    return typeof said === 'number' ? { status: said } : { error: said };
  };
  return { sent, transport };
}

test('what is put is sent in order and written down, and nobody has to say that it is there', async () => {
  const { sent, transport } = noting();
  const { start, subscribe, occur, delivery } = await started({ transport });
  await subscribe('w');
  start();
  const ids = await occur('ann', 'w', 3);
  await expect.poll(() => sent).toEqual(ids);
  await expect.poll(async () => (await delivery(ids[2]!)).state).toBe('delivered');
  expect((await delivery(ids[0]!)).attempts).toHaveLength(1);
});

test('a later delivery of a queue waits until the earlier is delivered; other queues do not', async () => {
  const { sent, transport } = noting(({ url }, nth) => (url.includes('flaky') && nth < 3 ? 500 : 200));
  const { moveTo, subscribe, occur } = await started({ transport });
  await subscribe('flaky');
  await subscribe('well');
  const [first, second] = await occur('ann', 'flaky', 2);
  const [other] = await occur('bob', 'flaky');
  const [well] = await occur('ann', 'well');
  await moveTo(0);
  expect(sent).toEqual([first, other, well]);
  await moveTo(60_000);
  expect(sent.slice(3)).toEqual([first, other, second]);
});

test('a moved clock makes all attempts on the way, in the order of time, and tells of them', async () => {
  const { transport } = noting((_, nth) => (nth < 3 ? 503 : 204));
  const { moveTo, subscribe, occur, delivery, state } = await started({ transport });
  await subscribe('w');
  const [id] = await occur('ann', 'w');
  const effects = await moveTo(3_600_000);
  expect(
    effects.map(({ at, kind, ...rest }) => [at, kind, rest['attempt'], rest['status'], rest['state']]),
  ).toEqual([
    ['1970-01-01T00:00:00.000Z', 'delivery-attempt', 1, 503, 'pending'],
    ['1970-01-01T00:00:10.000Z', 'delivery-attempt', 2, 503, 'pending'],
    ['1970-01-01T00:00:40.000Z', 'delivery-attempt', 3, 204, 'delivered'],
  ]);
  expect((await delivery(id!)).state).toBe('delivered');
  expect(await state.now()).toBe(3_600_000);
});

test('a moved clock stops at its instant and not after it', async () => {
  const { sent, transport } = noting(() => 500);
  const { moveTo, subscribe, occur } = await started({ transport });
  await subscribe('w');
  await occur('ann', 'w');
  await moveTo(9_999);
  expect(sent).toHaveLength(1);
  await moveTo(10_000);
  expect(sent).toHaveLength(2);
});

test('without end of failure a delivery fails after its last attempt', async () => {
  const { transport } = noting(() => 'connection refused');
  const { moveTo, subscribe, occur, delivery } = await started({ transport });
  await subscribe('w');
  const [id] = await occur('ann', 'w');
  await moveTo(86_400_000);
  expect(await delivery(id!)).toMatchObject({ state: 'failed', failure: 'exhausted', due: null, tries: 8 });
});

test('what is pending for a subscription that is gone is stopped, and not sent where nobody stopped it', async () => {
  const { sent, transport } = noting();
  const { moveTo, subscribe, occur, delivery, clientStore } = await started({ transport });
  await subscribe('w');
  const [soon, later] = [await occur('ann', 'w'), await occur('bob', 'w', 1, 5000)].flat();
  await stopDeliveries('w', clientStore);
  const [orphan] = await occur('ann', 'nobody');
  await moveTo(10_000);
  expect(sent).toEqual([]);
  for (const id of [soon, later, orphan])
    expect(await delivery(id!)).toMatchObject({ state: 'failed', failure: 'subscription-deleted' });
});

test('a receiver that is gone, or fails without end, loses its subscription when the profile says so', async () => {
  for (const [status, points] of [
    [410, { 'webhooks.delivery.gone': 'unsubscribe' }],
    [500, { 'webhooks.delivery.exhausted': 'disable-subscription', 'webhooks.delivery.max-attempts': 1 }],
  ] as const) {
    const { sent, transport } = noting(() => status);
    const { moveTo, subscribe, occur, delivery, state } = await started({ transport, points });
    await subscribe('w');
    const ids = await occur('ann', 'w', 2);
    await moveTo(1000);
    expect(sent).toEqual([ids[0]]);
    expect(await delivery(ids[1]!)).toMatchObject({ state: 'failed', failure: 'subscription-deleted' });
    const { w } = (await state.read()).webhooks;
    expect(w === undefined || w.disabled).toBe(true);
  }
});

test('redelivery asked for during an attempt is one more attempt', async () => {
  let again = async () => {};
  const { sent, transport } = noting();
  const { moveTo, subscribe, occur, delivery, clientStore } = await started({
    transport: async (request) => {
      await again();
      again = async () => {};
      return transport(request);
    },
  });
  await subscribe('w');
  const [id] = (await occur('ann', 'w')) as [string];
  again = () =>
    clientStore.change(
      'ann',
      ({ item }) => ({
        work: [withDelivery(item!, redelivered(item!.data as never, 0))],
        result: undefined,
      }),
      { item: id },
    );
  await moveTo(0);
  expect(sent).toEqual([id, id]);
  expect(await delivery(id)).toMatchObject({ state: 'delivered', round: 2 });
});

test('each attempt has a vector of its own, and one that cannot be sealed counts as failed', async () => {
  const vectors: string[] = [];
  const { moveTo, subscribe, occur, delivery } = await started({
    transport: async ({ headers }) => {
      vectors.push(headers['X-Svc-Encryption-IV'] ?? '');
      return { status: 500 };
    },
  });
  await subscribe('w', { encryption_key: Buffer.alloc(32, 1).toString('base64') });
  await subscribe('broken', { encryption_key: 'too short' });
  await occur('ann', 'w');
  const [unsealed] = await occur('ann', 'broken');
  await moveTo(100_000);
  expect(new Set(vectors).size).toBe(vectors.length);
  expect(vectors.length).toBeGreaterThan(2);
  expect((await delivery(unsealed!)).attempts[0]).toMatchObject({
    status: null,
    error: 'could not be sealed',
  });
});

test('what came of an attempt and could not be written down is written later, and not sent again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  closing.push(() => vi.useRealTimers());
  const { sent, transport } = noting();
  const { start, subscribe, occur, delivery, clientStore, errors, worker } = await started({ transport });
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
  expect((await delivery(id)).state).toBe('pending');
  expect(errors.length).toBeGreaterThan(1);
  isFull = false;
  await vi.advanceTimersByTimeAsync(1000);
  await worker.idle();
  expect(sent).toEqual([id]);
  expect(await delivery(id)).toMatchObject({ state: 'delivered', tries: 1 });
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

test('what takes longer than a lease is done once, while its process lives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  closing.push(() => vi.useRealTimers());
  const { clientStore, real, worker, handlers } = await started({ leaseMs: 15_000 });
  const other = await started({ clientStore, real, leaseMs: 15_000 });
  const begun: (() => void)[] = [];
  closing.unshift(() => begun.map((finish) => finish()));
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

test('what cannot be done holds up nobody else, and is not tried all the time', async () => {
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

test.each(['a move of the clock', 'the worker'])(
  '%s does one check in a turn of the event loop, and lets others in between',
  async (who) => {
    const { worker, handlers, clientStore, moveTo } = await started();
    let turn = 0;
    const count = () => {
      turn += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    closing.push(() => clearImmediate(immediate));
    const turns: number[] = [];
    const check: WorkHandler = async ({ item }) => {
      turns.push(turn);
      const write = (claim: Claim) =>
        clientStore.change(item.owner, () => ({ removeWork: [item.id], result: [] }), { claim });
      return { write };
    };
    for (let n = 0; n < 40; n += 1) {
      const owner = `user-${n}`;
      const item = { id: owner, kind: 'check', owner, queue: owner, target: null, due: 0, data: {} };
      await clientStore.change(owner, () => ({
        document: {},
        sortKey: owner,
        work: [item],
        result: undefined,
      }));
    }
    if (who === 'the worker') worker.start({ ...handlers, check });
    else {
      handlers['check'] = check;
      await moveTo(1000);
    }
    await expect.poll(() => turns.length).toBe(40);
    expect(new Set(turns).size).toBe(40);
  },
);

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
  closing.unshift(() => {
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
