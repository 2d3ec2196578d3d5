import { scenarioNames } from '../../generators/scenarios/generated/keys.ts';
import { personasOf } from '../../generators/world/world.ts';

/** A user of a scenario, who exists in every world, and what they are there for. */
export type ScenarioUser = {
  readonly userId: string;
  readonly key: string;
  readonly description: string;
  readonly purpose: string;
};

/** The people of the scenarios by name: `people.steadySalary`. */
export type People = { readonly [Name in keyof typeof scenarioNames]: ScenarioUser };

/** The people of the scenarios in a world with this seed; an unknown name throws an error that lists the names. */
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
      // Printing, comparing or awaiting the object reads names such as `then` and `toJSON`.
      if (typeof name === 'symbol' || name in target || !/^[a-z]+[A-Z]/.test(name))
        return Reflect.get(target, name);
      throw new TypeError(`No person is called ${name}. There are ${Object.keys(target).join(', ')}`);
    },
  }) as People;
}
