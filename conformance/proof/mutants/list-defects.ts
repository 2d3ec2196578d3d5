import type { OperationId } from '../../../spec/operations.ts';
import type { Pagination } from '../../../spec/types.ts';
import { type Defect, instead, onAnswer, onRequest } from './mutant.ts';

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
export const refusesLimit = (operation: OperationId, isRefused: (limit: number) => boolean): Defect =>
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
export function mixesUsers(operation: OperationId): Defect {
  let before: unknown[] = [];
  return onPage(operation, (_, items) => {
    const foreign = before;
    before = items;
    return [...items, ...foreign];
  });
}
