import { expect, it } from 'vitest';
import { damageTest } from './damage-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('damage'))(
  'a damaged file costs its user alone, health tells of it, and a backup brings it back',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await damageTest({ seed, size: { users: 20, rounds: 1, seconds: 60 } });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['restarts']).toBe(2);
  },
  240_000,
);
