import { expect, test } from 'vitest';
import { areaOf, loadClauses } from '../../../spec/clauses.ts';
import type { Mutant } from '../mutant.ts';
import { runMutant } from '../run-mutant.ts';

const seed = Number(process.env['PAYRIG_SEED'] ?? 20_261_115);

/** What must be so of the mutants of some areas; a few of each group are run, others with every seed. */
export function testMutants(groups: readonly (readonly Mutant[])[], { ofEach }: { ofEach: number }): void {
  const mutants = groups.flat();

  test('every clause of these areas has a mutant, and no two mutants have one name', () => {
    const areas = new Set(mutants.map(({ clause }) => areaOf(clause)));
    const clauses = loadClauses().filter(({ id }) => areas.has(areaOf(id)));
    const covered = new Set<string>(mutants.map(({ clause }) => clause));
    expect(clauses.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  const drawn = groups.flatMap((group) => drawnFrom(group, ofEach));
  test.each(drawn.map((mutant) => [mutant.clause, mutant.name, mutant] as const))(
    '%s fails for a sandbox that %s',
    async (_clause, _name, mutant) => {
      expect(await runMutant(mutant, { seed })).toMatchObject({ verdict: 'fail' });
    },
  );
}

/** So many of a group, evenly apart; `npm run mutants` runs them all. */
function drawnFrom(group: readonly Mutant[], count: number): Mutant[] {
  const places = Array.from(
    { length: Math.min(count, group.length) },
    (_, at) => (seed + Math.floor((at * group.length) / count)) % group.length,
  );
  return [...new Set(places)].map((place) => group[place] as Mutant);
}
