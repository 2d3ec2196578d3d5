/** Keeps what was used last, up to a bound. */
export class Recent<K, V> {
  readonly #items = new Map<K, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of a key, made if it is not there any more. */
  get(key: K, make: () => V): V {
    const known = this.#items.get(key);
    const value = known ?? make();
    this.#items.delete(key);
    this.#items.set(key, value);
    if (this.#items.size > this.#most) this.#items.delete(this.#items.keys().next().value as K);
    return value;
  }
}
