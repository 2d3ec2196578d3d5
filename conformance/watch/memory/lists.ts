import { areaOf, itemsOf, type PagedArea, pagedLists, paginationOf } from '../../predicates/pages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { Bounded } from './bounded.ts';
import { clientOf, isInvalid, type Seen } from './passed.ts';
import { everything, type Writes } from './writes.ts';

export type Filterable = Readonly<Record<'id' | 'created_at' | 'account_id' | 'entry_id', unknown>>;
export type Page = {
  readonly offset: number;
  readonly limit: number;
  readonly total: unknown;
  readonly ids: readonly unknown[];
  /** What filters go by, of each item. */
  readonly items: readonly Filterable[];
  readonly at: number;
  readonly isCalm: boolean;
};

type Fate = 'refused' | 'taken';

/** What became of a limit that is too large, as far as it tells: a page may be cut, and absurd numbers have other faults. */
export function fateOfLimit(area: PagedArea, seen: Seen): Fate | undefined {
  const { mostItems } = pagedLists[area];
  const limit = Number(seen.query['limit']);
  if (!(limit > mostItems && limit <= 20 * mostItems)) return undefined;
  if (isSuccess(seen)) return paginationOf(seen)['limit'] === limit ? 'taken' : undefined;
  return isInvalid(seen) && /limit/i.test(seen.text) ? 'refused' : undefined;
}

/** The lists that come in pages: their latest pages, and who owns what they showed. */
export class Lists {
  readonly #writes: Writes;
  readonly #pages = new Bounded<string, Page[]>(200);
  /** The latest page of each list that showed all of it. */
  readonly #whole = new Bounded<string, Page>(200);
  readonly #fates = new Map<PagedArea, ReadonlySet<Fate>>();
  readonly #owners = new Bounded<string, unknown>(50_000);

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** The latest pages of the same list, with the same filters, that are still certain. */
  certain(area: PagedArea, seen: Seen): readonly Page[] {
    const calm = this.latest(area, seen).filter(({ isCalm, at }) => isCalm && at <= seen.begun);
    return calm.filter(({ at }) => this.isQuiet(seen, at));
  }

  /** Whether no write since can have changed the list: of a user's own one, those of other users cannot. */
  isQuiet(seen: Seen, since?: number): boolean {
    const { user_id } = seen.path;
    return user_id === undefined
      ? this.#writes.isQuiet(everything, seen, since)
      : this.#writes.isQuiet(user_id, seen, since) && this.#writes.areLocal(seen, since);
  }

  /** The latest pages of the same list, with the same filters, whatever happened since. */
  latest(area: PagedArea, seen: Seen): readonly Page[] {
    return this.#pages.get(listKey(area, seen)) ?? [];
  }

  whole(area: PagedArea, seen: Seen): Page | undefined {
    return this.#whole.get(listKey(area, seen));
  }

  /** What a filtered page leaves out of the same list although it has room; undefined where that is unknown, or may have changed. */
  leftOut(area: PagedArea, seen: Seen): readonly Filterable[] | undefined {
    const whole = this.#whole.get(listKey(area, { ...seen, query: {} }));
    const { offset = pagedLists[area].lowestOffset, limit = paginationOf(seen)['limit'] } = seen.query;
    if (!whole?.isCalm || whole.at > seen.begun || !this.isQuiet(seen, whole.at)) return undefined;
    if (Number(offset) > pagedLists[area].lowestOffset || !(Number(limit) >= whole.items.length))
      return undefined;
    // Of a list that has grown, some may stand on the next page.
    const { ids, total } = pageOf(area, seen);
    if (total !== ids.length) return undefined;
    const shown = new Set(ids);
    return whole.items.filter(({ id }) => !shown.has(id));
  }

  /** The users who were listed when all were, and whom nothing that passed has touched since. */
  usersBefore(seen: Seen): readonly unknown[] {
    const { ids = [], at = 0 } = this.whole('users', seen) ?? {};
    return at > 0 && at <= seen.begun ? ids.filter((id) => this.#writes.isQuiet(`${id}`, seen, at)) : [];
  }

  ownerOf(area: PagedArea, id: unknown): unknown {
    return this.#owners.get(`${area} ${id}`);
  }

  own(area: PagedArea, id: unknown, user: unknown): void {
    this.#owners.set(`${area} ${id}`, user);
  }

  /** What became of limits that are too large. */
  fates(area: PagedArea): ReadonlySet<Fate> {
    return this.#fates.get(area) ?? new Set();
  }

  note(seen: Seen): void {
    const area = areaOf(seen.operation);
    const fate = area && fateOfLimit(area, seen);
    if (area && fate) this.#fates.set(area, new Set([...this.fates(area), fate]));
    if (area === undefined || !isSuccess(seen)) return;
    const page = { ...pageOf(area, seen), isCalm: this.isQuiet(seen) };
    if (area !== 'users') for (const id of page.ids) this.own(area, id, seen.path['user_id']);
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
  items: itemsOf(area, seen).map(({ id, created_at, account_id, entry_id }) => ({
    ...{ id, created_at, account_id, entry_id },
  })),
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
