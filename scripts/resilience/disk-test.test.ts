import { expect, it } from 'vitest';
import { diskTest } from './disk-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('disk'))(
  'a disk that is full refuses changes and loses none, and is used again when there is room',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await diskTest({ seed, size: { rounds: 1, seconds: 20, changes: 15 } });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['times full']).toBeGreaterThan(0);
  },
  240_000,
);
