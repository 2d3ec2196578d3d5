import { randomUUID } from 'node:crypto';
import type { Claim, ClaimQuery, WorkItem } from '../../port.ts';
import { SortedArray } from './sorted-array.ts';

type Pending = WorkItem & { readonly due: number };
type Queue = { readonly pending: SortedArray<Pending>; claims: number; head: Pending | undefined };
type Held = { readonly token: string; readonly queue: string; until: number };

/** Pending work by queue, and who has claimed which item. */
export class WorkQueues {
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();
  /** The heads of queues that nobody works on. */
  readonly #heads: SortedArray<Pending>;
  readonly #claims = new Map<string, Held>();

  constructor(now: () => number, items: Iterable<WorkItem>) {
    this.#now = now;
    // In order of sequence each item only has to be appended.
    for (const item of [...items].filter(isPending).sort(bySequence))
      this.#queue(nameOf(item)).pending.add(item);
    for (const queue of this.#queues.values()) queue.head = queue.pending.items[0];
    const heads = [...this.#queues.values()].flatMap(({ head }) => head ?? []);
    this.#heads = new SortedArray((a, b) => a.due - b.due || bySequence(a, b), heads);
  }

  put(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = nameOf(item);
    this.#queue(name).pending.add(item);
    this.#settle(name);
  }

  /** Takes an item out of its queue; a claim of it holds on until `unclaim`. */
  take(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = nameOf(item);
    this.#queue(name).pending.remove(item);
    this.#settle(name);
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
      const queue = nameOf(item);
      this.#claims.set(item.id, { token, queue, until });
      this.#queue(queue).claims += 1;
      this.#settle(queue);
    }
    return claims;
  }

  nextDue(): number | null {
    this.#expire();
    return this.#heads.items[0]?.due ?? null;
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

  /** Keeps a claim from running out while the change that ends it is being written. */
  async keeping<T>({ item }: Claim, task: () => Promise<T>): Promise<T> {
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
    this.#settle(held.queue);
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

  /** Puts the right item of a queue among the heads. */
  #settle(name: string): void {
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

/** Queues belong to owners, so that whoever changes an owner is alone with its queues. */
function nameOf({ owner, queue }: WorkItem): string {
  return `${owner}\n${queue}`;
}

function bySequence(a: WorkItem, b: WorkItem): number {
  return a.sequence - b.sequence;
}

function isPending(item: WorkItem): item is Pending {
  return item.due !== null;
}
