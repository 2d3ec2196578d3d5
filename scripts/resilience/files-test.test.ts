import { expect, it } from 'vitest';
import { filesTest } from './files-test.ts';
import { freshSeed } from './testing/fault-test.ts';
import { isDrawn } from './testing/is-drawn.ts';

it.runIf(isDrawn('files'))(
  'a folder of many files starts, lists and changes with few descriptors, and loses nothing',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await filesTest({ seed, size: { files: 700, changes: 100 } });
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['changes kept']).toBeGreaterThan(60);
  },
  240_000,
);
