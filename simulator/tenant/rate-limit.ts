import { refusals } from '../domain/refusal.ts';

export class RateLimit {
  readonly #perSecond: number;
  #window = 0;
  #count = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  take(realNow: () => number): void {
    const window = Math.floor(realNow() / 1000);
    if (window !== this.#window) {
      this.#window = window;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count > this.#perSecond) throw refusals.tooMany(1);
  }
}
