import type { DeliveryChange, DeliveryLedger } from './delivery-ledger.ts';

type Batch = { changes: DeliveryChange[]; written: Promise<void>; begin: () => void };

/** How long a change waits for others of its user, in milliseconds. */
const PATIENCE_MS = 20;

/**
 * Writes changes to the ledger, one write a user at a time: what arrives during a write, or while a change waits for
 * more to come, goes together into the next.
 */
export class Recorder {
  readonly #ledger: Pick<DeliveryLedger, 'record'>;
  /** By user: the batch that still takes changes. */
  readonly #open = new Map<string, Batch>();
  /** By user: the latest batch, open or being written. */
  readonly #latest = new Map<string, Promise<void>>();

  constructor(ledger: Pick<DeliveryLedger, 'record'>) {
    this.#ledger = ledger;
  }

  /**
   * Resolves when the change is durable, and rejects when it could not be made so. With `more` to come for the user, it
   * may wait a little for that.
   */
  record(user_id: string, change: DeliveryChange, more = false): Promise<void> {
    let batch = this.#open.get(user_id);
    if (batch === undefined) {
      batch = this.#openBatch(user_id);
      this.#open.set(user_id, batch);
      this.#latest.set(user_id, batch.written);
    }
    batch.changes.push(change);
    if (!more) batch.begin();
    return batch.written;
  }

  #openBatch(user_id: string): Batch {
    const changes: DeliveryChange[] = [];
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      begin = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const written = this.#write(user_id, changes, begun, this.#latest.get(user_id));
    return { changes, written, begin };
  }

  async #write(
    user_id: string,
    changes: DeliveryChange[],
    begun: Promise<void>,
    previous: Promise<void> | undefined,
  ): Promise<void> {
    await begun;
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
