import { randomUUID } from 'node:crypto';
import type { Claim, ClaimQuery, WorkItem } from '../../port.ts';
import { SortedArray } from './sorted-array.ts';

type Pending = WorkItem & { readonly due: number };
type Queue = { readonly pending: SortedArray<Pending>; claims: number; head: Pending | undefined };
type HeldClaim = { readonly token: string; readonly queue: string; until: number };

/** The pending items of each queue, and the claims of items. */
export class WorkQueues {
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();
  /** The first item of each queue of which no item is claimed, earliest due first. */
  readonly #heads: SortedArray<Pending>;
  readonly #claims = new Map<string, HeldClaim>();

  constructor(now: () => number, items: Iterable<WorkItem>) {
    this.#now = now;
    // Sorted by sequence, so that each item is appended at the end of its queue.
    for (const item of [...items].filter(isPending).sort(bySequence))
      this.#queue(queueName(item)).pending.add(item);
    for (const queue of this.#queues.values()) queue.head = queue.pending.items[0];
    const heads = [...this.#queues.values()].flatMap(({ head }) => head ?? []);
    this.#heads = new SortedArray((a, b) => a.due - b.due || bySequence(a, b), heads);
  }

  put(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = queueName(item);
    this.#queue(name).pending.add(item);
    this.#updateHead(name);
  }

  /** Removes an item from its queue; its claim lasts until `unclaim`. */
  remove(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = queueName(item);
    this.#queue(name).pending.remove(item);
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
function queueName({ owner, queue }: WorkItem): string {
  return `${owner}\n${queue}`;
}

function bySequence(a: WorkItem, b: WorkItem): number {
  return a.sequence - b.sequence;
}

function isPending(item: WorkItem): item is Pending {
  return item.due !== null;
}
