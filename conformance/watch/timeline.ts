/** How many exchanges and deliveries passed in a span of time, and how often a clause was broken in it. */
export type Span = { readonly from: number; readonly to: number; passed: number; broken: number };

const shortest = 1000;
const most = 120;

/** What passed over time, in spans that get longer as it goes on: a week takes no more room than a minute. */
export class Timeline {
  spans: Span[];

  constructor(spans: readonly Span[] = []) {
    this.spans = [...spans];
  }

  passed(at: number): void {
    this.#at(at).passed++;
  }

  broken(at: number): void {
    this.#at(at).broken++;
  }

  #at(at: number): Span {
    const last = this.spans.at(-1);
    if (last && at < last.to) return this.spans.findLast(({ from }) => from <= at) ?? this.spans[0]!;
    const length = last ? last.to - last.from : shortest;
    const from = Math.floor(at / length) * length;
    const span = { from, to: from + length, passed: 0, broken: 0 };
    this.spans.push(span);
    while (this.spans.length > most) this.#fold();
    return this.spans.at(-1)!;
  }

  /** Makes every span twice as long. */
  #fold(): void {
    const folded = new Map<number, Span>();
    for (const { from, to, passed, broken } of this.spans) {
      const length = 2 * (to - from);
      const start = Math.floor(from / length) * length;
      const before = folded.get(start) ?? { from: start, to: start + length, passed: 0, broken: 0 };
      folded.set(start, {
        ...before,
        passed: before.passed + passed,
        broken: before.broken + broken,
      });
    }
    this.spans = [...folded.values()];
  }
}
