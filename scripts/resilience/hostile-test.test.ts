import { expect, test } from 'vitest';
import { hostileTest } from './hostile-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

test.runIf(isDrawn('hostile'))(
  'a deployment whose answers mean harm gets verdicts or a sentence, in bounded time and memory',
  async () => {
    const seed = freshSeed();
    const size = { runs: 1, seconds: 5, runSeconds: 5, only: 'users.*' };
    const { figures, problems } = await hostileTest({ seed, size });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['requests']).toBeGreaterThan(0);
  },
  240_000,
);
