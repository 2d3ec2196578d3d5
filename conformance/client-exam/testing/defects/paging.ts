import { type Defect, defect } from '../defect.ts';
import { paged } from './habits.ts';

export const pagingDefects: readonly Defect[] = [
  // Paging
  defect(
    'paging.to-the-end',
    'list-users',
    'reads one page',
    paged(() => undefined),
  ),
  defect(
    'paging.short-page',
    'list-users',
    'ends with a page that is not full',
    paged((page, { limit }, offset) => (page.items.length < limit ? undefined : offset + page.items.length)),
  ),
  defect(
    'paging.short-page',
    'list-users',
    'goes on by the limit that it asked for',
    paged((page, { limit }, offset) =>
      offset + limit > page.pagination.total_count ? undefined : offset + limit,
    ),
  ),
  defect('paging.user-added', 'list-users', 'insists on the total of the first page', (right) => {
    let total = 0;
    return {
      all: async (client, path, key, id) => {
        total = 0;
        return right.all(
          {
            ...client,
            read: (text, status) => {
              const body = right.read(text, status);
              total ||= body.pagination?.total_count;
              if (body.pagination && total !== body.pagination.total_count)
                throw new Error('the total changed');
              return body;
            },
          },
          path,
          key,
          id,
        );
      },
    };
  }),
  defect('paging.user-deleted', 'list-users', 'needs as many users as the first page promised', (right) => ({
    all: async (client, path, key, id) => {
      const first = await client.call(client, {
        method: 'GET',
        path: `${path}?limit=1&offset=1`,
        isSafe: true,
      });
      const all = await right.all(client, path, key, id);
      if (all.length < first.pagination.total_count - 1 || all.length !== first.pagination.total_count)
        throw new Error('users are missing');
      return all;
    },
  })),
  defect(
    'paging.no-endless',
    'list-users',
    'asks until it has as many as the total',
    paged((page, _client, offset) =>
      page.found >= page.pagination.total_count
        ? undefined
        : page.items.length
          ? offset + page.items.length
          : offset,
    ),
  ),
];
