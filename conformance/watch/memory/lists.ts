import { areaOf, itemsOf, type PagedArea, pagedLists, paginationOf } from '../../predicates/pages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { Bounded } from './bounded.ts';
import { clientOf, type Seen } from './passed.ts';
import { everything, type Writes } from './writes.ts';

export type Page = {
  readonly offset: number;
  readonly limit: number;
  readonly total: unknown;
  readonly ids: readonly unknown[];
  readonly at: number;
  readonly isCalm: boolean;
};

/** The lists that come in pages: their latest pages, and who owns what they showed. */
export class Lists {
  readonly #writes: Writes;
  readonly #pages = new Bounded<string, Page[]>(200);
  /** The latest page of each list that showed all of it. */
  readonly #whole = new Bounded<string, Page>(200);
  readonly #owners = new Bounded<string, unknown>(50_000);

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** The latest pages of the same list, with the same filters, that are still certain. */
  certain(area: PagedArea, seen: Seen): readonly Page[] {
    return this.latest(area, seen).filter(
      ({ isCalm, at }) => isCalm && this.#writes.isQuiet(everything, seen, at),
    );
  }

  /** The latest pages of the same list, with the same filters, whatever happened since. */
  latest(area: PagedArea, seen: Seen): readonly Page[] {
    return this.#pages.get(listKey(area, seen)) ?? [];
  }

  whole(area: PagedArea, seen: Seen): Page | undefined {
    return this.#whole.get(listKey(area, seen));
  }

  /** The users who were listed when all were, and whom nothing that passed has touched since. */
  usersBefore(seen: Seen): readonly unknown[] {
    const { ids = [], at = 0 } = this.whole('users', seen) ?? {};
    return at > 0 && at <= seen.begun ? ids.filter((id) => this.#writes.isQuiet(`${id}`, seen, at)) : [];
  }

  /** The user in whose list an item was seen. */
  ownerOf(area: PagedArea, id: unknown): unknown {
    return this.#owners.get(`${area} ${id}`);
  }

  note(seen: Seen): void {
    const area = isSuccess(seen) ? areaOf(seen.operation) : undefined;
    if (area === undefined) return;
    const page = { ...pageOf(area, seen), isCalm: this.#writes.isQuiet(everything, seen) };
    const user = seen.path['user_id'];
    if (area !== 'users') for (const id of page.ids) this.#owners.set(`${area} ${id}`, user);
    const key = listKey(area, seen);
    if (showsAll(area, seen)) this.#whole.set(key, page);
    if (!Number.isInteger(page.offset) || page.ids.length > 200) return;
    this.#pages.set(key, [...this.latest(area, seen).slice(-4), page]);
  }

  forget(): void {
    this.#pages.clear();
    this.#whole.clear();
    this.#owners.clear();
  }
}

export const pageOf = (area: PagedArea, seen: Seen): Page => ({
  offset: Number(seen.query['offset']),
  limit: Number(seen.query['limit']),
  total: paginationOf(seen)['total_count'],
  ids: itemsOf(area, seen).map((item) => item[pagedLists[area].id]),
  at: seen.ended,
  isCalm: false,
});

/** Whether a page shows all of a list; a parameter that the document does not have may leave some out. */
export const showsAll = (area: PagedArea, seen: Seen): boolean => {
  const { lowestOffset } = pagedLists[area];
  const { offset = lowestOffset, limit: _, ...others } = seen.query;
  const { count, total_count } = paginationOf(seen);
  const isFirst = Number(offset) <= lowestOffset && Object.keys(others).length === 0;
  return isFirst && count === total_count && count === itemsOf(area, seen).length && count !== 0;
};

const listKey = (area: PagedArea, seen: Seen): string => {
  const { offset: _offset, limit: _limit, ...rest } = seen.query;
  return JSON.stringify([area, clientOf(seen), seen.path, rest]);
};
