import { areaOf, itemsOf, type PagedArea, pagedLists, paginationOf } from '../../predicates/pages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { Bounded } from './bounded.ts';
import { clientOf, type Seen } from './passed.ts';
import { everything, type Writes } from './writes.ts';

type Page = {
  readonly offset: number;
  readonly total: unknown;
  readonly ids: readonly unknown[];
  readonly at: number;
  readonly isCalm: boolean;
};

/** The lists that come in pages: their latest pages, and who owns what they showed. */
export class Lists {
  readonly #writes: Writes;
  readonly #pages = new Bounded<string, Page[]>(200);
  /** The latest list of each client that showed all its users. */
  readonly #whole = new Bounded<string, { readonly ids: readonly unknown[]; readonly at: number }>(200);
  readonly #owners = new Bounded<string, unknown>(50_000);

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** The latest pages of the same list, with the same limit and filters, that are still certain. */
  pages(area: PagedArea, seen: Seen): readonly Page[] {
    const pages = this.#pages.get(pageKey(area, seen)) ?? [];
    return pages.filter(({ isCalm, at }) => isCalm && this.#writes.isQuiet(everything, seen, at));
  }

  /** The users who were listed when all were, and whom nothing that passed has touched since. */
  usersBefore(seen: Seen): readonly unknown[] {
    const { ids = [], at = 0 } = this.#whole.get(clientOf(seen)) ?? {};
    return at > 0 && at <= seen.begun ? ids.filter((id) => this.#writes.isQuiet(`${id}`, seen, at)) : [];
  }

  /** The user in whose list an item was seen. */
  ownerOf(area: PagedArea, id: unknown): unknown {
    return this.#owners.get(`${area} ${id}`);
  }

  note(seen: Seen): void {
    const area = isSuccess(seen) ? areaOf(seen.operation) : undefined;
    if (area === undefined) return;
    const items = itemsOf(area, seen);
    if (area !== 'users') for (const { id } of items) this.#owners.set(`${area} ${id}`, seen.path['user_id']);
    if (area === 'users' && showsAll(seen))
      this.#whole.set(clientOf(seen), { ids: items.map(({ user_id }) => user_id), at: seen.ended });
    const offset = Number(seen.query['offset']);
    if (seen.query['offset'] === undefined || !Number.isInteger(offset) || items.length > 200) return;
    const key = pageKey(area, seen);
    const page = {
      offset,
      total: paginationOf(seen)['total_count'],
      ids: items.map((item) => item[pagedLists[area].id]),
      at: seen.ended,
      isCalm: this.#writes.isQuiet(everything, seen),
    };
    this.#pages.set(key, [...(this.#pages.get(key) ?? []).slice(-4), page]);
  }

  forget(): void {
    this.#pages.clear();
    this.#whole.clear();
    this.#owners.clear();
  }
}

/** Whether a page shows all users; a parameter that the document does not have may leave some out. */
export const showsAll = (seen: Seen): boolean => {
  const { offset = '1', limit: _, ...others } = seen.query;
  const { count, total_count } = paginationOf(seen);
  const isFirst = Number(offset) <= 1 && Object.keys(others).length === 0;
  return isFirst && count === total_count && count === itemsOf('users', seen).length && count !== 0;
};

const pageKey = (area: PagedArea, seen: Seen): string => {
  const { offset: _, ...rest } = seen.query;
  return JSON.stringify([area, clientOf(seen), seen.path, rest]);
};
