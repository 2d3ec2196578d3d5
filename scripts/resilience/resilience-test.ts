/** How a resilience test is to run: its seed, how much of it, and whom to tell how far it is. */
export type ResilienceOptions<Size> = { seed: number; size: Size; progress?: (line: string) => void };

/** What came of a resilience test: figures to show, and whatever went wrong, each with what is needed to find it again. */
export type ResilienceOutcome = { figures: Record<string, number | string>; problems: string[] };

/** The seed of a run: from the environment to repeat one, else a fresh one, which the test's title or table shows. */
export function freshSeed(): number {
  return Number(process.env['FC_SEED'] ?? process.hrtime()[1]);
}

/** Collects problems, the first of each kind with its story; a flood of the same tells no more than its first. */
export class Problems {
  readonly #told = new Map<string, { story: string; times: number }>();

  add(kind: string, story: string): void {
    const known = this.#told.get(kind);
    if (known) known.times += 1;
    else this.#told.set(kind, { story, times: 1 });
  }

  get count(): number {
    return this.#told.size;
  }

  list(): string[] {
    return [...this.#told].map(([kind, { story, times }]) =>
      times === 1 ? `${kind}: ${story}` : `${kind} (${times} times), first: ${story}`,
    );
  }
}
