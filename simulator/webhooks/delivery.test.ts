import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Points } from '../../spec/profile.ts';
import {
  afterAttempt,
  backoffMs,
  type Due,
  deliveryView,
  endsSubscription,
  isSuccess,
  redelivered,
  stopped,
} from './delivery.ts';
import { sampleAttempt, sampleDelivery, samplePoints } from './testing/samples.ts';

const points = samplePoints();
const after = (before: Due, status: number | null, given = points, round = before.delivery.round) =>
  afterAttempt(before, sampleAttempt(status, round), 1000, given, 0.5);
/** The delivery and its due time in one, as the laws below speak of them. */
const shown = ({ delivery, due }: Due) => ({ ...delivery, next_attempt_at: due });

test('success is what the profile says', () => {
  const taken = (success: Points['webhooks.delivery.success']) =>
    [199, 200, 204, 299, 300, 410, 500, null].filter((status) =>
      isSuccess({ status }, samplePoints({ 'webhooks.delivery.success': success })),
    );
  expect(taken('2xx')).toEqual([200, 204, 299]);
  expect(taken('200-only')).toEqual([200]);
  expect(taken('any-response')).toEqual([199, 200, 204, 299, 300, 410, 500]);
});

test('a delivery that was taken is delivered and waits for nothing', () => {
  expect(shown(after(sampleDelivery(), 204))).toMatchObject({
    state: 'delivered',
    next_attempt_at: null,
    failure: null,
  });
});

test('what was sent and what came of it are written down', () => {
  const { attempts, headers, body } = after(after(sampleDelivery(), 500), null).delivery;
  expect(attempts.map(({ status, error }) => [status, error])).toEqual([
    [500, null],
    [null, 'connection refused'],
  ]);
  expect({ headers, body }).toEqual({ headers: { 'x-a': 'b' }, body: '{}' });
});

test('a failed try waits longer each time, until there were as many as allowed', () => {
  let delivery = sampleDelivery();
  const waits: (number | null)[] = [];
  while (delivery.due !== null) {
    delivery = after(delivery, 500);
    waits.push(delivery.due);
  }
  expect(waits).toEqual([11_000, 31_000, 91_000, 271_000, 811_000, 2_431_000, 7_291_000, null]);
  expect(delivery.delivery).toMatchObject({ state: 'failed', failure: 'exhausted', tries: 8 });
});

test('410 stops a delivery at once, unless the profile retries', () => {
  expect(shown(after(sampleDelivery(), 410))).toMatchObject({
    state: 'failed',
    failure: 'gone',
    next_attempt_at: null,
  });
  expect(shown(after(sampleDelivery(), 410, { ...points, 'webhooks.delivery.gone': 'retry' }))).toMatchObject(
    {
      state: 'pending',
    },
  );
  expect(
    shown(after(sampleDelivery(), 410, { ...points, 'webhooks.delivery.success': 'any-response' })),
  ).toMatchObject({
    state: 'delivered',
  });
});

test('a subscription ends only where the profile says so', () => {
  const { delivery: gone } = after(sampleDelivery(), 410);
  const { delivery: fresh } = sampleDelivery();
  const { delivery: exhausted } = after({ delivery: { ...fresh, tries: 7 }, due: 0 }, 500);
  expect([gone, exhausted].map((one) => endsSubscription(one, points))).toEqual([null, null]);
  expect(endsSubscription(gone, { ...points, 'webhooks.delivery.gone': 'unsubscribe' })).toBe('gone');
  expect(
    endsSubscription(exhausted, { ...points, 'webhooks.delivery.exhausted': 'disable-subscription' }),
  ).toBe('exhausted');
  expect(
    endsSubscription(after(sampleDelivery(), 200).delivery, {
      ...points,
      'webhooks.delivery.gone': 'unsubscribe',
    }),
  ).toBeNull();
});

test('redelivery starts anew from any state and keeps what was tried', () => {
  for (const before of [
    after(sampleDelivery(), 200),
    after(sampleDelivery(), 410),
    after(sampleDelivery(), 500),
  ]) {
    const again = redelivered(before.delivery, 7000);
    expect(shown(again)).toMatchObject({
      state: 'pending',
      failure: null,
      next_attempt_at: 7000,
      tries: 0,
      round: 2,
    });
    expect(again.delivery.attempts).toEqual(before.delivery.attempts);
  }
});

