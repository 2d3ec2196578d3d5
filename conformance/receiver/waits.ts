/** The shortest waits: where nothing ever came, and where most deliveries come. */
const shortWaitMs = { never: 500, mostly: 1000 };
const kept = 50;

/** How long is waited: in full, until so much was waited for in vain that more of it would tell nothing new. */
export class Waits {
  readonly #patienceMs: number;
  readonly #what: string;
  #heard = 0;
  #vain = 0;
  readonly #times: number[] = [];

  /** `what` comes by itself, in the plural: webhook deliveries. */
  constructor(patienceMs: number, what: string) {
    this.#patienceMs = patienceMs;
    this.#what = what;
  }

  heard(): void {
    this.#heard++;
  }

  /** Something came that was waited for so long. */
  came(afterMs: number): void {
    this.#times.push(afterMs);
    if (this.#times.length > kept) this.#times.shift();
  }

  inVain(): void {
    this.#vain++;
  }

  /** What nine of ten came within; one that was held up does not count. */
  get #usualMs(): number {
    const sorted = [...this.#times].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  }

  /** Where nothing ever came, once is enough to know; where something does, a few times are. A slow sender keeps its time. */
  get patienceMs(): number {
    const isMute = this.#heard === 0;
    if (this.#vain < (isMute ? 1 : 4)) return this.#patienceMs;
    const shortest = isMute ? shortWaitMs.never : shortWaitMs.mostly;
    return Math.min(this.#patienceMs, Math.max(shortest, Math.round(4 * this.#usualMs)));
  }

  /** In words, what was no longer waited for in full; undefined while everything was. */
  get gaveUp(): string | undefined {
    if (this.patienceMs === this.#patienceMs) return undefined;
    const what = this.#heard === 0 ? `No ${this.#what} came at all` : `Several ${this.#what} did not come`;
    return `${what} within ${this.#patienceMs / 1000} s; later ones were waited for ${this.patienceMs / 1000} s each.`;
  }
}
