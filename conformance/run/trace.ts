import type { Answer, Exchange } from '../target/exchange.ts';

const kept = 12;

/** What one check sends and gets: all of it counted, the latest of it kept. */
export class Trace {
  requests = 0;
  /** Users and webhooks that have to be removed when the check is over. */
  readonly made: string[] = [];
  latest: Answer | undefined;
  #ring: Exchange[] = [];

  readonly record = (exchange: Exchange): void => {
    this.requests++;
    this.#ring.push(exchange);
    if (this.#ring.length > kept) this.#ring.shift();
  };

  readonly answered = (answer: Answer): void => {
    this.latest = answer;
  };

  /** A new run of a property begins, whose history is its own. */
  begin(): void {
    this.#ring = [];
    this.latest = undefined;
  }

  get exchanges(): readonly Exchange[] {
    return [...this.#ring];
  }
}
