import { hash, timingSafeEqual } from 'node:crypto';

const digest = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Finds what a key belongs to. All keys are compared, by their digests, so that timing tells nothing about any of them. */
export class Keys<T> {
  readonly #entries: { digest: Buffer; value: T }[] = [];

  constructor(entries: Iterable<readonly [key: string, value: T]>) {
    for (const [key, value] of entries) this.add(key, value);
  }

  add(key: string, value: T): void {
    this.#entries.push({ digest: digest(key), value });
  }

  find(key: string): T | undefined {
    const given = digest(key);
    let found: T | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, given)) found = entry.value;
    return found;
  }
}
