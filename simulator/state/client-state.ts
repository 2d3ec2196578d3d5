import type { ClientRecord } from '../domain/client-record.ts';
import { shownBy } from '../domain/clock.ts';
import {
  CLIENT_DOCUMENT,
  type ClientStore,
  type Current,
  type Document,
  type NewWorkItem,
  type WriteOptions,
} from '../store/port.ts';

/** The record of one client: configuration, terms, members, subscriptions, faults and its clock. */
export class ClientState {
  readonly #clientStore: ClientStore;
  readonly #realNow: () => number;

  constructor(clientStore: ClientStore, realNow: () => number) {
    this.#clientStore = clientStore;
    this.#realNow = realNow;
  }

  async read(): Promise<ClientRecord> {
    return clientRecordOf(await this.#clientStore.read(CLIENT_DOCUMENT));
  }

  /** Changes the record, with work that is to follow from it; what `change` throws leaves it as it was. */
  change<T>(
    change: (record: ClientRecord) => {
      record: ClientRecord;
      result: T;
      work?: readonly NewWorkItem[];
      removeWork?: readonly string[];
    },
    options: Pick<WriteOptions, 'leaseToken'> = {},
  ): Promise<T> {
    const changed = ({ clientDocument }: Current) => {
      const before = clientRecordOf(clientDocument);
      const { record, ...rest } = change(before);
      return record === before ? rest : { ...rest, document: record as unknown as Document };
    };
    return this.#clientStore.change(CLIENT_DOCUMENT, changed, options);
  }

  /** The client's own time. */
  async now(): Promise<number> {
    return this.nowOf(await this.read());
  }

  /** The time by the clock of a record that was just read. */
  nowOf({ clock }: Pick<ClientRecord, 'clock'>): number {
    return shownBy(clock, this.#realNow());
  }
}

/** The client's aggregate as the record that it is. */
export function clientRecordOf(root: Document | undefined): ClientRecord {
  if (!root) throw new Error('The client has no record: it was never created');
  return root as unknown as ClientRecord;
}
