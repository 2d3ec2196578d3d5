/** Keeps what was used last: at least half of a bound, at most all of it. */
export class Recent<K, V> {
  /** What was used since the other half was full; to find something here costs no change of order. */
  #newer = new Map<K, V>();
  #older = new Map<K, V>();
  readonly #half: number;

  constructor(most: number) {
    this.#half = Math.max(1, most >> 1);
  }

  /** The value of a key, made if it is not there any more. */
  get(key: K, make: () => V): V {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const value = this.#older.get(key) ?? make();
    if (this.#newer.size >= this.#half) [this.#older, this.#newer] = [this.#newer, new Map()];
    this.#newer.set(key, value);
    return value;
  }
}
