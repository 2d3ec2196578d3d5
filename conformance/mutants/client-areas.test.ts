import { expect, test } from 'vitest';
import { areaOf, loadClauses } from '../../spec/clauses.ts';
import { accountMutants } from './accounts.ts';
import { authMutants } from './auth.ts';
import { authorisationMutants } from './authorisation.ts';
import { configurationMutants } from './configuration.ts';
import { errorMutants } from './errors.ts';
import { isolationMutants } from './isolation.ts';
import { memberMutants } from './members.ts';
import { providerMutants } from './providers.ts';
import { runMutant } from './run-mutant.ts';
import { settingMutants } from './settings.ts';
import { termMutants } from './terms.ts';

const groups = [
  accountMutants,
  authMutants,
  authorisationMutants,
  configurationMutants,
  errorMutants,
  isolationMutants,
  memberMutants,
  providerMutants,
  settingMutants,
  termMutants,
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

/** One of each group, another with every seed; `npm run mutants` runs them all. */
const drawn = groups.flatMap((group) => group[seed % group.length] ?? []);

test.each(drawn.map((mutant) => [mutant.clause, mutant.name, mutant] as const))(
  '%s fails for a sandbox that %s',
  async (_clause, _name, mutant) => {
    expect(await runMutant(mutant, { seed })).toMatchObject({ verdict: 'fail' });
  },
);
