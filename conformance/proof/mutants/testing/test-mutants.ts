import { expect, test } from 'vitest';
import { areaOf } from '../../../../spec/clauses.ts';
import { sample, testSeed } from '../../../../spec/testing/test-run.ts';
import { mutants } from '../index.ts';
import { runMutant } from '../run-mutant.ts';

/** Which file runs the mutants of which areas; those of an area that stands nowhere are run with the last. */
const shares = {
  'client-areas': [
    'accounts',
    'auth',
    'authorisation',
    'configuration',
    'members',
    'settings',
    'terms',
    'users',
  ],
  'data-areas': [
    'bank-statements',
    'direct-connections',
    'documents',
    'entries',
    'income',
    'payroll',
    'webhooks',
  ],
  events: ['events'],
  expenditure: ['expenditure'],
  'other-areas': [],
} as const satisfies Record<string, readonly string[]>;

const named = new Set<string>(Object.values(shares).flat());

/** A check that draws its inputs, or races, may miss with one seed; it has three. */
const tries = 3;

/** How many mutants of a share `npm test` runs; `npm run proof` runs all of them. */
const SAMPLED = 2;

/** The check of its own clause must notice each mutant. */
export function testMutants(share: keyof typeof shares): void {
  const areas: readonly string[] = shares[share];
  const own = mutants.filter(({ clause }) =>
    areas.length > 0 ? areas.includes(areaOf(clause)) : !named.has(areaOf(clause)),
  );
  test.concurrent.for(sample(own, SAMPLED).map((mutant) => [mutant.clause, mutant.name, mutant] as const))(
    '%s fails for a sandbox that %s',
    // Dozens run at once, and some move the clock by months.
    { timeout: 240_000 },
    async ([_clause, _name, mutant]) => {
      let outcome = await runMutant(mutant, { seed: testSeed });
      for (let more = 1; more < tries && !outcome.killed; more++)
        outcome = await runMutant(mutant, { seed: testSeed + more });
      expect(outcome).toMatchObject({ verdict: 'fail' });
    },
  );
}
