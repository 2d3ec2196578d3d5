import type { OperationId } from '../../../spec/operations.ts';
import type { Pagination } from '../../../spec/types.ts';
import { around, type Defect, mutantsOf, onAnswer, onRequest } from './mutant.ts';

export const onQuery = (operation: OperationId, change: (query: URLSearchParams) => void): Defect =>
  onRequest(operation, (request) => {
    const url = new URL(request.url, 'http://sandbox');
    change(url.searchParams);
    request.url = `${url.pathname}${url.search}`;
  });

/** Changes the pagination of a list, and the items with it where the change gives others. */
const onPage = (
  operation: OperationId,
  change: (pagination: Pagination, items: unknown[]) => unknown[] | undefined,
): Defect =>
  onAnswer(operation, ({ status, body }) => {
    if (status >= 300) return undefined;
    const { pagination, ...rest } = body as { pagination: Pagination } & Record<string, unknown[]>;
    const [[name, items] = ['', []]] = Object.entries(rest);
    return { body: { pagination, [name]: change(pagination, items) ?? items } };
  });

const onPagination = (operation: OperationId, change: (pagination: Pagination) => object): Defect =>
  onPage(operation, (pagination) => void Object.assign(pagination, change(pagination)));

function takesOneMore(operation: OperationId, mostItems: number): readonly Defect[] {
  let taken = 0;
  return [
    onQuery(operation, (query) => {
      if (query.get('limit') !== String(mostItems + 1)) return;
      taken += 1;
      query.set('limit', String(mostItems));
    }),
    onPagination(operation, ({ limit }) => {
      if (taken === 0 || limit !== mostItems) return {};
      taken -= 1;
      return { limit: mostItems + 1 };
    }),
  ];
}

export function mixesUsers(operation: OperationId): Defect {
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

const totalsFromTheOffset = (operation: OperationId, firstOffset: number): Defect =>
  onPagination(operation, ({ total_count, offset }) => ({
    total_count: Math.max(0, total_count - (offset - firstOffset)),
  }));

export const listMutants = mutantsOf('', {
  'users.list.total-count: totals-from-the-offset-on-in-the-list-of-users': totalsFromTheOffset(users, 1),
  'bank-statements.list.total-count: totals-from-the-offset-on-in-the-list-of-bank-statements':
    totalsFromTheOffset(statements, 0),
  'income.list.total-count: totals-from-the-offset-on-in-the-list-of-income': totalsFromTheOffset(income, 1),
  'bank-statements.list.most: takes-a-limit-of-one-more-in-the-list-of-bank-statements': takesOneMore(
    statements,
    1000,
  ),
  'income.list.most: takes-a-limit-of-one-more-in-the-list-of-income': takesOneMore(income, 100),
  'bank-statements.list.own-only: lists-what-is-of-others-in-the-list-of-bank-statements':
    mixesUsers(statements),
  'income.list.own-only: lists-what-is-of-others-in-the-list-of-income': mixesUsers(income),
  'users.list.pages-tile: gives-one-too-many-among-the-latest-users': around(
    users,
    async (context, handler) => {
      const answer = await handler(context);
      const { offset = 1, limit = 10 } = context.query;
      if (limit === 100 || offset < (answer.body?.pagination.total_count ?? 0) - 5) return answer;
      return handler({ ...context, query: { offset, limit: limit + 1 } });
    },
  ),
  'users.list.most: takes-a-limit-of-one-more': takesOneMore(users, 100),
  'bank-statements.filter.after: filters-what-is-on-the-page-alone': filtersThePage(),
  'income.filter.account: filters-what-is-on-the-page-alone': around(income, async (context, handler) => {
    const { account_id, ...query } = context.query;
    const answer = await handler({ ...context, query });
    const { body } = answer;
    if (!body || account_id === undefined) return answer;
    const left = body.income_submissions.filter((one) => one.account_id === account_id);
    return { ...answer, body: { ...body, income_submissions: left } };
  }),
});
