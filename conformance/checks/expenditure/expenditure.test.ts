import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../../simulator/app/options.ts';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { loadClauses } from '../../../spec/clauses.ts';
import type { Points } from '../../../spec/profile.ts';
import { few, sample, testSeed } from '../../../spec/testing/test-run.ts';
import type { RunOptions } from '../../deployment/options.ts';
import { onEstimates, onMessages } from '../../proof/mutants/expenditure.ts';
import { combined } from '../../proof/mutants/mutant.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { expenditureProbes } from '../../suite/learn/probes/expenditure.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { drawnProfiles } from '../../testing/other-profiles.ts';
import { expenditureChecks } from './index.ts';

const clauses: string[] = loadClauses()
  .map(({ id }) => id)
  .filter((id) => id.startsWith('expenditure.'));

async function judge(options: Pick<SandboxOptions, 'profile' | 'wrap'>, run: RunOptions = {}) {
  const sandbox = await createSandbox({ users: 5, ...options });
  try {
    return await runSuite({ checks: expenditureChecks, probes }, standardTarget(sandbox), {
      only: ['expenditure.*'],
      runs: few(1, 3),
      seed: testSeed,
      ...run,
    });
  } finally {
    await sandbox.close();
  }
}

/** The clauses that were not passed, with the reason. */
const notPassed = ({ clauses: judged }: Awaited<ReturnType<typeof judge>>) =>
  judged
    .filter(({ clause, verdict }) => clauses.includes(clause) && verdict !== 'pass')
    .map(({ clause, failure, skip, error }) => ({ clause, failure, skip, error }));

/** Amounts that hardly follow pay, differ in one age and one country alone, and stand on other open points. */
const flatModel: Points['expenditure.model'] = {
  cost_of_living: { coefficient: 900, exponent: 0.01 },
  housing: { coefficient: 0.2, exponent: 1 },
  age_factors: [
    { from: 0, to: 33, factor: 1 },
    { from: 34, to: 34, factor: 1.1 },
    { from: 35, to: 150, factor: 1 },
  ],
  region_factors: { England: 1, Wales: 0.9, Scotland: 1, 'Northern Ireland': 1 },
};

/** Sandboxes that choose otherwise than ours; sandbox.conformance.ts judges ours. */
const profiles: Record<string, Partial<Points>> = {
  'ends that do not count and long dates': {
    'expenditure.day-count': 'end-exclusive',
    'expenditure.message-date': 'timestamp',
    'expenditure.month-source': 'most-days',
    'expenditure.split-rounding': 'half-up',
  },
  'other birthdays, a flat model and authorised reads': {
    'expenditure.leap-day-birthday': '28-february',
    'expenditure.date-of-birth-scope': 'every-month',
    'expenditure.month-source': 'earliest',
    'expenditure.straddling-districts': 'dominant-country',
    'expenditure.model': flatModel,
    'authorisations.reads': ['getOnsExpenditure'],
    'authorisations.missing-status': 404,
  },
};

test.each(drawnProfiles('expenditure', profiles))(
  'a sandbox with %s passes every clause',
  async (_, points) => {
    expect(notPassed(await judge({ profile: { points } }))).toEqual([]);
  },
);

test.each(sample(Object.entries(profiles), 1))('the probes learn %s', async (_, points) => {
  const sandbox = await createSandbox({ users: 5, profile: { points } });
  try {
    const result = await runSuite({ checks: [], probes: expenditureProbes }, standardTarget(sandbox));
    const learnt = result.points.filter(
      ({ point, from }) => point.startsWith('expenditure.') && from === 'probe',
    );
    expect(Object.fromEntries(learnt.map(({ point, value }) => [point, value]))).toEqual({
      'expenditure.day-count': 'inclusive',
      'expenditure.leap-day-birthday': '1-march',
      'expenditure.message-date': 'date',
      'expenditure.no-month-left': 'not-found',
      'expenditure.date-of-birth-scope': 'any-month',
      ...Object.fromEntries(
        Object.entries(points).filter(([point]) => learnt.some((one) => one.point === point)),
      ),
    });
  } finally {
    await sandbox.close();
  }
});

test('prices that rise from month to month, further fields and messages in another order pass every clause', async () => {
  const inflated = (amount: string, date: string) =>
    Math.round(Number(amount) * 100 * (1 + (Date.parse(date) / 86_400_000 - 14_000) / 30_000));
  const dearer = onEstimates((estimates) =>
    estimates.map((one) => {
      const [living, housing] = [inflated(one.cost_of_living, one.date), inflated(one.housing, one.date)];
      return {
        date: one.date,
        currency: 'GBP',
        cost_of_living: (living / 100).toFixed(2),
        housing: (housing / 100).toFixed(2),
        total: ((living + housing) / 100).toFixed(2),
      };
    }),
  );
  const reversed = onMessages((errors) => errors.toReversed());
  const { wrap = {} } = combined([dearer, reversed]);
  expect(notPassed(await judge({ wrap }))).toEqual([]);
});

test('a run that may write nothing still judges what any estimate shows', async () => {
  const result = await judge({}, { arrange: 'none', readOnly: true });
  const judged = result.clauses.filter(({ verdict }) => verdict !== 'skip');
  expect(judged.map(({ clause, verdict }) => [clause, verdict])).toEqual([
    ['expenditure.answer', 'pass'],
    ['expenditure.shape.month-start', 'pass'],
    ['expenditure.shape.total-is-sum', 'pass'],
    ['expenditure.months.newest-first', 'pass'],
  ]);
});

test('a sandbox that counts a repeated payslip once is not blamed, whatever pays are drawn', async () => {
  const only = ['expenditure.split.periods-add-up'];
  // With 200 inputs some have two equal pays, unless the check draws different ones.
  const result = await judge({}, { only, runs: 200, seed: 1 });
  expect(result.clauses.find(({ clause }) => clause === only[0])).toMatchObject({ verdict: 'pass' });
});
