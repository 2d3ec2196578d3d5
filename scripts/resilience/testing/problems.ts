/** Collects problems: of each kind the first, and how often it came. */
export class Problems {
  readonly #kinds = new Map<string, { story: string; times: number }>();

  add(kind: string, ...stories: readonly string[]): void {
    for (const story of stories) {
      const known = this.#kinds.get(kind);
      if (known) known.times += 1;
      else this.#kinds.set(kind, { story, times: 1 });
    }
  }

  get count(): number {
    return this.#kinds.size;
  }

  list(): string[] {
    return [...this.#kinds].map(([kind, { story, times }]) =>
      times === 1 ? `${kind}: ${story}` : `${kind} (${times} times), first: ${story}`,
    );
  }
}
