import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Pagination } from '../../../spec/types.ts';
import { type Defect, instead, type Mutant, mutant, onAnswer, onRequest } from './mutant.ts';

/** Changes the query of an operation before the sandbox sees it. */
export const onQuery = (operation: OperationId, change: (query: URLSearchParams) => void): Defect =>
  onRequest(operation, (request) => {
    const url = new URL(request.url, 'http://sandbox');
    change(url.searchParams);
    request.url = `${url.pathname}${url.search}`;
  });

/** Changes one number of a query where it is given. */
export const onNumber = (
  operation: OperationId,
  name: 'offset' | 'limit',
  change: (given: number) => number,
): Defect =>
  onQuery(operation, (query) => {
    const given = query.get(name);
    if (given !== null) query.set(name, String(change(Number(given))));
  });

/** Refuses a limit that the sandbox would take. */
const refusesLimit = (operation: OperationId, isRefused: (limit: number) => boolean): Defect =>
  instead(operation, ({ url }) => {
    const limit = Number(new URL(url, 'http://sandbox').searchParams.get('limit') ?? Number.NaN);
    return isRefused(limit)
      ? { status: 400, body: { errors: ['Query parameter [limit] is out of range'] } }
      : undefined;
  });

/** Changes the pagination of a list, and the items with it where the change gives others. */
export const onPage = (
  operation: OperationId,
  change: (pagination: Pagination, items: unknown[]) => unknown[] | undefined,
): Defect =>
  onAnswer(operation, (answer) => {
    if (answer.status !== 200) return answer;
    const { pagination, ...rest } = answer.body as { pagination: Pagination } & Record<string, unknown[]>;
    const [[name, items] = ['', []]] = Object.entries(rest);
    const changed = change(pagination, items) ?? items;
    return { ...answer, body: { pagination, [name]: changed } };
  });

/** Shows what another user's list held before, beside what is the user's own. */
function mixesUsers(operation: OperationId): Defect {
  let before: unknown[] = [];
  return onPage(operation, (_, items) => {
    const foreign = before;
    before = items;
    return [...items, ...foreign];
  });
}

type List = {
  readonly area: 'users' | 'bank-statements' | 'income';
  readonly operation: 'listUsers' | 'listBankStatements' | 'getTaxauthIncome';
  readonly firstOffset: 0 | 1;
  readonly mostItems: number;
};

const lists: readonly List[] = [
  { area: 'users', operation: 'listUsers', firstOffset: 1, mostItems: 100 },
  { area: 'bank-statements', operation: 'listBankStatements', firstOffset: 0, mostItems: 1000 },
  { area: 'income', operation: 'getTaxauthIncome', firstOffset: 1, mostItems: 100 },
];

type ListDefect = readonly [name: string, clause: ClauseId, defect: Defect];

/** What can go wrong with any list that comes in pages. */
function defectsOf({ area, operation, firstOffset, mostItems }: List): readonly ListDefect[] {
  const onPagination = (change: (pagination: Pagination) => void): Defect =>
    onPage(operation, (pagination) => {
      change(pagination);
      return undefined;
    });
  const lowest: ClauseId =
    area === 'bank-statements' ? 'bank-statements.list.offset-from-zero' : `${area}.list.offset-from-one`;
  return [
    [
      'writes-the-pagination-as-text-in-the-list',
      `${area}.list.answer`,
      onPagination((pagination) => {
        Object.assign(pagination, { total_count: String(pagination.total_count) });
      }),
    ],
    [
      'counts-a-page-by-its-limit-in-the-list',
      `${area}.list.count`,
      onPagination((pagination) => {
        pagination.count = pagination.limit;
      }),
    ],
    [
      'totals-from-the-offset-on-in-the-list',
      `${area}.list.total-count`,
      onPagination((pagination) => {
        pagination.total_count = Math.max(0, pagination.total_count - (pagination.offset - firstOffset));
      }),
    ],
    [
      'reports-the-offset-one-off-in-the-list',
      `${area}.list.echo`,
      onPagination((pagination) => {
        pagination.offset += 1 - 2 * firstOffset;
      }),
    ],
    [
      'cuts-long-pages-in-half-in-the-list',
      `${area}.list.echo`,
      onNumber(operation, 'limit', (limit) => (limit > mostItems ? limit : Math.min(mostItems / 2, limit))),
    ],
    [
      'gives-one-too-many-in-the-list',
      `${area}.list.at-most-limit`,
      onNumber(operation, 'limit', (limit) => (limit < mostItems ? limit + 1 : limit)),
    ],
    [
      'refuses-a-page-of-one-in-the-list',
      `${area}.list.limit-lowest`,
      refusesLimit(operation, (limit) => limit < 2),
    ],
    [
      'refuses-the-longest-page-in-the-list',
      `${area}.list.limit-highest`,
      refusesLimit(operation, (limit) => limit >= mostItems),
    ],
    ['refuses-the-lowest-offset-in-the-list', lowest, refusesOffset(operation, firstOffset)],
    [
      'repeats-one-on-the-next-page-in-the-list',
      `${area}.list.pages-tile`,
      onNumber(operation, 'offset', (offset) => (offset > firstOffset + 1 ? offset - 1 : offset)),
    ],
    ...(area === 'users'
      ? []
      : ([
          [
            'takes-any-limit-for-the-highest-in-the-list',
            `${area}.list.most`,
            onNumber(operation, 'limit', (limit) => Math.min(mostItems, limit)),
          ],
          ['lists-what-is-of-others-in-the-list', `${area}.list.own-only`, mixesUsers(operation)],
        ] as const)),
  ];
}

const refusesOffset = (operation: List['operation'], refused: number): Defect =>
  instead(operation, ({ url }) =>
    new URL(url, 'http://sandbox').searchParams.get('offset') === String(refused)
      ? { status: 400, body: { errors: ['Query parameter [offset] is too small'] } }
      : undefined,
  );

/** Sandboxes with a broken list, the same defects for each of the three lists that come in pages. */
export const pagedListMutants: readonly Mutant[] = lists.flatMap((list) =>
  defectsOf(list).map(([name, clause, defect]) => mutant(`${name}-of-${list.area}`, clause, defect)),
);