test('redelivery asked for during an attempt is still to come after it', () => {
  for (const status of [200, 410, 500]) {
    const delivery = redelivered(sampleDelivery().delivery, 500);
    expect(shown(after(delivery, status, points, 1))).toMatchObject({
      state: 'pending',
      next_attempt_at: 500,
      tries: 0,
    });
  }
});

test('a delivery stopped during an attempt fails, unless the attempt went well', () => {
  const delivery = stopped(sampleDelivery());
  expect(shown(delivery)).toMatchObject({
    state: 'failed',
    failure: 'subscription-deleted',
    next_attempt_at: null,
  });
  expect(shown(after(delivery, 500))).toMatchObject({ state: 'failed', next_attempt_at: null });
  expect(after(delivery, 200).delivery).toMatchObject({ state: 'delivered', failure: null });
});

test('what has ended is not stopped', () => {
  const delivered = after(sampleDelivery(), 200);
  expect(stopped(delivered)).toEqual(delivered);
});

test('a delivery waits for an attempt exactly while it is pending, whatever happens to it', () => {
  const steps = fc.array(fc.constantFrom('200', '500', '410', 'none', 'redeliver', 'stop'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(steps, (all) => {
      let delivery = sampleDelivery();
      for (const step of all) {
        if (step === 'redeliver') delivery = redelivered(delivery.delivery, 1);
        else if (step === 'stop') delivery = stopped(delivery);
        else delivery = after(delivery, step === 'none' ? null : Number(step));
        expect(delivery.delivery.state === 'pending').toBe(delivery.due !== null);
        expect(delivery.delivery.state === 'failed').toBe(delivery.delivery.failure !== null);
        expect(JSON.parse(JSON.stringify(delivery))).toEqual(delivery);
      }
    }),
  );
});

test('the arrangement API shows instants as text, and no counters', () => {
  const viewOf = (status: number) => {
    const { delivery, due } = after(sampleDelivery(), status);
    return deliveryView({ id: 'delivery', owner: 'user', target: 'webhook', due, data: delivery });
  };
  const view = viewOf(500);
  expect(view.attempts).toEqual([
    { at: '1970-01-01T00:00:00.000Z', status: 500, error: null, duration_ms: 5 },
  ]);
  expect(view).toMatchObject({ state: 'pending', headers: { 'x-a': 'b' }, body: '{}' });
  expect(view.next_attempt_at).toBe('1970-01-01T00:00:11.000Z');
  for (const counter of ['sequence', 'round', 'tries', 'message']) expect(view).not.toHaveProperty(counter);
  expect(viewOf(200).next_attempt_at).toBeNull();
});

test('the waits grow threefold from ten seconds up to four hours, in the middle of their jitter', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => backoffMs(samplePoints(), tries, 0.5) / 1000);
  expect(waits).toEqual([10, 30, 90, 270, 810, 2430, 7290, 14_400, 14_400]);
});

test('a wait is whole milliseconds within the jitter around the law, and grows with the jitter drawn', () => {
  const backoffs = fc.record({
    first_seconds: fc.integer({ min: 1, max: 600 }),
    factor: fc.double({ min: 1, max: 10, noNaN: true }),
    max_seconds: fc.integer({ min: 600, max: 86_400 }),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(backoffs, fc.integer({ min: 1, max: 40 }), draws, draws, (backoff, tries, one, other) => {
      const law = Math.min(backoff.first_seconds * backoff.factor ** (tries - 1), backoff.max_seconds) * 1000;
      const given = samplePoints({ 'webhooks.delivery.backoff': backoff });
      const wait = backoffMs(given, tries, one);
      expect(Number.isSafeInteger(wait)).toBe(true);
      expect(Math.abs(wait - law)).toBeLessThanOrEqual(law * backoff.jitter + 1);
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(backoffMs(given, tries, low)).toBeLessThanOrEqual(backoffMs(given, tries, high));
    }),
  );
});
