import { expectEqual, expectShape, expectSuccess, expectThat } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../target/read-json.ts';

/** The three lists that come in pages: where their items stand, and the bounds of a page. */
export const pagedLists = {
  users: { operation: 'listUsers', field: 'users', id: 'user_id', lowestOffset: 1, mostItems: 100 },
  'bank-statements': {
    operation: 'listBankStatements',
    field: 'bank_statement_submissions',
    id: 'id',
    lowestOffset: 0,
    mostItems: 1000,
  },
  income: {
    operation: 'getTaxauthIncome',
    field: 'income_submissions',
    id: 'id',
    lowestOffset: 1,
    mostItems: 100,
  },
} as const;

export type PagedArea = keyof typeof pagedLists;

export const areaOf = (operation: string): PagedArea | undefined =>
  (Object.keys(pagedLists) as PagedArea[]).find((area) => pagedLists[area].operation === operation);

export const itemsOf = (area: PagedArea, answer: ServiceResponse): readonly JsonFields[] =>
  objectsIn(fieldsOf(answer.body)[pagedLists[area].field]);

export const paginationOf = (answer: ServiceResponse): JsonFields =>
  fieldsOf(fieldsOf(answer.body)['pagination']);

export function expectPage(area: PagedArea, answer: ServiceResponse): void {
  const { field } = pagedLists[area];
  const { [field]: items, pagination } = fieldsOf(expectSuccess(answer, 200));
  expectThat(Array.isArray(items), `an array ${field}`, typeof items, answer);
  expectShape(answer, (place) => place === '' || place.startsWith('pagination'));
  expectThat(pagination !== null, 'a pagination object', 'null', answer);
}

export const expectCount = (area: PagedArea, answer: ServiceResponse): void =>
  expectEqual(paginationOf(answer)['count'], itemsOf(area, answer).length, 'the count of the page', answer);

/** Fails the clause unless there are at least as many in all as on the page and before it. */
export function expectTotal(answer: ServiceResponse, before = 0): void {
  const { count, total_count } = paginationOf(answer);
  const least = before + Number(count);
  expectThat(Number(total_count) >= least, `at least ${least} in all`, `${total_count}`, answer);
}

export function expectPageEcho(query: { offset: number; limit: number }, answer: ServiceResponse): void {
  const { offset, limit } = paginationOf(answer);
  expectEqual({ offset, limit }, query, 'the pagination', answer);
}

export function expectAtMost(area: PagedArea, most: number, answer: ServiceResponse): void {
  const { length } = itemsOf(area, answer);
  expectThat(length <= most, `at most ${most} items`, `${length}`, answer);
}
