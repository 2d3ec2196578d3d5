import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from './delivery-policy.ts';
import { samplePolicy } from './testing/samples.ts';

test('the waits grow threefold from ten seconds up to four hours, in the middle of their jitter', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tries) => backoffMs(samplePolicy(), tries, 0.5) / 1000);
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
      const wait = backoffMs({ backoff }, tries, one);
      expect(Number.isSafeInteger(wait)).toBe(true);
      expect(Math.abs(wait - law)).toBeLessThanOrEqual(law * backoff.jitter + 1);
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(backoffMs({ backoff }, tries, low)).toBeLessThanOrEqual(backoffMs({ backoff }, tries, high));
    }),
  );
});

test('a point that a profile leaves out is as the defaults say', () => {
  const policy = samplePolicy({ 'webhooks.delivery.gone': 'retry', 'webhooks.delivery.max-attempts': 3 });
  expect(policy).toMatchObject({
    gone: 'retry',
    maxAttempts: 3,
    success: '2xx',
    timeoutMs: 10_000,
    redirects: 'refuse',
  });
});
