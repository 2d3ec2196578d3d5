import { expectEqual, expectShape, expectSuccess, expectThat, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../target/read-json.ts';
import type { Laws } from './law.ts';

const lists = ['providers', 'parent_provider_meta', 'employers'] as const;
type List = (typeof lists)[number];

const itemsOf = (answer: ServiceResponse, list: List): readonly JsonFields[] =>
  objectsIn(fieldsOf(answer.body)[list]);
const hasSome = (answer: ServiceResponse, list: List): boolean => itemsOf(answer, list).length > 0;

function expectIds(list: List, answer: ServiceResponse): void {
  for (const [at, { id }] of itemsOf(answer, list).entries())
    expectValue(typeof id === 'string', `id of ${list} ${at} as text`, id, answer);
}

export const catalogueLaws = {
  'providers.answer': (answer) => {
    expectSuccess(answer, 200);
    for (const name of lists) {
      const list = fieldsOf(answer.body)[name];
      expectValue(Array.isArray(list), `an array ${name}`, list, answer);
    }
  },
  'providers.provider-types': (answer) => {
    expectIds('providers', answer);
    const isOther = (place: string): boolean => /extra_login_params|max_login_attempts/.test(place);
    expectShape(answer, (place) => /^providers\.\d+\../.test(place) && !isOther(place));
    return hasSome(answer, 'providers');
  },
  'providers.login-attempts': (answer) => {
    for (const { id, max_login_attempts: most } of itemsOf(answer, 'providers'))
      expectValue(Number.isInteger(most), `max_login_attempts of ${id} as an integer`, most, answer);
    return hasSome(answer, 'providers');
  },
  // A catalogue that does not know the field breaks it.
  'providers.login-params': (answer) => {
    const all = itemsOf(answer, 'providers').map(({ extra_login_params }) => extra_login_params);
    if (all.length === 0) return false;
    const isKnown = all.some(Array.isArray);
    expectThat(isKnown, 'providers with extra_login_params', 'none that has the field', answer);
    expectShape(answer, (place) => /^providers\..*\bextra_login_params\b/.test(place));
    return true;
  },
  'providers.parent-and-employer-types': (answer) => {
    if (!hasSome(answer, 'providers')) return false;
    expectIds('parent_provider_meta', answer);
    expectIds('employers', answer);
    return expectShape(answer, (place) => /^(parent_provider_meta|employers)\./.test(place));
  },
  'providers.employers-name-providers': (answer) => {
    const known = new Set(itemsOf(answer, 'providers').map(({ id }) => id));
    if (known.size === 0) return false;
    for (const { id, providers } of itemsOf(answer, 'employers'))
      for (const one of Array.isArray(providers) ? providers : [])
        expectThat(known.has(one), `employer ${id} to name providers of the catalogue`, String(one), answer);
    return true;
  },
  'terms.get.answer': (answer) => {
    const { id } = fieldsOf(expectSuccess(answer, 200));
    expectEqual(id, answer.path['term_id'], 'the id', answer);
  },
  'terms.shape.types': (answer) => expectShape(answer),
} as const satisfies Laws;
