import { expect, test } from 'vitest';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { sample, testSeed } from '../../../spec/testing/test-run.ts';
import { runConformance } from '../../suite/run-conformance.ts';
import { combined } from '../mutants/mutant.ts';
import { standardTarget } from '../mutants/run-mutant.ts';
import { lawfulReadings } from './lawful-readings.ts';

test.concurrent.for(sample(lawfulReadings, 2).map((reading) => [reading.name, reading] as const))(
  'a server that %s is accused of nothing',
  async ([_, { clauses, make }]) => {
    await using sandbox = await createSandbox({ users: 5, ...combined(make()) });
    const result = await runConformance(standardTarget(sandbox), {
      arrange: 'sandbox',
      only: clauses,
      runs: 2,
      seed: testSeed,
    });
    expect(result.stopped).toBeUndefined();
    const accused = result.clauses
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error')
      .map(({ clause, verdict }) => `${verdict} ${clause}`);
    expect(accused).toEqual([]);
    expect(result.totals.judged).toBeGreaterThan(0);
  },
);
