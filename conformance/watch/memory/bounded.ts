/** A map that forgets its oldest entries beyond a number of them. */
export class Bounded<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    // To move an entry to the end takes as long as to set it, and matters only where some are about to be forgotten.
    if (this.size * 2 > this.#most) this.delete(key);
    super.set(key, value);
    if (this.size > this.#most) {
      const { value: oldest } = this.keys().next();
      if (oldest !== undefined) this.delete(oldest);
    }
    return this;
  }
}
