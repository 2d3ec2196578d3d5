import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { createCaller } from '../../spec/caller.ts';
import { few, testSeed as seed } from '../../spec/testing/test-run.ts';
import { checks } from '../checks/all-checks.ts';
import { standardTarget } from '../proof/mutants/run-mutant.ts';
import { isFreeOfSettings } from '../suite/free-of-settings.ts';
import { probes } from '../suite/learn/probes/index.ts';
import { runSuite } from '../suite/run-suite.ts';

const off = {
  payslip_upload_enabled: false,
  payroll_connections_enabled: false,
  recurring_checks_enabled: true,
  payroll_period_months: 1,
};

test(`checks that may run beside a change of the settings pass with all of them off, and change none (seed ${seed})`, async () => {
  const sandbox = await createSandbox({ users: 12 });
  const production = await createSandbox({ users: 5, environment: 'production' });
  onTestFinished(sandbox.close);
  onTestFinished(production.close);
  const { call } = createCaller({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
  await call('updateConfiguration', { body: off });
  const free = checks.filter(isFreeOfSettings);
  const only = [...new Set(free.map(({ clause }) => clause))];
  const options = { seed, only, runs: few(1, 3), learnOnlyNeeded: true, failOn: 'implied' } as const;
  const { clauses } = await runSuite({ checks: free, probes }, standardTarget(sandbox, production), options);
  const judged = clauses.filter(({ skip }) => skip?.kind !== 'not-selected');
  expect(judged.filter(({ verdict }) => verdict !== 'pass').map(({ clause }) => clause)).toEqual([]);
  expect(judged).toHaveLength(only.length);
  expect(await call('getConfiguration')).toMatchObject(off);
});
