import { expect, test } from 'vitest';
import { loadClauses } from '../../../spec/clauses.ts';
import type { Mutant } from '../mutant.ts';
import { runMutant } from '../run-mutant.ts';
import { expenditureMutants } from './index.ts';

const byClause = new Map<string, Mutant[]>();
for (const one of expenditureMutants) byClause.set(one.clause, [...(byClause.get(one.clause) ?? []), one]);
const seed = Number(process.env['PAYRIG_SEED'] ?? 20_261_115);

test('every clause about the estimate has a mutant, and no two mutants have one name', () => {
  const clauses = loadClauses().map(({ id }) => id);
  expect(clauses.filter((id) => id.startsWith('expenditure.') && !byClause.has(id))).toEqual([]);
  expect(new Set(expenditureMutants.map(({ name }) => name)).size).toBe(expenditureMutants.length);
});

/** One mutant of every clause, another with every seed; `npm run mutants` runs them all. */
const drawn = [...byClause.values()].map((mutants) => mutants[seed % mutants.length] as Mutant);

test.each(drawn.map((mutant) => [mutant.clause, mutant.name, mutant] as const))(
  '%s fails for a sandbox that %s',
  async (_clause, _name, mutant) => {
    expect(await runMutant(mutant, { seed })).toMatchObject({ verdict: 'fail' });
  },
);
