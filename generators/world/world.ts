import { lazy, lazyFields } from '../../spec/lazy.ts';
import type { AuthorisationTerm } from '../../spec/types.ts';
import { type Day, dayOf } from '../calendar.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { indexOfSeededOwner, indexOfSeededUser, seededUserId, seededUuid, userPrefix } from '../ids.ts';
import {
  askedFor,
  canPassFor,
  drawnDiscrepancies,
  type Holdings,
  holdingsOf,
  isDishonest,
} from '../people/drawn-discrepancies.ts';
import { type Past, toldSince } from '../people/drawn-person.ts';
import { type Person, personOf } from '../people/person.ts';
import { linkedJob } from '../people/plan-job.ts';
import { kinds } from '../people/presented.ts';
import { stream } from '../random.ts';
import { resolveDays } from '../relative-day.ts';
import { type Scenario, type StartingPlan, scenarios, type TermKey } from '../scenarios/scenario.ts';
import { knownIn, scenarioIn } from '../scenarios/scenario-in.ts';
import { readData } from '../table.ts';
import { birthAt, MOST_USERS } from './birth.ts';

export const dishonestKinds = Object.keys(kinds).filter((kind) => kinds[kind]?.relation !== undefined);

/** The person of a scenario in a world; the index is null for a person who is no user. */
export type WorldPersona = { persona: Scenario; index: number | null; userId: string };

/** A scenario of the user's own. By default its days count from the day on which the world begins, and its id follows from its key. */
export type AddedScenario = { scenario: Scenario; begins?: Day; userId?: string };

/** A pure function of the seed and the day on which the world begins. Each person is made when `person` is called. */
export type World = Readonly<ReturnType<typeof world>>;

export const DEFAULT_SEED = '1';
const DEFAULT_USERS = 100;

const users = scenarios.filter(({ is_user }) => is_user !== false);
const strangers = scenarios.filter(({ is_user }) => is_user === false);

/** As few users as a world can have: those of the scenarios are always there. */
export const FEWEST_USERS = users.length;

function checked(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0 || count > MOST_USERS)
    throw new RangeError(`A world has between 0 and ${MOST_USERS} users, not ${count}`);
  return Math.max(count, FEWEST_USERS);
}

/** The people of the scenarios of a seed with their ids, which are the same whenever its world begins. */
export function personasOf(seed: string | number = DEFAULT_SEED): ReadonlyMap<string, WorldPersona> {
  const text = String(seed);
  const here: WorldPersona[] = [
    ...users.map((persona, index) => ({ persona, index, userId: seededUserId(text, index) })),
    ...strangers.map((one) => ({ persona: one, index: null, userId: seededUuid(text, 'stranger', one.key) })),
  ];
  return new Map(here.map((entry) => [entry.persona.key, entry]));
}

type WorldOptions = {
  born: number;
  users?: number;
  scenarios?: readonly AddedScenario[];
  /** Of the drawn people, the share who hand in something that is not true; what is odd and lawful is as common as in life. */
  dishonest?: number | undefined;
};
/** The person of a scenario, with what is known of them in this world. */
type Cast = { scenario: Scenario; begins: Day; userId: string; told: ReturnType<typeof scenarioIn> };

