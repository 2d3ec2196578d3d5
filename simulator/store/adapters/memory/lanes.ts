import { randomUUID } from 'node:crypto';
import type { Claim, ClaimQuery, WorkItem } from '../../port.ts';
import { SortedArray } from './sorted-array.ts';

type Pending = WorkItem & { readonly due: number };
type Lane = { readonly pending: SortedArray<Pending>; claims: number; head: Pending | undefined };
type Held = { readonly token: string; readonly lane: string; until: number };

/** Pending work by lane, and who has claimed which item. */
export class Lanes {
  readonly #now: () => number;
  readonly #lanes = new Map<string, Lane>();
  /** The heads of lanes that nobody works on. */
  readonly #heads: SortedArray<Pending>;
  readonly #claims = new Map<string, Held>();

  constructor(now: () => number, items: Iterable<WorkItem>) {
    this.#now = now;
    // In order of sequence each item only has to be appended.
    for (const item of [...items].filter(isPending).sort(bySequence))
      this.#lane(nameOf(item)).pending.add(item);
    for (const lane of this.#lanes.values()) lane.head = lane.pending.items[0];
    const heads = [...this.#lanes.values()].flatMap(({ head }) => head ?? []);
    this.#heads = new SortedArray((a, b) => a.due - b.due || bySequence(a, b), heads);
  }

  put(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = nameOf(item);
    this.#lane(name).pending.add(item);
    this.#settle(name);
  }

  /** Takes an item out of its lane; a claim of it holds on until `unclaim`. */
  take(item: WorkItem): void {
    if (!isPending(item)) return;
    const name = nameOf(item);
    this.#lane(name).pending.remove(item);
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
      const lane = nameOf(item);
      this.#claims.set(item.id, { token, lane, until });
      this.#lane(lane).claims += 1;
      this.#settle(lane);
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
    this.#lane(held.lane).claims -= 1;
    this.#settle(held.lane);
  }

  #expire(): void {
    const now = this.#now();
    for (const [id, { until }] of this.#claims) if (until <= now) this.unclaim(id);
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = { pending: new SortedArray<Pending>(bySequence), claims: 0, head: undefined };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  /** Puts the right item of a lane among the heads. */
  #settle(name: string): void {
    const lane = this.#lane(name);
    const head = lane.claims > 0 ? undefined : lane.pending.items[0];
    if (head !== lane.head) {
      if (lane.head) this.#heads.remove(lane.head);
      if (head) this.#heads.add(head);
      lane.head = head;
    }
    if (lane.pending.items.length === 0 && lane.claims === 0) this.#lanes.delete(name);
  }
}

/** Lanes belong to owners, so that whoever changes an owner is alone with its lanes. */
function nameOf({ owner, lane }: WorkItem): string {
  return `${owner}\n${lane}`;
}

function bySequence(a: WorkItem, b: WorkItem): number {
  return a.sequence - b.sequence;
}

function isPending(item: WorkItem): item is Pending {
  return item.due !== null;
}
