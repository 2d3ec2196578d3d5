import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { testSeed } from '../../spec/testing/test-run.ts';
import { standardTarget } from '../proof/mutants/run-mutant.ts';
import { runConformance } from '../suite/run-conformance.ts';

test('however short a time the client was left to look back, no clause about recurring checks accuses it', async () => {
  await using sandbox = await createSandbox({ users: 5 });
  await fetch(`${sandbox.url}/configuration`, {
    method: 'PATCH',
    headers: { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ payroll_period_months: 1 }),
  });
  const { clauses } = await runConformance(standardTarget(sandbox), {
    only: ['settings.recurring-*'],
    seed: testSeed,
  });
  const judged = clauses.filter(({ verdict }) => verdict !== 'skip');
  expect(judged.length).toBeGreaterThan(10);
  expect(judged.filter(({ verdict }) => verdict !== 'pass').map(({ clause }) => clause)).toEqual([]);
});
