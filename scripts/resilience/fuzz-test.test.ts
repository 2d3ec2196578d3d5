import { expect, it } from 'vitest';
import { fuzzTest } from './fuzz-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('fuzz'))(
  'garbage of every kind is refused in the one error shape, changes nothing and breaks nothing',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await fuzzTest({
      seed,
      size: { requests: 500, raw: 70, witnessed: 14 },
    });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    // Garbage that never gets beyond the door would prove little.
    expect(figures['2xx answers']).toBeGreaterThan(100);
    expect(figures['refusals that left all as it was']).toBeGreaterThan(3);
  },
  240_000,
);
