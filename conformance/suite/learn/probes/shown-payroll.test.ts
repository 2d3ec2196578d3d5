import { expect, test } from 'vitest';
import { createSandbox } from '../../../../simulator/sandbox.ts';
import type { PartialProfile } from '../../../../spec/profile.ts';
import { standardTarget } from '../../../proof/mutants/run-mutant.ts';
import { runSuite } from '../../run-suite.ts';
import { shownPayrollProbes } from './shown-payroll.ts';

const profiles: NonNullable<PartialProfile['points']>[] = [
  {
    'expenditure.repeated-payslips': 'once',
    'income.origin': 'newest-payslip',
    'income.origin-deleted': 'kept',
  },
  {
    'expenditure.repeated-payslips': 'each',
    'income.origin': 'own',
    'income.origin-deleted': 'deleted',
    'authorisations.one-time.uses': 'one',
  },
];

test.each(profiles)('what follows from shown payroll is learnt as it is (%#)', async (points) => {
  const sandbox = await createSandbox({ users: 1, profile: { points } });
  const result = await runSuite({ checks: [], probes: shownPayrollProbes }, standardTarget(sandbox));
  await sandbox.close();
  for (const { point } of shownPayrollProbes)
    expect(result.points.find((one) => one.point === point)).toMatchObject({ value: points[point] });
});