/** Opens the world of a seed that is born at an instant. The people of the scenarios are its first users, whatever their number. */
export function world(seed: string | number = DEFAULT_SEED, options: WorldOptions) {
  const text = String(seed);
  const begins = dayOf(birthAt(options.born));
  const drawnCount = checked(options.users ?? DEFAULT_USERS);
  const added = (options.scenarios ?? []).map(({ scenario, begins: day, userId }, position) => ({
    ...{ persona: scenario, begins: day ?? begins, index: drawnCount + position },
    userId: userId ?? seededUuid(text, 'scenario', scenario.key),
  }));
  const userCount = drawnCount + added.length;
  const { dishonest = 0 } = options;
  if (!(dishonest >= 0 && dishonest <= 0.5))
    throw new RangeError(`A share of at most 0.5 of the people can be dishonest, not ${dishonest}`);
  const streamOf = (index: number) => stream(text, 'person', index);
  const holdings = (index: number) => holdingsOf(streamOf(index).fork('holdings'));
  const userId = (index: number) => added[index - drawnCount]?.userId ?? seededUserId(text, index);
  const inside = (index: number | undefined) =>
    index !== undefined && index < drawnCount ? index : undefined;
  const casts = new Map<number, Cast>();
  const castOf = (index: number): Cast | undefined => {
    const one = added[index - drawnCount];
    const scenario = one?.persona ?? users[index];
    if (!scenario) return undefined;
    const day = one?.begins ?? begins;
    const make = () => ({ scenario, begins: day, userId: userId(index), told: scenarioIn(scenario, day) });
    const known = casts.get(index) ?? make();
    casts.set(index, known);
    return known;
  };
  const shown = added.map(({ persona, index, userId }) => ({ persona, index, userId }));
  /** By key, in the order of their indexes; of several with one key the first. */
  const personas = new Map(personasOf(text));
  for (const one of shown) if (!personas.has(one.persona.key)) personas.set(one.persona.key, one);
  return {
    seed: text,
    /** The day (UTC) on which it begins: at its first instant all that a user starts with has happened. */
    begins,
    /** Users have the indexes below this. */
    userCount,
    catalogue,
    terms: startingTerms(text, begins),
    personas,
    added: shown,
    userId,
    /** The index of a user's id, found without a table; undefined when no seeded user has it. */
    indexOf: (id: string) =>
      inside(indexOfSeededUser(text, id)) ?? added.find((one) => one.userId === id.toLowerCase())?.index,
    /** The index of the user to whom any id belongs: the user's own, or that of an account, entry or the like. */
    ownerOf: (id: string) =>
      inside(indexOfSeededOwner(text, id)) ??
      added.find((one) => userPrefix(one.userId) === userPrefix(id))?.index,
    personaAt: (index: number) => castOf(index)?.scenario,
    /** The place in the order in which users were created: added scenarios come right after the built-in ones. */
    rankOf: (index: number) => (index < drawnCount ? index : FEWEST_USERS + index - drawnCount),
    /** What the service holds for a user when the world begins, where it is not as for any other. */
    planAt(index: number): StartingPlan {
      const cast = castOf(index);
      if (cast || dishonest === 0) return cast?.told.start ?? {};
      const person = lazy(() => this.person(index));
      return handedIn(person, holdings(index));
    },
    /** The person with an index, and what the client has given about them since. */
    person(index: number, past?: Past): Person {
      if (!Number.isInteger(index) || index < 0 || index >= userCount)
        throw new RangeError(`There is no user ${index} in a world of ${userCount}`);
      const cast = castOf(index);
      const since = past && toldSince(past);
      const other = () => this.person(0);
      if (cast) {
        const { scenario, userId, begins, told } = cast;
        const known = since ? knownIn(scenario, begins, since.moves) : told.known;
        return personOf(stream(text, 'persona', scenario.key), userId, begins, { ...known, ...since, other });
      }
      const own = streamOf(index);
      if (dishonest === 0) return personOf(own, userId(index), begins, since);
      // Of those before, so that a larger world has the same first users as a smaller one.
      const victim = lazy(() => {
        const thief = personOf(own, userId(index), begins);
        for (let one = index - 1; one >= Math.max(FEWEST_USERS, index - 150); one--)
          if (!isDishonest(streamOf(one), dishonest) && canPassFor(thief, this.person(one)))
            return this.person(one);
        return undefined;
      });
      const holder = { begins, stream: own, other: victim };
      return personOf(own, userId(index), begins, {
        ...{ ...since, other: victim },
        discrepancies: (jobs) => drawnDiscrepancies(holder, jobs, dishonest, holdings(index)),
      });
    },
  };
}

/** What the service holds of a drawn person where some are dishonest: uploads, since a provider would tell the truth. */
const handedIn = (person: () => Person, { hasAccount, statements }: Holdings): StartingPlan =>
  lazyFields<StartingPlan>({
    accounts() {
      const job = linkedJob(person().jobs, person().begins);
      const status = job && catalogue.mfaOf(job.provider) === null ? 'LOCKED' : 'PENDING';
      return job && hasAccount ? [{ job: job.key, status }] : [];
    },
    entries() {
      const job = linkedJob(person().jobs, person().begins);
      return job ? [{ job: job.key, by: 'upload' }] : [];
    },
    statements: () => askedFor(statements, person().discrepancies),
    direct: () => [],
  });

/** The terms that exist when a world begins, oldest first. The service's own are the same ones in every world. */
const startingTerms = (seed: string, begins: Day): { key: TermKey; term: AuthorisationTerm }[] =>
  terms().map(({ key, ...wording }) => {
    const id = seededUuid(wording.is_system_term ? 'service' : seed, 'term', key);
    return { key, term: { id, ...resolveDays(wording, begins) } };
  });

const terms = lazy((): (Omit<AuthorisationTerm, 'id'> & { key: TermKey })[] => readData('world/terms'));
