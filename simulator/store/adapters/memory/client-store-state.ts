import type { Listed, NewWorkItem, SortKeyRange, WorkItem, WorkQuery, Write } from '../../port.ts';
import { checkKey, checkSortKey } from '../key.ts';
import { compareText, SortedArray } from './sorted-array.ts';
import { WorkQueues } from './work-queues.ts';

/** An aggregate with its work: what is kept, and written, as one. */
export type Stored = Listed & { readonly work: ReadonlyMap<string, WorkItem> };

type Position = { readonly id: string; readonly sortKey: string };

/** Everything that one client has, indexed. */
export class ClientStoreState {
  readonly queues: WorkQueues;
  readonly #aggregates: Map<string, Stored>;
  readonly #bySortKey: SortedArray<Position>;
  readonly #ids: SortedArray<string>;
  readonly #owners = new Map<string, string>();
  #sequence = 0;

  constructor(now: () => number, aggregates: readonly Stored[]) {
    this.#aggregates = new Map(aggregates.map((stored) => [stored.id, stored]));
    this.#bySortKey = new SortedArray<Position>(
      (a, b) => compareText(a.sortKey, b.sortKey) || compareText(a.id, b.id),
      aggregates.map(({ id, sortKey }) => ({ id, sortKey })),
    );
    this.#ids = new SortedArray(compareText, this.#aggregates.keys());
    const items = aggregates.flatMap(({ work }) => [...work.values()]);
    for (const { id, owner, sequence } of items) {
      this.#owners.set(id, owner);
      this.#sequence = Math.max(this.#sequence, sequence);
    }
    this.queues = new WorkQueues(now, items);
  }

  get(id: string): Stored | undefined {
    return this.#aggregates.get(id);
  }

  /** Part of all aggregates, by their position in the list. */
  slice(from: number, to: number): Listed[] {
    const listed = this.#bySortKey.items.slice(from, to);
    return listed.map(({ id, sortKey }) => ({ id, sortKey, document: this.#aggregates.get(id)!.document }));
  }

  item(id: string): WorkItem | undefined {
    return this.#aggregates.get(this.#owners.get(id) ?? '')?.work.get(id);
  }

  /** Oldest first. */
  items({ kind, owner, target }: WorkQuery = {}): WorkItem[] {
    const owners = owner === undefined ? this.#aggregates.values() : [this.#aggregates.get(owner)];
    return [...owners]
      .flatMap((stored) => [...(stored?.work.values() ?? [])])
      .filter((item) => (kind ?? item.kind) === item.kind && (target ?? item.target) === item.target)
      .sort((a, b) => a.sequence - b.sequence);
  }

  find(prefix: string): string[] {
    const from = this.#ids.indexOf((id) => id < prefix);
    const to = this.#ids.indexOf((id) => id < prefix || id.startsWith(prefix));
    return this.#ids.items.slice(from, to);
  }

  /** The aggregates in a range, from the first index up to the second. */
  range({ from, to }: SortKeyRange): [number, number] {
    const indexOf = (bound: string) => this.#bySortKey.indexOf(({ sortKey }) => sortKey < bound);
    const start = from === undefined ? 0 : indexOf(from);
    return [start, Math.max(start, to === undefined ? this.#bySortKey.items.length : indexOf(to))];
  }

  /** What a change makes of an aggregate; undefined when it is gone. */
  decide(id: string, now: Stored | undefined, change: Write<unknown>): Stored | undefined {
    const { document = now?.document, sortKey = now?.sortKey, work, removeWork: done = [] } = change;
    if (
      now &&
      document === now.document &&
      sortKey === now.sortKey &&
      work === undefined &&
      done.length === 0
    )
      return now;
    const puts = work === undefined || work === 'none' ? [] : work;
    if (!document) {
      if (puts.length > 0) throw new TypeError(`Work of ${id}, which is not there`);
      return undefined;
    }
    if (sortKey === undefined) throw new TypeError(`${id} is new and needs a sort key`);
    checkSortKey(sortKey);
    if (work === undefined && done.length === 0)
      return { id, sortKey, document, work: now?.work ?? new Map() };
    const items = new Map(work === 'none' ? [] : now?.work);
    for (const item of done) items.delete(item);
    for (const item of puts) items.set(item.id, this.#sequenced(id, item, items.get(item.id)));
    return { id, sortKey, document, work: items };
  }

  /** Puts what was decided in the place of what there was. */
  set(id: string, next: Stored | undefined): void {
    const now = this.#aggregates.get(id);
    if (next?.sortKey !== now?.sortKey) {
      if (now) this.#bySortKey.remove(now);
      if (next) this.#bySortKey.add({ id, sortKey: next.sortKey });
    }
    if (next && !now) this.#ids.add(id);
    if (now && !next) this.#ids.remove(id);
    if (next) this.#aggregates.set(id, next);
    else this.#aggregates.delete(id);
    if (next?.work !== now?.work) this.#setWork(now?.work ?? new Map(), next?.work ?? new Map());
  }

  #setWork(now: ReadonlyMap<string, WorkItem>, next: ReadonlyMap<string, WorkItem>): void {
    for (const [id, item] of now) {
      if (next.get(id) === item) continue;
      this.queues.take(item);
      if (next.get(id)?.sequence === item.sequence) continue;
      this.#owners.delete(id);
      this.queues.unclaim(id);
    }
    for (const [id, item] of next) {
      if (now.get(id) === item) continue;
      this.#owners.set(id, item.owner);
      this.queues.put(item);
    }
  }

  #sequenced(owner: string, item: NewWorkItem, before: WorkItem | undefined): WorkItem {
    checkKey(item.id);
    if (item.owner !== owner) throw new TypeError(`Work of ${item.owner} in a change of ${owner}`);
    const other = this.#owners.get(item.id);
    if (other !== undefined && other !== owner) throw new TypeError(`Work ${item.id} belongs to ${other}`);
    if (before) return { ...item, queue: before.queue, sequence: before.sequence };
    this.#sequence += 1;
    return { ...item, sequence: this.#sequence };
  }
}

export function storedOf(listed: Listed, work: readonly WorkItem[]): Stored {
  return { ...listed, work: new Map(work.map((item) => [item.id, item])) };
}
