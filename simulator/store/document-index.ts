import { SortedList } from './sorted-list.ts';
import type { ListQuery, OrderRange } from './store.ts';

/** What a store knows of a document without opening it. */
export type Entry = {
  readonly id: string;
  order: string;
  due: boolean;
  /** Grows with every change, so that what was loaded before a change can be told from what was loaded after. */
  revision: number;
};

/** The documents of a partition by id, by order and by work waiting; a change costs about as much however many there are. */
export class DocumentIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #due = new Set<string>();
  readonly #byId: SortedList<Entry>;
  readonly #byOrder: SortedList<Entry>;

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) {
      this.#entries.set(entry.id, entry);
      if (entry.due) this.#due.add(entry.id);
    }
    this.#byId = new SortedList(this.#entries.values(), (a, b) => a.id < b.id);
    this.#byOrder = new SortedList(this.#entries.values(), precedes);
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  put(id: string, order: string, due: boolean): Entry {
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      entry = { id, order, due, revision: 0 };
      this.#entries.set(id, entry);
      this.#byId.insert(entry);
      this.#byOrder.insert(entry);
    } else if (entry.order !== order) {
      this.#byOrder.remove(entry);
      entry.order = order;
      this.#byOrder.insert(entry);
    }
    entry.due = due;
    entry.revision += 1;
    if (due) this.#due.add(id);
    else this.#due.delete(id);
    return entry;
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.revision += 1;
    this.#entries.delete(id);
    this.#due.delete(id);
    this.#byId.remove(entry);
    this.#byOrder.remove(entry);
  }

  find(prefix: string): string[] {
    const first = this.#byId.countBefore(({ id }) => id < prefix);
    const end = this.#byId.countBefore(({ id }) => id < prefix || id.startsWith(prefix));
    return this.#byId.slice(first, end).map(({ id }) => id);
  }

  list({ from, to, offset, limit }: ListQuery): { ids: string[]; total: number } {
    const [first, end] = this.#bounds({ from, to });
    const page = this.#byOrder.slice(Math.min(first + offset, end), Math.min(first + offset + limit, end));
    return { ids: page.map((entry) => entry.id), total: Math.max(end - first, 0) };
  }

  count(range: OrderRange): number {
    const [first, end] = this.#bounds(range);
    return Math.max(end - first, 0);
  }

  due(): string[] {
    return [...this.#due];
  }

  /** The places of the first document in a range and of the first after it. */
  #bounds({ from, to }: OrderRange): [first: number, end: number] {
    return [
      from === undefined ? 0 : this.#byOrder.countBefore(({ order }) => order < from),
      to === undefined ? this.#byOrder.length : this.#byOrder.countBefore(({ order }) => order < to),
    ];
  }
}

function precedes(a: Entry, b: Entry): boolean {
  return a.order === b.order ? a.id < b.id : a.order < b.order;
}
