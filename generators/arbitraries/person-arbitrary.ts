import fc, { type Arbitrary } from 'fast-check';
import type { Person } from '../people/person.ts';
import { FEWEST_USERS, type World } from '../world/world.ts';

/** Plain people of a world; a counterexample shrinks towards the first of them. */
export function plainPeople(world: World): Arbitrary<Person> {
  return fc.integer({ min: FEWEST_USERS, max: world.userCount - 1 }).map((index) => world.person(index));
}

/** The personas of a world that are users, by key. */
export function personaKeys(world: World): Arbitrary<string> {
  return fc.constantFrom(
    ...[...world.personas].filter(([, { index }]) => index !== null).map(([key]) => key),
  );
}
