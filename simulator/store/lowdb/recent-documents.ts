import type { Entry } from '../document-index.ts';
import type { Document } from '../store.ts';

/** Documents as last read or written, kept in memory up to a budget of JSON text; those not asked for longest go first. */
export class RecentDocuments {
  readonly #kept = new Map<Entry, { document: Document; size: number }>();
  readonly #budget: number;
  #size = 0;
  /** The one asked for last. */
  #last: Entry | undefined;

  constructor(budget: number) {
    this.#budget = budget;
  }

  get(entry: Entry): Document | undefined {
    const found = this.#kept.get(entry);
    if (found === undefined) return undefined;
    // One that is asked for again and again stands last already.
    if (entry !== this.#last) {
      this.#kept.delete(entry);
      this.#kept.set(entry, found);
      this.#last = entry;
    }
    return found.document;
  }

  set(entry: Entry, document: Document, size: number): void {
    this.delete(entry);
    this.#kept.set(entry, { document, size });
    this.#last = entry;
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#budget) break;
      this.delete(oldest);
    }
  }

  delete(entry: Entry): void {
    const found = this.#kept.get(entry);
    if (found === undefined) return;
    this.#kept.delete(entry);
    this.#size -= found.size;
  }
}
