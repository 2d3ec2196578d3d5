import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { testSeed } from '../../spec/testing/test-run.ts';
import { standardTarget } from '../proof/mutants/run-mutant.ts';
import { runConformance } from './run-conformance.ts';

test.each([
  { arrange: 'none', isTold: true },
  { arrange: 'sandbox', isTold: false },
])(
  'a clock that is ahead is reported where nothing can read it: arrange $arrange',
  async ({ arrange, isTold }) => {
    const ahead = new Date(Date.now() + 40 * 86_400_000).toISOString();
    await using sandbox = await createSandbox({ users: 2, now: ahead });
    const only = ['webhooks.create.*', 'settings.recurring-frequency.own-pace'];
    const { clauses, notes } = await runConformance(standardTarget(sandbox), {
      arrange,
      only,
      seed: testSeed,
    });
    expect(clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(notes.some((note) => /clock is 40 days ahead/.test(note))).toBe(isTold);
    expect(notes.filter((note) => /days ahead/.test(note))).toHaveLength(isTold ? 1 : 0);
  },
);
