import { expect, test } from 'vitest';
import { redelivered } from './delivery.ts';
import { dispatching } from './testing/dispatching.ts';
import { sampleDelivery, samplePolicy, sampleSubscription } from './testing/samples.ts';
import type { TransportOutcome, TransportRequest } from './transport.ts';

/** A transport that answers what it is told to, in turn, and then 204; it notes the entries it was sent. */
function scripted(...answers: TransportOutcome[]) {
  const sent: string[] = [];
  const transport = async ({ body }: TransportRequest) => {
    sent.push(JSON.parse(body).entry_id);
    return answers.shift() ?? { status: 204 };
  };
  return { sent, transport };
}

const states = (ledger: { deliveries: Map<string, { state: string }> }) =>
  [...ledger.deliveries.values()].map(({ state }) => state);

test('what is due is sent in order and written down as delivered', async () => {
  const { sent, transport } = scripted();
  const { dispatcher, ledger } = dispatching({ transport });
  ledger.put(sampleDelivery(2), sampleDelivery(1), sampleDelivery(3));
  dispatcher.wake();
  await dispatcher.idle();
  expect(sent).toEqual(['user-entry-1', 'user-entry-2', 'user-entry-3']);
  expect(states(ledger)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(ledger.deliveries.get('webhook/user/1')).toMatchObject({
    attempts: [{ at: 0, status: 204, error: null }],
    headers: { 'content-type': 'application/json', 'x-payrig-attempt': '1' },
    body: sampleDelivery(1).message,
  });
});

test('a later delivery of a lane waits until the earlier is delivered; other lanes do not', async () => {
  const { sent, transport } = scripted({ status: 500 });
  const { dispatcher, ledger, time } = dispatching({ transport });
  ledger.put(sampleDelivery(1), sampleDelivery(2), sampleDelivery(1, { user_id: 'other' }));
  dispatcher.wake();
  await dispatcher.idle();
  expect(sent).toEqual(['user-entry-1', 'other-entry-1']);
  expect(time.ringing!.at).toBe(10_000);
  time.ring();
  await dispatcher.idle();
  expect(sent.slice(2)).toEqual(['user-entry-1', 'user-entry-2']);
});

test('a later delivery goes out once the earlier has failed for good', async () => {
  const { sent, transport } = scripted({ status: 410 });
  const { dispatcher, ledger } = dispatching({ transport });
  ledger.put(sampleDelivery(1), sampleDelivery(2));
  dispatcher.wake();
  await dispatcher.idle();
  expect(sent).toEqual(['user-entry-1', 'user-entry-2']);
  expect(states(ledger)).toEqual(['failed', 'delivered']);
});

test('a moved clock makes all attempts on the way, in the order of time, and tells of them', async () => {
  const { transport } = scripted({ status: 500 }, { status: 503 }, { error: 'connection refused' });
  const { dispatcher, ledger } = dispatching({ transport });
  ledger.put(
    sampleDelivery(1),
    sampleDelivery(2),
    sampleDelivery(1, { user_id: 'v', next_attempt_at: 15_000 }),
  );
  const effects = await dispatcher.runUntil(60_000);
  expect(
    effects.map((one) => [one.at, one.delivery_id, one.attempt, one.status ?? one.error, one.state]),
  ).toEqual([
    [0, 'webhook/user/1', 1, 500, 'pending'],
    [10_000, 'webhook/user/1', 2, 503, 'pending'],
    [15_000, 'webhook/v/1', 1, 'connection refused', 'pending'],
    [25_000, 'webhook/v/1', 2, 204, 'delivered'],
    [40_000, 'webhook/user/1', 3, 204, 'delivered'],
    [40_000, 'webhook/user/2', 1, 204, 'delivered'],
  ]);
  expect(effects[0]).toMatchObject({
    kind: 'delivery-attempt',
    event: 'user-payroll-submitted',
    user_id: 'user',
  });
});

test('a moved clock stops at its instant and not after it', async () => {
  const { transport } = scripted({ status: 500 }, { status: 500 });
  const { dispatcher, ledger } = dispatching({ transport });
  ledger.put(sampleDelivery(1));
  expect(await dispatcher.runUntil(9_999)).toHaveLength(1);
  expect(await dispatcher.runUntil(10_000)).toHaveLength(1);
  expect(await dispatcher.runUntil(39_999)).toHaveLength(0);
  expect(await dispatcher.runUntil(40_000)).toHaveLength(1);
});

test('without end of failure a delivery fails after its last attempt, about 3 hours on', async () => {
  const { dispatcher, ledger } = dispatching({ transport: async () => ({ status: 500 }) });
  ledger.put(sampleDelivery(1));
  const effects = await dispatcher.runUntil(86_400_000);
  expect(effects.map(({ at }) => at / 1000)).toEqual([0, 10, 40, 130, 400, 1210, 3640, 10_930]);
  expect(states(ledger)).toEqual(['failed']);
});

test('deleting a subscription stops what is pending, due or not', async () => {
  const { sent, transport } = scripted({ status: 500 });
  const { dispatcher, ledger, time } = dispatching({ transport });
  ledger.put(sampleDelivery(1), sampleDelivery(2));
  dispatcher.wake();
  await dispatcher.idle();
  ledger.subscriptions.delete('webhook');
  await dispatcher.stop('webhook');
  expect(states(ledger)).toEqual(['failed', 'failed']);
  time.ring();
  await dispatcher.idle();
  expect(sent).toHaveLength(1);
});

test('what is due for a subscription that is gone is not sent, even when nobody stopped it', async () => {
  const { sent, transport } = scripted();
  const { dispatcher, ledger } = dispatching({ transport });
  ledger.put(sampleDelivery(1, { webhook_id: 'deleted' }));
  dispatcher.wake();
  await dispatcher.idle();
  expect(sent).toEqual([]);
  expect(states(ledger)).toEqual(['failed']);
});

test('a receiver that is gone, or fails without end, loses its subscription when the profile says so', async () => {
  for (const [status, points] of [
    [410, { 'webhooks.delivery.gone': 'unsubscribe' }],
    [500, { 'webhooks.delivery.exhausted': 'disable-subscription', 'webhooks.delivery.max-attempts': 1 }],
  ] as const) {
    const { sent, transport } = scripted({ status });
    const { dispatcher, ledger } = dispatching({ transport, policy: samplePolicy(points) });
    ledger.put(
      sampleDelivery(1),
      sampleDelivery(2),
      sampleDelivery(1, { user_id: 'v', next_attempt_at: 99 }),
    );
    dispatcher.wake();
    await dispatcher.idle();
    expect(sent).toEqual(['user-entry-1']);
    expect(states(ledger)).toEqual(['failed', 'failed', 'failed']);
    expect(ledger.ended).toEqual([{ webhook_id: 'webhook', why: status === 410 ? 'gone' : 'exhausted' }]);
  }
});

test('redelivery during an attempt is one more attempt', async () => {
  const { dispatcher, ledger } = dispatching({
    transport: async ({ headers }) => {
      const stored = ledger.deliveries.get('webhook/user/1')!;
      if (headers['X-Payrig-Attempt'] === '1') ledger.put(redelivered(stored, 0));
      return { status: 204 };
    },
  });
  ledger.put(sampleDelivery(1));
  dispatcher.wake();
  await dispatcher.idle();
  expect(ledger.deliveries.get('webhook/user/1')!.attempts).toHaveLength(2);
});

test('records of one user are written together while a write is under way', async () => {
  const { dispatcher, ledger } = dispatching();
  const record = ledger.record.bind(ledger);
  ledger.record = async (...given) => {
    await new Promise((resolve) => setImmediate(resolve));
    await record(...given);
  };
  ledger.put(...Array.from({ length: 12 }, (_, n) => sampleDelivery(n + 1)));
  dispatcher.wake();
  await dispatcher.idle();
  expect(states(ledger).every((state) => state === 'delivered')).toBe(true);
  expect(ledger.writes).toBeLessThan(6);
});

test('each attempt has a vector of its own', async () => {
  const vectors: string[] = [];
  const { dispatcher, ledger } = dispatching({
    transport: async ({ headers }) => {
      vectors.push(headers['X-Svc-Encryption-IV']!);
      return { status: 500 };
    },
  });
  ledger.subscriptions.set(
    'webhook',
    sampleSubscription({ encryption_key: Buffer.alloc(32).toString('base64') }),
  );
  ledger.put(sampleDelivery(1));
  await dispatcher.runUntil(86_400_000);
  expect(new Set(vectors).size).toBe(8);
});

test('an envelope that cannot be made counts as a failed attempt', async () => {
  const { dispatcher, ledger } = dispatching();
  ledger.subscriptions.set('webhook', sampleSubscription({ encryption_key: 'not a key' }));
  ledger.put(sampleDelivery(1));
  const [effect] = await dispatcher.runUntil(0);
  expect(effect).toMatchObject({ status: null, error: 'could not be sealed', state: 'pending' });
});

test('a ledger that fails is told of, left alone for a second, and then tried again', async () => {
  const faults: unknown[] = [];
  const { sent, transport } = scripted();
  const { dispatcher, ledger, time } = dispatching({ transport, onFault: (error) => faults.push(error) });
  const record = ledger.record.bind(ledger);
  ledger.record = async () => {
    throw new Error('disk full');
  };
  ledger.put(sampleDelivery(1));
  dispatcher.wake();
  await dispatcher.idle();
  expect([sent.length, faults.length, time.ringing!.at]).toEqual([1, 1, 1000]);
  ledger.record = record;
  time.ring();
  await dispatcher.idle();
  expect(sent).toHaveLength(2);
  expect(states(ledger)).toEqual(['delivered']);
  await expect(
    dispatching({
      ledger: Object.assign(ledger, { take: () => Promise.reject(new Error('no')) }),
    }).dispatcher.runUntil(1),
  ).rejects.toThrow('no');
});

test('closing waits for what is under way and starts nothing more', async () => {
  let answer: (outcome: TransportOutcome) => void = () => {};
  const { dispatcher, ledger } = dispatching({
    transport: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  ledger.put(sampleDelivery(1), sampleDelivery(2));
  dispatcher.wake();
  const closed = dispatcher.close();
  await new Promise((resolve) => setImmediate(resolve));
  answer({ status: 200 });
  await closed;
  dispatcher.wake();
  await dispatcher.idle();
  expect(states(ledger)).toEqual(['delivered', 'pending']);
});

test('moving the clock waits for what is under way, and nothing is sent twice', async () => {
  const pending: ((outcome: TransportOutcome) => void)[] = [];
  const { dispatcher, ledger } = dispatching({
    transport: () => new Promise((resolve) => pending.push(resolve)),
  });
  ledger.put(sampleDelivery(1), sampleDelivery(2));
  dispatcher.wake();
  const moved = dispatcher.runUntil(1000);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(pending).toHaveLength(1);
  pending[0]!({ status: 200 });
  await turn();
  expect(pending).toHaveLength(2);
  pending[1]!({ status: 200 });
  expect((await moved).map(({ delivery_id }) => delivery_id)).toEqual(['webhook/user/2']);
});
