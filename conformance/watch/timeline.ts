/** How many exchanges and deliveries passed in a span of time, and how often a clause was broken in it. */
export type Span = { from: number; to: number; passed: number; broken: number };

const shortest = 1000;
const most = 120;

/** What passed over time, in spans of equal length that get longer as it goes on: a week takes no more room than a minute. */
export class Timeline {
  spans: Span[];

  constructor(spans: readonly Span[] = []) {
    this.spans = [...spans];
  }

  count(what: 'passed' | 'broken', at: number): void {
    const last = this.spans.at(-1);
    if (!last || at >= last.to) this.#add(spanAt(at, last ? last.to - last.from : shortest));
    const span = this.spans.findLast(({ from }) => from <= at) ?? this.spans[0]!;
    span[what]++;
  }

  #add(span: Span): void {
    this.spans.push(span);
    while (this.spans.length > most) {
      const folded = new Map<number, Span>();
      for (const { from, to, passed, broken } of this.spans) {
        const double = spanAt(from, 2 * (to - from));
        const { passed: sum, broken: breaks } = folded.get(double.from) ?? double;
        folded.set(double.from, { ...double, passed: sum + passed, broken: breaks + broken });
      }
      this.spans = [...folded.values()];
    }
  }
}

function spanAt(at: number, length: number): Span {
  const from = Math.floor(at / length) * length;
  return { from, to: from + length, passed: 0, broken: 0 };
}
