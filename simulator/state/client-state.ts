import type { ClientRecord } from '../domain/client-record.ts';
import type { Document, Partition } from '../store/store.ts';

/** The record of one client: configuration, terms, members, subscriptions and how its clock goes. */
export class ClientState {
  readonly #partition: Partition;
  readonly #name: string;
  readonly #starting: (born: number) => ClientRecord;
  readonly #realNow: () => number;
  #ahead = 0;

  constructor(
    partition: Partition,
    name: string,
    starting: (born: number) => ClientRecord,
    realNow: () => number,
  ) {
    this.#partition = partition;
    this.#name = name;
    this.#starting = starting;
    this.#realNow = realNow;
  }

  /** Makes the starting record durable if there is none yet, and sets the clock. */
  async open(): Promise<void> {
    const record = await this.#partition.update(this.#name, (document) =>
      document
        ? { kind: 'keep', result: document as unknown as ClientRecord }
        : written(this.#starting(this.#realNow()), (record) => record),
    );
    this.#ahead = record.clock_ahead_ms;
  }

  async read(): Promise<ClientRecord> {
    return (
      ((await this.#partition.read(this.#name)) as unknown as ClientRecord | undefined) ??
      this.#starting(this.#realNow())
    );
  }

  /** Changes the record; what `change` throws leaves it as it was. */
  async change<T>(change: (record: ClientRecord) => { record: ClientRecord; result: T }): Promise<T> {
    const { record, result } = await this.#partition.update(this.#name, (document) => {
      const before = (document as unknown as ClientRecord | undefined) ?? this.#starting(this.#realNow());
      const changed = change(before);
      return changed.record === before
        ? { kind: 'keep', result: changed }
        : written(changed.record, () => changed);
    });
    this.#ahead = record.clock_ahead_ms;
    return result;
  }

  /** Returns to the starting record of the same world, in a new epoch. */
  async reset(): Promise<void> {
    await this.change(({ born }) => ({ record: this.#starting(Date.parse(born)), result: undefined }));
  }

  /** The client's own time. */
  now(): number {
    return this.#realNow() + this.#ahead;
  }

  /** Sets the client's own time. */
  async setNow(instant: number): Promise<void> {
    const ahead = instant - this.#realNow();
    await this.change((record) => ({ record: { ...record, clock_ahead_ms: ahead }, result: undefined }));
  }
}

function written<T>(record: ClientRecord, result: (record: ClientRecord) => T) {
  return {
    kind: 'write' as const,
    document: record as unknown as Document,
    order: 'client',
    due: false,
    result: result(record),
  };
}
