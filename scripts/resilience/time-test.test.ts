import { expect, it } from 'vitest';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';
import { timeTest } from './time-test.ts';

it.runIf(isDrawn('time'))(
  'a wall clock that is set back loses no delivery, and no time or schedule goes back with it',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await timeTest({ seed, size: { rounds: 1, users: 3, seconds: 60 } });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['steps of the clock']).toBeGreaterThan(0);
  },
  240_000,
);
