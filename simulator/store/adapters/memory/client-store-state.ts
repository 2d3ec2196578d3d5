import { randomUUID } from 'node:crypto';
import type { Claim, ClaimQuery, Listed, SortKeyRange, WorkItem, WorkQuery } from '../../port.ts';
import type { PlannedWrite } from '../write-rules.ts';

/** An aggregate with its work, which are saved together. */
export type Stored = Listed & { readonly work: ReadonlyMap<string, WorkItem> };

/** How many puts a follower may be behind without looking at all items. */
const RECENT = 10_000;

type Sequenced = Pick<WorkItem, 'id' | 'sequence'>;

const positionOf = ({ id, sequence }: WorkItem): Sequenced => ({ id, sequence });

type Position = Pick<Listed, 'id' | 'sortKey'>;

export class ClientStoreState {
  readonly queues: WorkQueues;
  readonly #aggregates: Map<string, Stored>;
  readonly #bySortKey: SortedArray<Position>;
  readonly #ids: SortedArray<string>;
  readonly #bySequence: SortedArray<Sequenced>;
  readonly #owners = new Map<string, string>();
  #sequence = 0;
  /** The ids of items in the order in which they were put, without the first `#forgotten` of them. */
  #recentlyPut: string[] = [];
  #forgotten = 0;

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
    this.#bySequence = new SortedArray<Sequenced>(
      (a, b) => bySequence(a, b) || compareText(a.id, b.id),
      items.map(positionOf),
    );
    this.queues = new WorkQueues(now, items);
  }

  get(id: string): Stored | undefined {
    return this.#aggregates.get(id);
  }

  slice(from: number, to: number): Listed[] {
    const listed = this.#bySortKey.items.slice(from, to);
    return listed.map(({ id, sortKey }) => ({ id, sortKey, document: this.#aggregates.get(id)!.document }));
  }

  item(id: string): WorkItem | undefined {
    return this.#aggregates.get(this.#owners.get(id) ?? '')?.work.get(id);
  }

  /** Oldest first. Looks at no more items than it takes to find as many as asked for. */
  items(query: WorkQuery = {}): WorkItem[] {
    const {
      kind,
      owner,
      target,
      before = Number.POSITIVE_INFINITY,
      limit = Number.POSITIVE_INFINITY,
    } = query;
    const found: WorkItem[] = [];
    const end = this.#bySequence.indexOf(({ sequence }) => sequence < before);
    for (let at = end - 1; at >= 0 && found.length < limit; at -= 1) {
      const item = this.item(this.#bySequence.items[at]!.id)!;
      const isMeant =
        (kind ?? item.kind) === item.kind &&
        (owner ?? item.owner) === item.owner &&
        (target ?? item.target) === item.target;
      if (isMeant) found.push(item);
    }
    return found.reverse();
  }

  get puts(): number {
    return this.#forgotten + this.#recentlyPut.length;
  }

  /** The items that were put after the first `puts`; all items, when that is too long ago. */
  putAfter(puts: number): WorkItem[] {
    if (puts < this.#forgotten) return this.items();
    const ids = new Set(this.#recentlyPut.slice(puts - this.#forgotten));
    return [...ids].flatMap((id) => this.item(id) ?? []);
  }

  find(prefix: string): string[] {
    const from = this.#ids.indexOf((id) => id < prefix);
    const to = this.#ids.indexOf((id) => id < prefix || id.startsWith(prefix));
    return this.#ids.items.slice(from, to);
  }

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
      this.#bySequence.remove(item);
      this.queues.unclaim(id);
    }
    for (const [id, item] of next) {
      if (now.get(id) === item) continue;
      if (now.get(id)?.sequence !== item.sequence) this.#bySequence.add(positionOf(item));
      this.#owners.set(id, item.owner);
      this.queues.put(item);
      this.#recentlyPut.push(id);
    }
    if (this.#recentlyPut.length > 2 * RECENT) {
      this.#forgotten += RECENT;
      this.#recentlyPut = this.#recentlyPut.slice(RECENT);
    }
  }

  #sequenced(item: PlannedWrite['putWork'][number], before: WorkItem | undefined): WorkItem {
    const owner = this.#owners.get(item.id);
    if (owner !== undefined && owner !== item.owner)
      throw new TypeError(`The work item ${item.id} belongs to ${owner}`);
    if (before) return { ...item, queue: before.queue, sequence: before.sequence };
    this.#sequence += 1;
    return { ...item, sequence: this.#sequence };
  }
}

export const storedAggregate = (listed: Listed, work: readonly WorkItem[]): Stored => ({
  ...listed,
  work: new Map(work.map((item) => [item.id, item])),
});

type Pending = WorkItem & { readonly due: number };
type Queue = { readonly pending: SortedArray<Pending>; claims: number; head: Pending | undefined };
type HeldClaim = { readonly token: string; readonly queue: string; until: number };

class WorkQueues {
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();
  /** The first item of each queue of which no item is claimed, earliest due first. */
  readonly #heads: SortedArray<Pending>;
  readonly #claims = new Map<string, HeldClaim>();
  pending = 0;

  constructor(now: () => number, items: Iterable<WorkItem>) {
    this.#now = now;
    // Sorted by sequence, so that each item is appended at the end of its queue.
    for (const item of [...items].filter(isPending).sort(bySequence))
      this.#queue(queueName(item)).pending.add(item);
    for (const queue of this.#queues.values()) this.pending += queue.pending.items.length;
    for (const queue of this.#queues.values()) queue.head = queue.pending.items[0];
    const heads = [...this.#queues.values()].flatMap(({ head }) => head ?? []);
    this.#heads = new SortedArray((a, b) => a.due - b.due || bySequence(a, b), heads);
  }

  put(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = queueName(item);
    this.#queue(name).pending.add(item);
    this.pending += 1;
    this.#updateHead(name);
  }

  remove(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = queueName(item);
    this.#queue(name).pending.remove(item);
    this.pending -= 1;
    this.#updateHead(name);
  }

  claim({ now, limit, leaseMs, except = [] }: ClaimQuery): Claim[] {
    this.#expire();
    const claims: Claim[] = [];
    for (const item of this.#heads.items) {
      if (item.due > now || claims.length >= limit) break;
      if (item.target !== null && except.includes(item.target)) continue;
      claims.push({ item, token: randomUUID(), until: this.#now() + leaseMs });
    }
    for (const { item, token, until } of claims) {
      const queue = queueName(item);
      this.#claims.set(item.id, { token, queue, until });
      this.#queue(queue).claims += 1;
      this.#updateHead(queue);
    }
    return claims;
  }

  nextDue(except: readonly string[]): number | null {
    this.#expire();
    return this.#heads.items.find(({ target }) => target === null || !except.includes(target))?.due ?? null;
  }

  claimed(): number {
    this.#expire();
    return this.#claims.size;
  }

  holds({ item, token }: Claim): boolean {
    this.#expire();
    return this.#claims.get(item.id)?.token === token;
  }

  renew(claim: Claim, leaseMs: number): void {
    if (this.holds(claim)) this.#claims.get(claim.item.id)!.until = this.#now() + leaseMs;
  }

  /** Keeps a claim from running out while the change that ends it is saved. */
  async keepClaim<T>({ item }: Claim, task: () => Promise<T>): Promise<T> {
    const held = this.#claims.get(item.id)!;
    const { until } = held;
    held.until = Number.POSITIVE_INFINITY;
    try {
      return await task();
    } finally {
      held.until = until;
    }
  }

  unclaim(id: string): void {
    const held = this.#claims.get(id);
    if (held === undefined) return;
    this.#claims.delete(id);
    this.#queue(held.queue).claims -= 1;
    this.#updateHead(held.queue);
  }

  #expire(): void {
    const now = this.#now();
    for (const [id, { until }] of this.#claims) if (until <= now) this.unclaim(id);
  }

  #queue(name: string): Queue {
    let queue = this.#queues.get(name);
    if (queue === undefined) {
      queue = { pending: new SortedArray<Pending>(bySequence), claims: 0, head: undefined };
      this.#queues.set(name, queue);
    }
    return queue;
  }

  /** Puts the first item of a queue among the heads, unless the queue is claimed. */
  #updateHead(name: string): void {
    const queue = this.#queue(name);
    const head = queue.claims > 0 ? undefined : queue.pending.items[0];
    if (head !== queue.head) {
      if (queue.head) this.#heads.remove(queue.head);
      if (head) this.#heads.add(head);
      queue.head = head;
    }
    if (queue.pending.items.length === 0 && queue.claims === 0) this.#queues.delete(name);
  }
}

/** A queue belongs to one owner, so changes of different owners never change the same queue. */
const queueName = ({ owner, queue }: WorkItem): string => `${owner}\n${queue}`;

const bySequence = (a: Sequenced, b: Sequenced): number => a.sequence - b.sequence;

const isPending = (item: WorkItem): item is Pending => item.due !== null;

/** A sorted array without two items that compare as equal. */
class SortedArray<T> {
  readonly items: T[];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number, items: Iterable<T> = []) {
    this.#compare = compare;
    this.items = [...items].sort(compare);
  }

  add(item: T): void {
    const index = this.indexOf((other) => this.#compare(other, item) < 0);
    this.items.splice(index, 0, item);
  }

  remove(item: T): void {
    const index = this.indexOf((other) => this.#compare(other, item) < 0);
    const found = this.items[index];
    if (found !== undefined && this.#compare(found, item) === 0) this.items.splice(index, 1);
  }

  indexOf(isBefore: (item: T) => boolean): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.items[middle] as T)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
