// In processes of their own: to look at what an input reached costs the more, the more code a process has loaded.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runApart } from '../soak/run-apart.ts';
import { freshSeed } from '../testing/fault-test.ts';
import { isDrawn } from '../testing/is-drawn.ts';
import { fuzzTargets } from './fuzz-readers-test.ts';

function ran(module: string, seed: number) {
  return runApart(
    fileURLToPath(new URL(`../testing/readers/${module}`, import.meta.url)),
    [String(seed)],
    100,
  );
}

it.runIf(isDrawn('readers'))(
  'whatever bytes come, each reader ends as it is meant to',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await ran('fuzz-briefly.ts', seed);
    expect(problems, `FC_SEED=${seed}`).toEqual([]);
    expect(figures['readers']).toBe(Object.keys(fuzzTargets).length);
  },
  120_000,
);

it.runIf(isDrawn('readers'))(
  'learning finds what stands behind three bytes, one after the other, which chance alone would not',
  async () => {
    const seed = freshSeed();
    const { figures, problems } = await ran('learn-nested.ts', seed);
    expect(figures['kept'], `FC_SEED=${seed}`).toBeGreaterThanOrEqual(2);
    expect(problems).toEqual([expect.stringContaining('found')]);
  },
  120_000,
);
