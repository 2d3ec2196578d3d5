import { expect, it } from 'vitest';
import { killTest } from './kill-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('kill'))(
  'a sandbox killed at random moments loses no acknowledged change and breaks no file',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await killTest({
      seed,
      size: { kills: 2, writers: 2, uploads: false },
    });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['changes acknowledged']).toBeGreaterThan(20);
  },
  240_000,
);
