/** Keeps at least so many of what was used last, and at most twice as many. */
export class Recent<K, V> {
  /** What was used since the other was full: to find something here costs no change of order. */
  #newer = new Map<K, V>();
  #older = new Map<K, V>();
  readonly #least: number;

  constructor(least: number) {
    this.#least = least;
  }

  /** The value of a key, made if it is not there any more. */
  get(key: K, make: () => V): V {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const value = this.#older.get(key) ?? make();
    if (this.#newer.size >= this.#least) [this.#older, this.#newer] = [this.#newer, new Map()];
    this.#newer.set(key, value);
    return value;
  }
}
