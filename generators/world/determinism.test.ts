import { describe, expect, it } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import { hash128 } from '../random.ts';
import { drawnTimes } from '../testing/births.ts';
import { startingUser } from './starting-user.ts';
import { type World, world } from './world.ts';

// Each batch has a birth of its own, and a birth more tells more than a hundred people of the same.
const PEOPLE = 800;
const BATCH = 100;
const SEED = 'determinism';

/** A digest of a person's identity, accounts, payslips and tax income. */
function fingerprint(here: World, index: number): string {
  const { user, accounts, entries, income_submissions } = startingUser(here, index);
  return hash128(
    JSON.stringify([
      user,
      accounts,
      entries.map((entry) => entry.payroll_submissions.slice(-6)),
      income_submissions,
    ]),
  ).join();
}

describe(`${PEOPLE} people (seed ${SEED})`, () => {
  const batches = Array.from({ length: PEOPLE / BATCH }, (_, batch) => batch * BATCH);
  it.each(sample(batches, 2))(
    'are the same in any order, at any hour of the day of birth and in a world of any size, from person %i on',
    (first) => {
      const indexes = Array.from({ length: BATCH }, (_, offset) => first + offset);
      const { born } = drawnTimes(SEED, first);
      const midnight = Math.floor(born / 86_400_000) * 86_400_000;
      const exact = world(SEED, { users: PEOPLE, born: midnight });
      const larger = world(SEED, { users: 100_000, born });
      const forwards = indexes.map((index) => fingerprint(exact, index));
      const backwards = indexes.toReversed().map((index) => fingerprint(larger, index));
      expect(backwards.toReversed()).toEqual(forwards);
      expect(new Set(forwards).size).toBe(BATCH);
    },
  );
});
