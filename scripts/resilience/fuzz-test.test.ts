import { expect, it } from 'vitest';
import { fuzzTest } from './fuzz-test.ts';
import { freshSeed } from './resilience-test.ts';

it('garbage of every kind is refused in the one error shape, changes nothing and breaks nothing', async () => {
  const seed = freshSeed();
  const { figures, problems } = await fuzzTest({
    seed,
    size: { requests: 1500, raw: 200, witnessed: 40 },
  });
  expect(problems, `FC_SEED=${seed}`).toEqual([]);
  // Garbage that never gets beyond the door would prove little.
  expect(figures['2xx answers']).toBeGreaterThan(300);
  expect(figures['refusals that left all as it was']).toBeGreaterThan(10);
}, 240_000);
