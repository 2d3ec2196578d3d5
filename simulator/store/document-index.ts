import type { ListQuery, OrderRange } from './store.ts';

/** What a store knows of a document without opening it. */
export type Entry = {
  readonly id: string;
  order: string;
  due: boolean;
  /** Grows with every change, so that what was loaded before a change can be told from what was loaded after. */
  revision: number;
};

/** The documents of a partition by id, by order and by work waiting; a change costs no more than moving a few pointers. */
export class DocumentIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #due = new Set<string>();
  readonly #byId: Entry[];
  readonly #byOrder: Entry[];

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) {
      this.#entries.set(entry.id, entry);
      if (entry.due) this.#due.add(entry.id);
    }
    this.#byId = [...this.#entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    this.#byOrder = [...this.#entries.values()].sort((a, b) => (precedes(a, b) ? -1 : 1));
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  put(id: string, order: string, due: boolean): Entry {
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      entry = { id, order, due, revision: 0 };
      this.#entries.set(id, entry);
      insert(this.#byId, entry, (other) => other.id < id);
      this.#place(entry);
    } else if (entry.order !== order) {
      this.#displace(entry);
      entry.order = order;
      this.#place(entry);
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
    this.#byId.splice(
      firstNot(this.#byId, (other) => other.id < id),
      1,
    );
    this.#displace(entry);
  }

  find(prefix: string): string[] {
    const ids: string[] = [];
    for (let at = firstNot(this.#byId, (entry) => entry.id < prefix); at < this.#byId.length; at += 1) {
      const { id } = this.#byId[at]!;
      if (!id.startsWith(prefix)) break;
      ids.push(id);
    }
    return ids;
  }

  list({ from, to, offset, limit }: ListQuery): { ids: string[]; total: number } {
    const first = this.#before(from, 0);
    const end = this.#before(to, this.#byOrder.length);
    const page = this.#byOrder.slice(Math.min(first + offset, end), Math.min(first + offset + limit, end));
    return { ids: page.map((entry) => entry.id), total: Math.max(end - first, 0) };
  }

  count({ from, to }: OrderRange): number {
    return Math.max(this.#before(to, this.#byOrder.length) - this.#before(from, 0), 0);
  }

  due(): string[] {
    return [...this.#due];
  }

  /** How many documents stand before an order key. */
  #before(order: string | undefined, otherwise: number): number {
    return order === undefined ? otherwise : firstNot(this.#byOrder, (entry) => entry.order < order);
  }

  #place(entry: Entry): void {
    insert(this.#byOrder, entry, (other) => precedes(other, entry));
  }

  #displace(entry: Entry): void {
    this.#byOrder.splice(
      firstNot(this.#byOrder, (other) => precedes(other, entry)),
      1,
    );
  }
}

function precedes(a: Entry, b: Entry): boolean {
  return a.order === b.order ? a.id < b.id : a.order < b.order;
}

function insert(sorted: Entry[], entry: Entry, isBefore: (other: Entry) => boolean): void {
  const last = sorted.at(-1);
  if (last === undefined || isBefore(last)) sorted.push(entry);
  else sorted.splice(firstNot(sorted, isBefore), 0, entry);
}

/** The first place in a sorted array where `isBefore` no longer holds. */
function firstNot(sorted: Entry[], isBefore: (entry: Entry) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
