import { expect, it } from 'vitest';
import { floodsTest } from './floods-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('floods'))(
  'connections beyond the descriptors, silent, slow and greedy, cost whoever works no change',
  async () => {
    const seed = freshSeed();
    const size = { rounds: 1, seconds: 60, connections: 500 };
    const { figures, problems } = await floodsTest({ seed, size });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['changes meanwhile']).toBeGreaterThan(0);
  },
  240_000,
);
