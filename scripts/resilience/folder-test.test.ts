import { expect, it } from 'vitest';
import { folderTest } from './folder-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('folder'))(
  'of those who fight for a folder one has it at a time, and no acknowledged change is lost',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await folderTest({ seed, size: { rounds: 1, seconds: 5 } });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['times that it was taken']).toBeGreaterThan(3);
  },
  240_000,
);
