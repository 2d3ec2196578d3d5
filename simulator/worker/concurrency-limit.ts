export type ConcurrencyLimits = { overall: number; perTarget: number };

export const DEFAULT_CONCURRENCY_LIMITS: ConcurrencyLimits = { overall: 200, perTarget: 16 };

/** How long running work counts against the overall limit; after that it only waits for its receiver. */
const COUNTED_MS = 1000;

/** Limits what runs at once, overall and per target. A target that did not answer gets one request at a time. */
export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits;
  readonly #held = new Map<string, number>();
  readonly #unanswered = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #counted = 0;

  constructor(limits: Partial<ConcurrencyLimits> = {}) {
    this.#limits = { ...DEFAULT_CONCURRENCY_LIMITS, ...limits };
  }

  /** How many slots are free; when none is, `whenFree` is called once as soon as one may be. */
  free(whenFree: () => void): number {
    const free = Math.max(0, this.#limits.overall - this.#counted);
    if (free === 0) this.#waiting.add(whenFree);
    return free;
  }

  full(): string[] {
    return [...this.#held.keys()].filter((target) => !this.#hasRoom(target));
  }

  /** Takes a slot and returns the function that gives it back; undefined when the target can take no more. */
  take(target: string | null): ((answered: boolean) => void) | undefined {
    if (target !== null && !this.#hasRoom(target)) return undefined;
    if (target !== null) this.#held.set(target, (this.#held.get(target) ?? 0) + 1);
    this.#counted += 1;
    let isCounted = true;
    const uncount = () => {
      if (isCounted) this.#counted -= 1;
      isCounted = false;
      this.#wake();
    };
    const timer = setTimeout(uncount, COUNTED_MS).unref();
    return (answered) => {
      clearTimeout(timer);
      if (target !== null) this.#give(target, answered);
      uncount();
    };
  }

  #hasRoom(target: string): boolean {
    const held = this.#held.get(target) ?? 0;
    return held < (this.#unanswered.has(target) ? 1 : this.#limits.perTarget);
  }

  #give(target: string, answered: boolean): void {
    const held = (this.#held.get(target) ?? 1) - 1;
    if (held > 0) this.#held.set(target, held);
    else this.#held.delete(target);
    if (answered) this.#unanswered.delete(target);
    else this.#unanswered.add(target);
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
