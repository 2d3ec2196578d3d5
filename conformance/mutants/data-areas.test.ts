import { expect, test } from 'vitest';
import { areaOf, loadClauses } from '../../spec/clauses.ts';
import { bankStatementMutants } from './bank-statements.ts';
import { directConnectionMutants } from './direct-connections.ts';
import { documentMutants } from './documents.ts';
import { entryMutants } from './entries.ts';
import { incomeMutants } from './income.ts';
import { payrollMutants } from './payroll.ts';
import { runMutant } from './run-mutant.ts';
import { webhookSubscriptionMutants } from './webhook-subscriptions.ts';

const groups = [
  bankStatementMutants,
  directConnectionMutants,
  documentMutants,
  entryMutants,
  incomeMutants,
  payrollMutants,
  webhookSubscriptionMutants,
];
const mutants = groups.flat();
const seed = Number(process.env['PAYRIG_SEED'] ?? 20_261_115);

test('every clause of these areas has a mutant, and no two mutants have one name', () => {
  const areas = new Set(mutants.map(({ clause }) => areaOf(clause)));
  const clauses = loadClauses().filter(({ id }) => areas.has(areaOf(id)));
  const covered = new Set<string>(mutants.map(({ clause }) => clause));
  expect(clauses.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

/** Two of each group, others with every seed; `npm run mutants` runs them all. */
const drawn = groups.flatMap((group) => [
  ...new Set([0, Math.floor(group.length / 2)].map((step) => group[(seed + step) % group.length])),
]);

test.each(drawn.flatMap((one) => (one ? [[one.clause, one.name, one] as const] : [])))(
  '%s fails for a sandbox that %s',
  async (_clause, _name, mutant) => {
    expect(await runMutant(mutant, { seed })).toMatchObject({ verdict: 'fail' });
  },
);
