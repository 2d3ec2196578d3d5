import { expect, it } from 'vitest';
import { stream } from '../../generators/random.ts';
import { freshSeed } from '../../simulator/resilience/resilience-test.ts';
import { fuzzReadersTest, fuzzTargets } from './fuzz-readers-test.ts';
import { learn } from './learn.ts';
import { nested } from './testing/nested.ts';

it.each(Object.keys(fuzzTargets))(
  'whatever bytes come, reading them ends as it is meant to: %s',
  async (name) => {
    const seed = freshSeed();
    const { figures, problems } = await fuzzReadersTest({ seed, size: { seconds: 0.5, only: [name] } });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['inputs']).toBeGreaterThan(0);
  },
  120_000,
);

it('learning finds what stands behind three bytes, one after the other, which chance alone would not', async () => {
  const target = {
    name: 'nested',
    watches: /fuzz\/testing\/nested/,
    seeds: [Buffer.from('...')],
    read: nested,
  };
  const { crashes, kept } = await learn(target, 60, stream(freshSeed()), { mostCrashes: 1 });
  expect(kept).toBeGreaterThanOrEqual(2);
  expect(String(crashes[0]?.error)).toContain('found');
}, 120_000);
