import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Pagination } from '../../../spec/types.ts';
import {
  around,
  type Defect,
  instead,
  type Mutant,
  mutantsOf,
  onAnswer,
  onRequest,
  refusal,
} from './mutant.ts';

export const onQuery = (operation: OperationId, change: (query: URLSearchParams) => void): Defect =>
  onRequest(operation, (request) => {
    const url = new URL(request.url, 'http://sandbox');
    change(url.searchParams);
    request.url = `${url.pathname}${url.search}`;
  });

const onNumber = (
  operation: OperationId,
  name: 'offset' | 'limit',
  change: (given: number) => number,
): Defect =>
  onQuery(operation, (query) => {
    const given = query.get(name);
    if (given !== null) query.set(name, String(change(Number(given))));
  });

const refuses = (operation: OperationId, name: 'offset' | 'limit', isRefused: (given: number) => boolean) =>
  instead(operation, ({ url }) => {
    const given = Number(new URL(url, 'http://sandbox').searchParams.get(name) ?? Number.NaN);
    return isRefused(given) ? refusal(400, `Query parameter [${name}] is out of range`) : undefined;
  });

/** Changes the pagination of a list, and the items with it where the change gives others. */
export const onPage = (
  operation: OperationId,
  change: (pagination: Pagination, items: unknown[]) => unknown[] | undefined,
): Defect =>
  onAnswer(operation, ({ status, body }) => {
    if (status !== 200) return undefined;
    const { pagination, ...rest } = body as { pagination: Pagination } & Record<string, unknown[]>;
    const [[name, items] = ['', []]] = Object.entries(rest);
    return { body: { pagination, [name]: change(pagination, items) ?? items } };
  });

const onPagination = (operation: OperationId, change: (pagination: Pagination) => object): Defect =>
  onPage(operation, (pagination) => void Object.assign(pagination, change(pagination)));

function takesOneMore(operation: List['operation'], mostItems: number): readonly Defect[] {
  let taken = 0;
  return [
    onNumber(operation, 'limit', (limit) => {
      if (limit !== mostItems + 1) return limit;
      taken += 1;
      return mostItems;
    }),
    onPagination(operation, ({ limit }) => {
      if (taken === 0 || limit !== mostItems) return {};
      taken -= 1;
      return { limit: mostItems + 1 };
    }),
  ];
}

function mixesUsers(operation: OperationId): Defect {
  let before: unknown[] = [];
  return onPage(operation, (_, items) => {
    const foreign = before;
    before = items;
    return [...items, ...foreign];
  });
}

const users = 'listUsers';
const statements = 'listBankStatements';
const income = 'getTaxauthIncome';

function filtersThePage(): readonly Defect[] {
  let from: string | null = null;
  let to: string | null = null;
  return [
    onQuery(statements, (query) => {
      from = query.get('created_from');
      to = query.get('created_to');
      for (const name of ['created_from', 'created_to']) query.delete(name);
    }),
    onPage(statements, (pagination, items) => {
      const kept = (items as { created_at: string }[]).filter(
        ({ created_at: at }) => (from === null || at >= from) && (to === null || at <= to),
      );
      pagination.count = kept.length;
      return kept;
    }),
  ];
}

const lists = [
  { area: 'users', operation: users, firstOffset: 1, mostItems: 100 },
  { area: 'bank-statements', operation: statements, firstOffset: 0, mostItems: 1000 },
  { area: 'income', operation: income, firstOffset: 1, mostItems: 100 },
] as const;
type List = (typeof lists)[number];

/** What can go wrong with any list that comes in pages, by the end of its clause and the beginning of its name. */
function defectsOf({ area, operation, firstOffset, mostItems }: List) {
  const onTotal = (change: (total: number, pagination: Pagination) => unknown) =>
    onPagination(operation, (page) => ({ total_count: change(page.total_count, page) }));
  const onLimit = (change: (limit: number) => number) => onNumber(operation, 'limit', change);
  const all: Readonly<Record<string, Defect | readonly Defect[]>> = {
    'answer: writes-the-pagination-as-text': onTotal(String),
    'count: counts-a-page-by-its-limit': onPagination(operation, ({ limit }) => ({ count: limit })),
    'total-count: totals-from-the-offset-on': onTotal((total, { offset }) =>
      Math.max(0, total - (offset - firstOffset)),
    ),
    'total-count: counts-no-further-than-a-hundred': onTotal((total) => Math.min(100, total)),
    'echo: reports-the-offset-one-off': onPagination(operation, ({ offset }) => ({
      offset: offset + 1 - 2 * firstOffset,
    })),
    'echo: cuts-long-pages-in-half': onLimit((limit) =>
      limit > mostItems ? limit : Math.min(mostItems / 2, limit),
    ),
    'at-most-limit: gives-one-too-many': onLimit((limit) => (limit < mostItems ? limit + 1 : limit)),
    'limit-lowest: refuses-a-page-of-one': refuses(operation, 'limit', (limit) => limit < 2),
    'limit-highest: refuses-the-longest-page': refuses(operation, 'limit', (limit) => limit >= mostItems),
    [`offset-from-${firstOffset === 0 ? 'zero' : 'one'}: refuses-the-lowest-offset`]: refuses(
      operation,
      'offset',
      (offset) => offset === firstOffset,
    ),
    'pages-tile: repeats-one-on-the-next-page': onNumber(operation, 'offset', (offset) =>
      offset > firstOffset + 1 ? offset - 1 : offset,
    ),
  };
  if (area === 'users') return all;
  return {
    ...all,
    'most: takes-a-limit-of-one-more': takesOneMore(operation, mostItems),
    'own-only: lists-what-is-of-others': mixesUsers(operation),
  };
}

/** Sandboxes with a broken list: the same defects for each of the three lists that come in pages, and those of their own. */
export const listMutants: readonly Mutant[] = [
  ...lists.flatMap((list) =>
    Object.entries(defectsOf(list)).map(([key, defects]): Mutant => {
      const [clause, name] = `${list.area}.list.${key}`.split(': ') as [ClauseId, string];
      return { name: `${name}-in-the-list-of-${list.area}`, clause, defects: [defects].flat() };
    }),
  ),
  ...mutantsOf('users.', {
    'list.pages-tile: gives-one-too-many-among-the-latest-users': around(users, async (context, handler) => {
      const answer = await handler(context);
      const { offset = 1, limit = 10 } = context.query;
      if (limit === 100 || offset < (answer.body?.pagination.total_count ?? 0) - 5) return answer;
      return handler({ ...context, query: { offset, limit: limit + 1 } });
    }),
    'list.most: takes-a-limit-of-one-more': takesOneMore(users, 100),
    'list.most: takes-very-large-pages-for-large-ones': onNumber(users, 'limit', (limit) =>
      limit > 101 ? 100 : limit,
    ),
  }),
  ...mutantsOf('', {
    'bank-statements.filter.after: filters-what-is-on-the-page-alone': filtersThePage(),
    'income.filter.account: filters-what-is-on-the-page-alone': around(income, async (context, handler) => {
      const { account_id, ...query } = context.query;
      const answer = await handler({ ...context, query });
      const { body } = answer;
      if (!body || account_id === undefined) return answer;
      const left = body.income_submissions.filter((one) => one.account_id === account_id);
      return { ...answer, body: { ...body, income_submissions: left } };
    }),
  }),
];
