/** Lets one request start at a time, no sooner than the rate allows. */
export class RateLimit {
  readonly #gapMs: number;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #now: () => number;
  #next = 0;

  constructor(perSecond: number, sleep: (ms: number) => Promise<void>, now = () => performance.now()) {
    this.#gapMs = 1000 / perSecond;
    this.#sleep = sleep;
    this.#now = now;
  }

  async turn(): Promise<void> {
    const now = this.#now();
    const mine = Math.max(now, this.#next);
    this.#next = mine + this.#gapMs;
    if (mine > now) await this.#sleep(mine - now);
  }
}

/** Reads `10/s`, `300/m` or `10` as requests a second; undefined for any other text. */
export function parseRate(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(?:\/(s|m|h))?$/.exec(text.trim());
  if (!match) return undefined;
  const perSecond = Number(match[1]) / { s: 1, m: 60, h: 3600 }[(match[2] ?? 's') as 's' | 'm' | 'h'];
  return perSecond > 0 ? perSecond : undefined;
}
