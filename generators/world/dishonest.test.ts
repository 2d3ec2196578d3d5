import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { incomeOf } from '../people/income.ts';
import { kindOf, kinds, relations } from '../people/presented.ts';
import { drawnTimes, someBirth } from '../testing/births.ts';
import { brokenRelations, type Held } from '../testing/broken-relations.ts';
import { startingUser } from './starting-user.ts';
import { truthOf } from './truth.ts';
import { dishonestKinds, FEWEST_USERS, type World, world } from './world.ts';

const slipsOf = (here: World, index: number): PayrollSubmission[] =>
  startingUser(here, index).entries.flatMap(({ payroll_submissions }) => payroll_submissions);

/** What the service holds of a user at an instant; others are the payslips of the first persona. */
function heldOf(here: World, index: number, now: number, others: readonly PayrollSubmission[]): Held {
  const { user, bank_statement_submissions: statements } = startingUser(here, index);
  const incomes = here.planAt(index).income === false ? [] : incomeOf(here.person(index), now);
  return { user, payslips: slipsOf(here, index), statements, incomes, others: index === 0 ? [] : others };
}

/** The users of whom other relations are broken than those of their discrepancies. */
function wrongUsers(here: World, indexes: readonly number[], now: number): string[] {
  const others = slipsOf(here, 0);
  return indexes.flatMap((index) => {
    const { discrepancies } = here.person(index);
    const expected = discrepancies.flatMap((one) => kindOf(one).relation ?? []);
    const broken = brokenRelations(heldOf(here, index, now, others));
    if (broken.join() === expected.join()) return [];
    const who = here.personaAt(index)?.key ?? `${index}, ${discrepancies[0]?.kind ?? 'honest'}`;
    return `${who}: breaks ${broken.join()} instead of ${expected.join()}`;
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, offset) => from + offset);

describe.each(sample(range(0, 40), 2))('at drawn time %i', (time) => {
  const { born, until } = drawnTimes('dishonest', time);
  const here = world('dishonest', { users: FEWEST_USERS + 60, born, dishonest: 0.45 });
  const span = `${new Date(born).toISOString()} to ${new Date(until).toISOString()}`;

  it('a dishonest person breaks the relation of their kind and no other, and nobody else breaks any', () => {
    expect(wrongUsers(here, range(FEWEST_USERS, here.userCount), until), span).toEqual([]);
  });

  it('so do the personas', () => {
    expect(wrongUsers(here, range(0, FEWEST_USERS), until), span).toEqual([]);
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
    expect(truth('edited-balance').discrepancies[0]?.values.map(({ path }) => path)).toEqual([
      'balance_information.opening_balance',
      'balance_information.closing_balance',
    ]);
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
