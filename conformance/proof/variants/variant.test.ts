import { expect, test } from 'vitest';
import { completeProfile } from '../../../spec/profile.ts';
import { randomProfile } from './random-profile.ts';
import { runVariant, variant } from './run-variant.ts';

test('every drawn profile is one that a sandbox can obey', () => {
  for (let seed = 1; seed <= 100; seed++) expect(() => completeProfile(randomProfile(seed))).not.toThrow();
});

test('a seed draws the same profile again, and another seed another one', () => {
  expect(randomProfile(7)).toEqual(randomProfile(7));
  expect(randomProfile(7)).not.toEqual(randomProfile(8));
});

test('what differs from ours and is lawful is no failure', async () => {
  const only = ['users.*', 'terms.*', 'providers.*', 'webhooks.create.*'];
  const { result, falseFailures } = await runVariant(variant(11), { only, runs: 2 });
  expect(falseFailures).toEqual([]);
  expect(result.totals.judged).toBeGreaterThan(30);
});
