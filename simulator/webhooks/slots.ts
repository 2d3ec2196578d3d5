/** How many attempts may be under way at once. */
export type SlotLimits = { overall: number; perSubscription: number };

export const DEFAULT_SLOT_LIMITS: SlotLimits = { overall: 128, perSubscription: 16 };

/**
 * Shares a bounded number of attempts among subscriptions, so that slow or dead receivers do not hold up others.
 *
 * The last quarter of the slots goes to subscriptions that hold none, so that a few slow receivers cannot take them
 * all. Those whose last attempt had no answer get one slot each, and half of all slots together.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #held = new Map<string, number>();
  readonly #unanswered = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #total = 0;
  #heldByUnanswered = 0;

  constructor(limits: Partial<SlotLimits> = {}) {
    this.#limits = { ...DEFAULT_SLOT_LIMITS, ...limits };
  }

  /** Takes a slot when there is one; else `whenFreed` is called once as soon as it is worth asking again. */
  claim(webhook_id: string, whenFreed: () => void): boolean {
    const held = this.#held.get(webhook_id) ?? 0;
    if (!this.#hasRoom(webhook_id, held)) {
      this.#waiting.add(whenFreed);
      return false;
    }
    this.#held.set(webhook_id, held + 1);
    this.#total += 1;
    if (this.#unanswered.has(webhook_id)) this.#heldByUnanswered += 1;
    return true;
  }

  /** Gives a slot back, and takes note of whether the receiver answered. */
  release(webhook_id: string, answered: boolean): void {
    const held = (this.#held.get(webhook_id) ?? 1) - 1;
    if (held > 0) this.#held.set(webhook_id, held);
    else this.#held.delete(webhook_id);
    this.#total -= 1;
    this.#note(webhook_id, held, answered);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #hasRoom(webhook_id: string, held: number): boolean {
    const { overall, perSubscription } = this.#limits;
    const free = overall - this.#total;
    if (free <= 0) return false;
    if (this.#unanswered.has(webhook_id))
      return held === 0 && this.#heldByUnanswered < Math.max(1, overall / 2);
    return held < perSubscription && (held === 0 || free > overall / 4);
  }

  #note(webhook_id: string, held: number, answered: boolean): void {
    const was = this.#unanswered.has(webhook_id);
    if (was) this.#heldByUnanswered -= 1;
    if (was === !answered) return;
    if (answered) this.#unanswered.delete(webhook_id);
    else this.#unanswered.add(webhook_id);
    // What it still holds changes sides with it.
    this.#heldByUnanswered += answered ? -held : held;
  }
}
