import type { Delivery } from './delivery.ts';
import type { Lane, TakeRequest } from './delivery-ledger.ts';
import { DueHeap } from './due-heap.ts';

/** How many deliveries of one lane are handed out at once: enough to keep a receiver busy while records are written. */
const RUN_LENGTH = 16;

type Ref = Pick<Delivery, 'delivery_id' | 'sequence'> & {
  at: number /** The how-manieth to be put. */;
  entered: number;
};
type LaneEntry = Lane & { queue: Ref[]; place: 'waiting' | 'ready' | 'taken'; waitsUntil: number };

const laneKey = ({ webhook_id, user_id }: Lane) => `${webhook_id} ${user_id}`;

/**
 * An index in memory of what is pending, for ledgers to build on: it holds ids and instants, no messages.
 *
 * A ledger puts every delivery that it stores, and drops those that it removes.
 */
export class PendingIndex {
  readonly #lanes = new Map<string, LaneEntry>();
  readonly #waiting = new DueHeap<LaneEntry>();
  readonly #ready = new Map<string, Set<LaneEntry>>();
  #entered = 0;

  /** Stands for all that was put so far; what comes later can be left out when lanes are taken. */
  mark(): number {
    return this.#entered;
  }

  /** Takes note of a delivery as it is now. */
  put(delivery: Delivery): void {
    if (delivery.state !== 'pending') {
      this.drop(delivery);
      return;
    }
    const { delivery_id, sequence, next_attempt_at, created_at } = delivery;
    const lane = this.#laneOf(delivery);
    const isLast = (lane.queue.at(-1)?.sequence ?? Number.NEGATIVE_INFINITY) < sequence;
    const known = isLast ? -1 : lane.queue.findIndex((one) => one.delivery_id === delivery_id);
    const entered = lane.queue[known]?.entered ?? ++this.#entered;
    const ref = { delivery_id, sequence, at: next_attempt_at ?? created_at, entered };
    if (known >= 0) lane.queue[known] = ref;
    else lane.queue.splice(lane.queue.findLastIndex((one) => one.sequence < sequence) + 1, 0, ref);
    this.#settle(lane);
  }

  /** Forgets a delivery. */
  drop(delivery: Lane & Pick<Delivery, 'delivery_id'>): void {
    const lane = this.#lanes.get(laneKey(delivery));
    const known = lane?.queue.findIndex((one) => one.delivery_id === delivery.delivery_id) ?? -1;
    if (lane === undefined || known < 0) return;
    lane.queue.splice(known, 1);
    this.#settle(lane);
  }

  /** Hands out lanes whose head is due, by turns among the subscriptions, while `claim` agrees. */
  take({ now, claim, upTo = Number.POSITIVE_INFINITY }: TakeRequest): {
    lanes: (Lane & { delivery_ids: string[] })[];
    next: number | null;
  } {
    const isMeant = ({ at, entered }: Ref) => at <= now && entered <= upTo;
    for (let top = this.#top(); top !== undefined && top.waitsUntil <= now; top = this.#top()) {
      this.#waiting.pop();
      this.#makeReady(top);
    }
    const lanes: (Lane & { delivery_ids: string[] })[] = [];
    // A subscription that still has lanes goes to the end of the map, and so is visited again in this same loop.
    for (const [webhook_id, ready] of this.#ready) {
      const lane = firstOf(ready, ({ queue }) => queue[0] !== undefined && isMeant(queue[0]));
      if (lane === undefined || !claim(webhook_id)) continue;
      this.#unready(lane);
      if (ready.size > 0) {
        this.#ready.delete(webhook_id);
        this.#ready.set(webhook_id, ready);
      }
      lane.place = 'taken';
      lane.waitsUntil = Number.NaN;
      const stop = lane.queue.findIndex((ref) => !isMeant(ref));
      const run = lane.queue.slice(0, Math.min(stop < 0 ? lane.queue.length : stop, RUN_LENGTH));
      lanes.push({ webhook_id, user_id: lane.user_id, delivery_ids: run.map((one) => one.delivery_id) });
    }
    return { lanes, next: this.#top()?.waitsUntil ?? null };
  }

  /** Lets a lane be taken again. */
  giveBack(lane: Lane): void {
    const entry = this.#lanes.get(laneKey(lane));
    if (entry?.place !== 'taken') return;
    entry.place = 'waiting';
    this.#settle(entry);
  }

  /** The lanes of a subscription with the ids of all that is pending in them. */
  pendingOf(webhook_id: string): (Lane & { delivery_ids: string[] })[] {
    return [...this.#lanes.values()]
      .filter((lane) => lane.webhook_id === webhook_id)
      .map(({ user_id, queue }) => ({
        webhook_id,
        user_id,
        delivery_ids: queue.map((one) => one.delivery_id),
      }));
  }

  #laneOf({ webhook_id, user_id }: Lane): LaneEntry {
    const key = laneKey({ webhook_id, user_id });
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { webhook_id, user_id, queue: [], place: 'waiting', waitsUntil: Number.NaN };
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  /** Puts a lane that nobody holds to where its head belongs. */
  #settle(lane: LaneEntry): void {
    if (lane.place === 'taken') return;
    const head = lane.queue[0];
    if (lane.place === 'ready') {
      if (head !== undefined && head.at <= lane.waitsUntil) return;
      this.#unready(lane);
      lane.place = 'waiting';
      lane.waitsUntil = Number.NaN;
    }
    if (head === undefined) {
      this.#lanes.delete(laneKey(lane));
      lane.waitsUntil = Number.NaN;
    } else if (lane.waitsUntil !== head.at) {
      lane.waitsUntil = head.at;
      this.#waiting.push(head.at, lane);
    }
  }

  #makeReady(lane: LaneEntry): void {
    lane.place = 'ready';
    const ready = this.#ready.get(lane.webhook_id) ?? new Set();
    this.#ready.set(lane.webhook_id, ready.add(lane));
  }

  #unready(lane: LaneEntry): void {
    const ready = this.#ready.get(lane.webhook_id);
    ready?.delete(lane);
    if (ready?.size === 0) this.#ready.delete(lane.webhook_id);
  }

  /** The lane that waits shortest; nodes of the heap that its lane has left behind are dropped on the way. */
  #top(): LaneEntry | undefined {
    for (let top = this.#waiting.peek(); top !== undefined; top = this.#waiting.peek()) {
      if (top.item.place === 'waiting' && top.item.waitsUntil === top.at) return top.item;
      this.#waiting.pop();
    }
    return undefined;
  }
}

function firstOf<T>(items: Iterable<T>, matches: (item: T) => boolean): T | undefined {
  for (const item of items) if (matches(item)) return item;
  return undefined;
}
