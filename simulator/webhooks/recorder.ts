import type { DeliveryChange, DeliveryLedger } from './delivery-ledger.ts';

type Batch = { changes: DeliveryChange[]; written: Promise<void> };

/** Writes changes to the ledger, one write a user at a time: what arrives during a write goes together into the next. */
export class Recorder {
  readonly #ledger: Pick<DeliveryLedger, 'record'>;
  /** By user: the batch that still takes changes. */
  readonly #open = new Map<string, Batch>();
  /** By user: the latest batch, open or being written. */
  readonly #latest = new Map<string, Promise<void>>();

  constructor(ledger: Pick<DeliveryLedger, 'record'>) {
    this.#ledger = ledger;
  }

  /** Resolves when the change is durable, and rejects when it could not be made so. */
  record(user_id: string, change: DeliveryChange): Promise<void> {
    const open = this.#open.get(user_id);
    if (open !== undefined) {
      open.changes.push(change);
      return open.written;
    }
    const changes = [change];
    const written = this.#write(user_id, changes, this.#latest.get(user_id));
    this.#open.set(user_id, { changes, written });
    this.#latest.set(user_id, written);
    return written;
  }

  async #write(
    user_id: string,
    changes: DeliveryChange[],
    previous: Promise<void> | undefined,
  ): Promise<void> {
    // A failed write is reported to those who wait for it; it says nothing about the next.
    await previous?.catch(() => {});
    const written = this.#latest.get(user_id);
    this.#open.delete(user_id);
    try {
      await this.#ledger.record(user_id, changes);
    } finally {
      if (this.#latest.get(user_id) === written) this.#latest.delete(user_id);
    }
  }
}
