import { expect, it } from 'vitest';
import { receiversTest } from './receivers-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('receivers'))(
  'receivers that drip, hang and lie hold up no honest one, and get everything once they are honest',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await receiversTest({ seed, size: { users: 2, events: 5, seconds: 20 } });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['events']).toBeGreaterThan(3);
  },
  240_000,
);
