import type { Listed, NewWorkItem, SortKeyRange, WorkItem, WorkQuery } from '../../port.ts';
import type { PlannedWrite } from '../write-rules.ts';
import { compareText, SortedArray } from './sorted-array.ts';
import { WorkQueues } from './work-queues.ts';

/** An aggregate with its work, which are saved together. */
export type Stored = Listed & { readonly work: ReadonlyMap<string, WorkItem> };

type Position = { readonly id: string; readonly sortKey: string };

/** The aggregates and the work of one client, with their indexes. */
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

  /** An aggregate after a write; the same object when nothing changes, and undefined when it is removed. */
  after(id: string, write: PlannedWrite): Stored | undefined {
    const { document, sortKey, putWork, removeWork, clearWork } = write;
    if (document === undefined) return undefined;
    const before = this.#aggregates.get(id);
    const keepsWork = !clearWork && putWork.length === 0 && removeWork.length === 0;
    if (before && keepsWork && document === before.document && sortKey === before.sortKey) return before;
    if (keepsWork) return { id, sortKey, document, work: before?.work ?? new Map() };
    const work = new Map(clearWork ? [] : before?.work);
    for (const item of removeWork) work.delete(item);
    for (const item of putWork) work.set(item.id, this.#sequenced(item, work.get(item.id)));
    return { id, sortKey, document, work };
  }

  /** Replaces an aggregate, or removes it. */
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
      this.queues.remove(item);
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

  #sequenced(item: NewWorkItem, before: WorkItem | undefined): WorkItem {
    const owner = this.#owners.get(item.id);
    if (owner !== undefined && owner !== item.owner)
      throw new TypeError(`The work item ${item.id} belongs to ${owner}`);
    if (before) return { ...item, queue: before.queue, sequence: before.sequence };
    this.#sequence += 1;
    return { ...item, sequence: this.#sequence };
  }
}

export function storedAggregate(listed: Listed, work: readonly WorkItem[]): Stored {
  return { ...listed, work: new Map(work.map((item) => [item.id, item])) };
}
