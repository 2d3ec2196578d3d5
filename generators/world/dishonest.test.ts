import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lazy } from '../../spec/lazy.ts';
import { sample } from '../../spec/testing/test-run.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { incomeOf } from '../people/income.ts';
import { isLawful, kindOf, kinds, relations } from '../people/presented.ts';
import { drawnTimes, someBirth } from '../testing/births.ts';
import { brokenRelations, figuresOf, type Held } from '../testing/broken-relations.ts';
import { startingUser } from './starting-user.ts';
import { truthOf } from './truth.ts';
import { dishonestKinds, FEWEST_USERS, type World, world } from './world.ts';

const slipsOf = (here: World, index: number): PayrollSubmission[] =>
  startingUser(here, index).entries.flatMap(({ payroll_submissions }) => payroll_submissions);

/** What the service holds of a user at an instant. */
function heldOf(here: World, index: number, now: number, others: ReadonlyMap<string, string>): Held {
  const { user, bank_statement_submissions: statements } = startingUser(here, index);
  const incomes = here.planAt(index).income === false ? [] : incomeOf(here.person(index), now);
  return { user, payslips: slipsOf(here, index), statements, incomes, others };
}

/** The user of each payslip of a world: honest people first. */
function ownersIn(here: World): Map<string, string> {
  const owners = new Map<string, string>();
  const isHonest = (index: number) => here.person(index).discrepancies.every(isLawful);
  const all = range(0, here.userCount);
  for (const index of [...all.filter(isHonest), ...all.filter((one) => !isHonest(one))])
    for (const slip of slipsOf(here, index))
      if (!owners.has(figuresOf(slip))) owners.set(figuresOf(slip), here.userId(index));
  return owners;
}

/** The users of whom other relations are broken than those of their discrepancies. */
function wrongUsers(
  here: World,
  indexes: readonly number[],
  now: number,
  others: ReadonlyMap<string, string>,
): string[] {
  return indexes.flatMap((index) => {
    const { discrepancies } = here.person(index);
    const expected = discrepancies.flatMap((one) =>
      [kindOf(one).relation ?? [], kindOf(one).also ?? []].flat(),
    );
    const broken = brokenRelations(heldOf(here, index, now, others));
    // Later the tax record may hold pay days of which the service has no payslip: some relations cannot be seen any more.
    const isSeen = (relation: string) => now === Date.parse(here.begins) || broken.includes(relation);
    if (broken.sort().join() === expected.filter(isSeen).sort().join()) return [];
    const what = discrepancies.map(({ kind, month }) => `${kind} ${month}`);
    const who = here.personaAt(index)?.key ?? `${index}, ${what.join(' and ') || 'honest'}`;
    return `${who}: breaks ${broken.join()} instead of ${expected.join()}`;
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, offset) => from + offset);

describe.each(sample(range(0, 40), 1))('at drawn time %i', (time) => {
  const { born, until } = drawnTimes('dishonest', time);
  const here = world('dishonest', { users: FEWEST_USERS + 60, born, dishonest: 0.45 });
  const owners = lazy(() => ownersIn(here));
  const span = `${new Date(born).toISOString()} to ${new Date(until).toISOString()}`;

  it('a dishonest person breaks the relation of their kind and no other, and an honest person breaks none', () => {
    for (const now of [Date.parse(here.begins), until])
      expect(wrongUsers(here, range(FEWEST_USERS, here.userCount), now, owners()), span).toEqual([]);
  });

  it('so do the personas', () => {
    for (const now of [Date.parse(here.begins), until])
      expect(wrongUsers(here, range(0, FEWEST_USERS), now, owners()), span).toEqual([]);
  });
});

describe('the kinds', () => {
  it('are a dozen and more, each with a relation of its own, a lawful neighbour and a persona', () => {
    expect(dishonestKinds).toHaveLength(16);
    const here = world('1', { born: someBirth });
    for (const kind of dishonestKinds) {
      const { neighbour = '', relation = '' } = kinds[kind]!;
      expect(kinds[neighbour]?.about, kind).toBeDefined();
      expect(kinds[neighbour]?.relation, kind).toBeUndefined();
      expect(relations[relation], kind).toBeDefined();
      const { index } = here.personas.get(kind)!;
      const { is_honest, discrepancies } = truthOf(here, index!, someBirth);
      expect(is_honest).toBe(false);
      expect(discrepancies).toMatchObject([{ kind }]);
      expect(discrepancies[0]?.values.length, kind).toBeGreaterThan(0);
    }
  });

  it('are those of the schema of scenarios', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../scenarios/scenario.schema.json', import.meta.url), 'utf8'),
    );
    expect(schema.properties.discrepancies.items.properties.kind.enum).toEqual(Object.keys(kinds));
  });

  it('say which values are wrong and which would be right', () => {
    const here = world('1', { born: someBirth });
    const truth = (key: string) => truthOf(here, here.personas.get(key)!.index!, someBirth);
    expect(truth('steady-salary')).toMatchObject({ is_honest: true, discrepancies: [], lawful: [] });
    const [gross] = truth('inflated-gross').discrepancies;
    expect(gross).toMatchObject({ relation: 'payslip-adds-up', month: '2026-08' });
    const paths = gross!.values.map(({ path }) => path.replace('income_information.earnings.', ''));
    expect(new Set(paths)).toEqual(
      new Set(['gross_pay', 'year_to_date.gross_pay', 'rolling_12m_income.gross_pay']),
    );
    const balance = truth('edited-balance').discrepancies[0]?.values;
    expect(balance?.[0]).toMatchObject({
      source: 'bank-statement',
      path: 'balance_information.opening_balance',
    });
    expect(truth('missing-month').discrepancies[0]?.values).toMatchObject([{ path: '', shown: null }]);
  });

  it('leave a world without dishonest people as it is, and change no other person', () => {
    const [honest, mixed] = [0, 0.2].map((dishonest) => world('1', { born: someBirth, dishonest }));
    for (const index of range(FEWEST_USERS, 100)) {
      if (mixed!.person(index).discrepancies.length > 0) continue;
      expect(startingUser(mixed!, index).user).toEqual(startingUser(honest!, index).user);
    }
    expect(() => world('1', { born: someBirth, dishonest: 0.6 })).toThrow('at most 0.5');
  });
});
