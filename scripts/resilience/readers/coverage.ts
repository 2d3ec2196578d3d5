import { Session } from 'node:inspector';

type Range = { startOffset: number; endOffset: number; count: number };
type Ran = { result: { url: string; functions: { ranges: Range[] }[] }[] };
/** From one place in a text to another. */
type Stretch = readonly [from: number, to: number];

/** Which code runs, as V8 counts it: what an input reaches that none before it did. */
export class Coverage {
  readonly #session = new Session();
  /** By function, what of it never ran. */
  readonly #left = new Map<string, readonly Stretch[]>();
  readonly #isWatched: (url: string) => boolean;
  size = 0;

  constructor(isWatched: (url: string) => boolean) {
    this.#isWatched = isWatched;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How many characters of code ran since this was last asked, and never before; remembered unless told otherwise. */
  fresh({ remember = true } = {}): number {
    let fresh = 0;
    for (const { url, functions } of this.#taken().result) {
      if (!this.#isWatched(url)) continue;
      for (const { ranges } of functions) {
        const [whole, ...parts] = ranges;
        if (!whole || whole.count === 0) continue;
        const key = `${url} ${whole.startOffset} ${whole.endOffset}`;
        const before = this.#left.get(key) ?? [[whole.startOffset, whole.endOffset]];
        // A block that ran as often as what is around it is not listed; one that did not run always is.
        const idle = parts.filter(({ count }) => count === 0);
        const left = both(
          before,
          idle.map(({ startOffset, endOffset }) => [startOffset, endOffset] as const),
        );
        fresh += lengthOf(before) - lengthOf(left);
        if (remember) this.#left.set(key, left);
      }
    }
    if (remember) this.size += fresh;
    return fresh;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #taken(): Ran {
    let taken: Ran = { result: [] };
    // A session of the same thread calls back before it returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, ran) => {
      if (!error) taken = ran;
    });
    return taken;
  }
}

/** What lies in stretches of both lists. */
const both = (ones: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  ones.flatMap(([from, to]) =>
    others
      .map(([start, end]): Stretch => [Math.max(from, start), Math.min(to, end)])
      .filter(([start, end]) => start < end),
  );

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [from, to]) => sum + to - from, 0);
