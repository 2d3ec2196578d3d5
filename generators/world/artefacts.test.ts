import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lazy } from '../../spec/lazy.ts';
import { few, isProof, sample, testSeed } from '../../spec/testing/test-run.ts';
import { drawnKinds, holdingsOf, openKinds } from '../people/drawn-discrepancies.ts';
import { isLawful } from '../people/presented.ts';
import { someBirth } from '../testing/births.ts';
import { areaUnderCurve, columnsFrom, type Known, noiseOf, train } from '../testing/learner.ts';
import { startingUser } from './starting-user.ts';
import { artefactsOf } from './testing/artefacts.ts';
import { FEWEST_USERS, world } from './world.ts';

/** Half of them are dishonest. In a proof the deviation of an area by chance is an eightieth, so that four of them are 0.05. */
const PEOPLE = few(250, 20_000);
/** Of few people half have what is planted: a quarter would be too few to learn from. */
const plantedEvery = isProof ? 4 : 2;
const HONEST = isProof ? 4_000 : PEOPLE;

/** `open`: the kinds that an honest person could have drawn, where what they hold allows them. */
type Person = { kind: string; open?: readonly string[]; known: Known };

const HONEST_KIND = 'honest';

/** The people of a seeded world: all who are dishonest, and as many of the others as are asked for, from all over the list. */
function peopleOf(seed: string): Person[] {
  const here = world(seed, { born: someBirth, users: FEWEST_USERS + PEOPLE, dishonest: 0.5 });
  return Array.from({ length: PEOPLE }, (_, offset) => FEWEST_USERS + offset).flatMap((index) => {
    const person = here.person(index);
    const kind = person.discrepancies.find((one) => !isLawful(one))?.kind ?? HONEST_KIND;
    if (kind === HONEST_KIND && (index * HONEST) % (PEOPLE / 2) >= HONEST) return [];
    const known = artefactsOf(startingUser(here, index), here.begins);
    if (kind !== HONEST_KIND) return { kind, known };
    return { kind, known, open: openKinds(person, holdingsOf(person.stream.fork('holdings'))) };
  });
}

/** How well a learner of one world's people tells those of another apart, and the other way round, and what chance would do. */
function areaOf(one: readonly Person[], other: readonly Person[], kinds: readonly string[]) {
  const ways = [
    [one, other],
    [other, one],
  ].map(([training = [], tested = []]) => {
    const { width, columnsOf } = columnsFrom(training.map(({ known }) => known));
    const examples = (people: readonly Person[]) =>
      people
        .filter(({ kind, open }) =>
          kind === HONEST_KIND ? !open || kinds.some((one) => open.includes(one)) : kinds.includes(kind),
        )
        .map(({ kind, known }) => ({ columns: columnsOf(known), isPositive: kind !== HONEST_KIND }));
    const judged = examples(tested);
    const positives = judged.filter(({ isPositive }) => isPositive).length;
    const area = areaUnderCurve(train(examples(training), width), judged);
    return { area, positives, noise: noiseOf(positives, judged.length - positives) };
  });
  const mean = (name: 'area' | 'noise' | 'positives') => ways.reduce((sum, way) => sum + way[name], 0) / 2;
  return { area: mean('area'), noise: mean('noise'), positives: mean('positives') };
}

describe(`what a learner sees of ${PEOPLE} people without comparing documents`, () => {
  const [training, tested] = ['training', 'tested'].map((name) =>
    lazy(() => peopleOf(`${name} ${testSeed}`)),
  ) as [() => Person[], () => Person[]];

  it('does not tell the dishonest apart, of any kind', { timeout: 3_600_000 }, () => {
    const groups = [drawnKinds, ...sample(drawnKinds, 1).map((kind) => [kind])];
    const rows = groups.map((kinds) => {
      const { area, noise, positives } = areaOf(training(), tested(), kinds);
      return {
        kinds: kinds.join(),
        area,
        positives,
        isChance: Math.abs(area - 0.5) < Math.max(0.05, 4 * noise),
      };
    });
    if (isProof)
      console.info(rows.map((row) => `${row.kinds}: ${row.area.toFixed(3)} of ${row.positives}`).join('\n'));
    expect(rows.filter(({ isChance }) => !isChance)).toEqual([]);
  });

  it('tells apart those who have a single round amount or a day of their own', () => {
    const planted = (people: readonly Person[], change: (known: Known) => Known): Person[] =>
      people.map(({ known }, index) =>
        index % plantedEvery === 0 ? { kind: 'planted', known: change(known) } : { kind: HONEST_KIND, known },
      );
    const changes: ((known: Known) => Known)[] = [
      ({ numbers, words }) => ({ words, numbers: { ...numbers, 'earliest day of a savings transfer': 30 } }),
      ({ numbers, words }) => ({ numbers, words: new Set([...words, 'code BR']) }),
      ({ numbers, words }) => ({ words, numbers: { ...numbers, accounts: 0 } }),
    ];
    for (const change of changes) {
      const { area, noise } = areaOf(planted(training(), change), planted(tested(), change), ['planted']);
      expect(area).toBeGreaterThan(Math.min(0.65, 0.5 + 3 * noise));
    }
  });

  it('is listed in the page, feature by feature', () => {
    const page = readFileSync(new URL('../../docs/fraud.md', import.meta.url), 'utf8').replaceAll(
      /\s+/g,
      ' ',
    );
    const names = Object.keys(training()[0]!.known.numbers).map((name) => name.replace(/:.*/, ''));
    const words = [...training()[0]!.known.words].map((word) => word.split(' ')[0]!);
    for (const name of new Set([...names, ...words])) expect(page, name).toContain(name);
  });
});
