import type { Pagination } from '../../spec/types.ts';

export type OffsetMeaning = 'first-item' | 'skip' | 'page';

export type PageRequest = { offset: number; limit: number; meaning: OffsetMeaning; firstPage: 0 | 1 };

export function skipped({ offset, limit, meaning, firstPage }: PageRequest): number {
  if (meaning === 'skip') return offset;
  return Math.max(0, meaning === 'page' ? (offset - firstPage) * limit : offset - 1);
}

export function paginationOf({ offset, limit }: PageRequest, count: number, total_count: number): Pagination {
  return { offset, limit, count, total_count };
}

export function pageOf<T>(items: readonly T[], request: PageRequest): { pagination: Pagination; page: T[] } {
  const start = skipped(request);
  const page = items.slice(start, start + request.limit);
  return { pagination: paginationOf(request, page.length, items.length), page };
}
