import { expectShape, expectThat, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../target/read-json.ts';

type List = 'providers' | 'parent_provider_meta' | 'employers';

export const itemsOf = (answer: ServiceResponse, list: List): readonly JsonFields[] =>
  objectsIn(fieldsOf(answer.body)[list]);

/** A place of the catalogue within this list, or a list within it. */
const within =
  (list: List, inner?: string) =>
  (place: string): boolean =>
    place.startsWith(`${list}.`) && (inner === undefined || place.split('.').includes(inner));

function expectIds(list: List, answer: ServiceResponse): void {
  for (const [at, { id }] of itemsOf(answer, list).entries())
    expectValue(typeof id === 'string', `id of ${list} ${at} as text`, id, answer);
}

export function expectLists(answer: ServiceResponse): void {
  for (const name of ['providers', 'parent_provider_meta', 'employers']) {
    const list = fieldsOf(answer.body)[name];
    expectValue(Array.isArray(list), `an array ${name}`, list, answer);
  }
}

export function expectProviders(answer: ServiceResponse): void {
  expectIds('providers', answer);
  const others = (place: string): boolean => /extra_login_params|max_login_attempts/.test(place);
  expectShape(answer, (place) => /^providers\.\d+\../.test(place) && !others(place));
}

export function expectLoginAttempts(answer: ServiceResponse): void {
  for (const { id, max_login_attempts } of itemsOf(answer, 'providers'))
    expectValue(
      Number.isInteger(max_login_attempts),
      `max_login_attempts of ${id} as an integer`,
      max_login_attempts,
      answer,
    );
}

/** How many login parameters there are; each is judged, and a catalogue that does not know the field fails. */
export function expectLoginParams(answer: ServiceResponse): number {
  const lists = itemsOf(answer, 'providers').map(({ extra_login_params }) => extra_login_params);
  expectThat(
    lists.some(Array.isArray),
    'providers with extra_login_params',
    'none that has the field',
    answer,
  );
  expectShape(answer, within('providers', 'extra_login_params'));
  return lists.flatMap((list) => list ?? []).length;
}

export function expectParentsAndEmployers(answer: ServiceResponse): void {
  expectIds('parent_provider_meta', answer);
  expectIds('employers', answer);
  expectShape(answer, (place) => within('parent_provider_meta')(place) || within('employers')(place));
}

export function expectNamedProviders(answer: ServiceResponse): void {
  const known = new Set(itemsOf(answer, 'providers').map(({ id }) => id));
  for (const { id, providers } of itemsOf(answer, 'employers'))
    for (const one of Array.isArray(providers) ? providers : [])
      expectThat(known.has(one), `employer ${id} to name providers of the catalogue`, String(one), answer);
}
