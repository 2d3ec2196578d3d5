const shortWaitMs = 500;

/** How long is waited: in full, until so much was waited for in vain that more of it would tell nothing new. */
export class Waits {
  readonly #patienceMs: number;
  readonly #what: string;
  #heard = 0;
  #vain = 0;
  #slowestMs = 0;

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
    this.#slowestMs = Math.max(this.#slowestMs, afterMs);
  }

  inVain(): void {
    this.#vain++;
  }

  /** Where nothing ever came, once is enough to know; where something does, a few times are. A slow sender keeps its time. */
  get patienceMs(): number {
    const enough = this.#heard === 0 ? 1 : 4;
    if (this.#vain < enough) return this.#patienceMs;
    return Math.min(this.#patienceMs, Math.max(shortWaitMs, 4 * this.#slowestMs));
  }

  /** In words, what was no longer waited for in full; undefined while everything was. */
  get gaveUp(): string | undefined {
    if (this.patienceMs === this.#patienceMs) return undefined;
    const what = this.#heard === 0 ? `No ${this.#what} came at all` : `Several ${this.#what} did not come`;
    return `${what} within ${this.#patienceMs / 1000} s; later ones were waited for ${this.patienceMs / 1000} s each.`;
  }
}
