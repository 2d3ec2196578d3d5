import { type Day, dayOf } from '../calendar.ts';
import { type Catalogue, catalogue } from '../catalogue/catalogue.ts';
import { indexOfSeededOwner, indexOfSeededUser, seededUserId, seededUuid } from '../ids.ts';
import { type Person, personOf } from '../people/person.ts';
import { type Persona, personaIn, type StartingPlan } from '../personas/persona.ts';
import { personas } from '../personas/personas.ts';
import { stream } from '../random.ts';
import { MOST_USERS } from './created-at.ts';
import { type StartingTerm, startingTerms } from './terms.ts';

/** A persona in a world: index is null for the one who is no user at all. */
export type WorldPersona = { persona: Persona; index: number | null; userId: string };

/**
 * Everybody there is at the start, as a pure function of the seed and of the day on which the world begins; ids follow
 * from the seed alone. Nobody is made before they are asked for.
 */
export type World = {
  readonly seed: string;
  /** The day (UTC) on which it begins: at its first instant all that a user starts with has happened. */
  readonly begins: Day;
  /** Users have the indexes below this. */
  readonly userCount: number;
  readonly catalogue: Catalogue;
  readonly terms: readonly StartingTerm[];
  /** By key, in the order of their indexes. */
  readonly personas: ReadonlyMap<string, WorldPersona>;
  userId(index: number): string;
  /** The index of a user's id, found without a table; undefined when no seeded user has it. */
  indexOf(userId: string): number | undefined;
  /** The index of the user to whom any id belongs: the user's own, or that of an account, entry or the like. */
  ownerOf(id: string): number | undefined;
  personaAt(index: number): Persona | undefined;
  /** What the service holds for a user when the world begins, where it is not as for any other. */
  planAt(index: number): StartingPlan;
  person(index: number): Person;
};

export const DEFAULT_SEED = '1';
export const DEFAULT_USERS = 100;

const users = personas.filter(({ isUser }) => isUser !== false);
const strangers = personas.filter(({ isUser }) => isUser === false);

/** As few users as a world can have: the personas are always there. */
export const FEWEST_USERS = users.length;

function checked(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0 || count > MOST_USERS) {
    throw new RangeError(`A world has between 0 and ${MOST_USERS} users, not ${count}`);
  }
  return Math.max(count, FEWEST_USERS);
}

/** The personas of a seed with their ids, which are the same whenever its world begins. */
export function personasOf(seed: string | number = DEFAULT_SEED): ReadonlyMap<string, WorldPersona> {
  const text = String(seed);
  const here: WorldPersona[] = [
    ...users.map((persona, index) => ({ persona, index, userId: seededUserId(text, index) })),
    ...strangers.map((persona) => ({
      persona,
      index: null,
      userId: seededUuid(text, 'stranger', persona.key),
    })),
  ];
  return new Map(here.map((entry) => [entry.persona.key, entry]));
}

/** Opens the world of a seed that is born at an instant. The personas are its first users, whatever their number. */
export function world(
  seed: string | number = DEFAULT_SEED,
  options: { born: number; users?: number },
): World {
  const text = String(seed);
  const begins = dayOf(options.born);
  const userCount = checked(options.users ?? DEFAULT_USERS);
  const userId = (index: number) => seededUserId(text, index);
  const inside = (index: number | undefined) =>
    index !== undefined && index < userCount ? index : undefined;
  const resolved = new Map<Persona, ReturnType<typeof personaIn>>();
  const inThisWorld = (persona: Persona) => {
    const known = resolved.get(persona) ?? personaIn(persona, begins);
    resolved.set(persona, known);
    return known;
  };
  return {
    seed: text,
    begins,
    userCount,
    catalogue,
    terms: startingTerms(text, begins),
    personas: personasOf(text),
    userId,
    indexOf: (id) => inside(indexOfSeededUser(text, id)),
    ownerOf: (id) => inside(indexOfSeededOwner(text, id)),
    personaAt: (index) => users[index],
    planAt(index) {
      const persona = users[index];
      return persona ? inThisWorld(persona).start : {};
    },
    person(index) {
      if (!Number.isInteger(index) || index < 0 || index >= userCount) {
        throw new RangeError(`There is no user ${index} in a world of ${userCount}`);
      }
      const persona = users[index];
      return persona
        ? personOf(stream(text, 'persona', persona.key), userId(index), begins, inThisWorld(persona).known)
        : personOf(stream(text, 'person', index), userId(index), begins);
    },
  };
}
