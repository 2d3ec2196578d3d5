import { expect, test } from 'vitest';
import { completeProfile } from '../../../spec/profile.ts';
import { few, sample } from '../../../spec/testing/test-run.ts';
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
  const { result, falseFailures } = await runVariant(variant(11), { only, runs: few(1, 2) });
  expect(falseFailures).toEqual([]);
  expect(result.totals.judged).toBeGreaterThan(30);
});

const disputed: [string, number, string][] = [
  ['takes one role, and reads the body before it looks who asks', 11, 'auth.*'],
  ['counts what is skipped, and shows income while access is switched off', 20, 'settings.income.*'],
];

test.each(sample(disputed, 1))('a server that %s is accused of nothing', async (_, seed, area) => {
  const { result, falseFailures } = await runVariant(variant(seed), { only: [area], runs: few(1, 2) });
  expect(falseFailures).toEqual([]);
  expect(result.totals.judged).toBeGreaterThan(0);
});
