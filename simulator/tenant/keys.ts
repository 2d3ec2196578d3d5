import { timingSafeEqual } from 'node:crypto';

/** Finds what a key belongs to. All keys are compared, so that timing tells nothing about any of them but its length. */
export class Keys<T> {
  readonly #entries: { key: Buffer; value: T }[] = [];

  constructor(entries: Iterable<readonly [key: string, value: T]>) {
    for (const [key, value] of entries) this.add(key, value);
  }

  add(key: string, value: T): void {
    this.#entries.push({ key: Buffer.from(key), value });
  }

  find(text: string): T | undefined {
    const given = Buffer.from(text);
    let found: T | undefined;
    for (const { key, value } of this.#entries)
      if (key.length === given.length && timingSafeEqual(key, given)) found = value;
    return found;
  }
}
