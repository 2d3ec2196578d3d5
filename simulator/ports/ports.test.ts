import { expect, it, onTestFinished } from 'vitest';
import { targetRules } from '../webhooks/target-rules.ts';
import { realPorts } from './ports.ts';

it('no random bytes are handed out twice, however many are asked for', () => {
  const { randomBytes, close } = realPorts(targetRules());
  onTestFinished(close);
  const drawn = Array.from({ length: 3000 }, (_, nth) => randomBytes(12 + (nth % 5)));
  const kept = drawn.map((bytes) => bytes.toString('hex'));
  expect(new Set(kept.map((text) => text.slice(0, 24))).size).toBe(drawn.length);
  expect(randomBytes(10_000)).toHaveLength(10_000);
  // What was handed out is not written over by what comes later.
  expect(drawn.map((bytes) => bytes.toString('hex'))).toEqual(kept);
});
