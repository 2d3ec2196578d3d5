import { scenarioNames } from '../../generators/scenarios/generated/keys.ts';
import { personasOf } from '../../generators/world/world.ts';

/** Somebody who is in every world, and what they are there for. */
export type Somebody = {
  readonly userId: string;
  readonly key: string;
  readonly description: string;
  readonly purpose: string;
};

/** The people of the scenarios by name: `people.steadySalary`. */
export type People = { readonly [Name in keyof typeof scenarioNames]: Somebody };

/** Everybody of the scenarios in a world with this seed; a name that nobody has is an error that says who there is. */
export function peopleOf(seed: string): People {
  const personas = personasOf(seed);
  const people = Object.fromEntries(
    Object.entries(scenarioNames).flatMap(([name, key]) => {
      const found = personas.get(key);
      if (!found) return [];
      const { description, purpose } = found.persona;
      return [[name, { userId: found.userId, key, description, purpose }]];
    }),
  );
  return new Proxy(people, {
    get(target, name) {
      // Whoever prints, compares or awaits the whole asks for names that nobody meant as one.
      if (typeof name === 'symbol' || name in target || !/^[a-z]+[A-Z]/.test(name))
        return Reflect.get(target, name);
      throw new TypeError(`Nobody is called ${name} here. There are ${Object.keys(target).join(', ')}`);
    },
  }) as People;
}
