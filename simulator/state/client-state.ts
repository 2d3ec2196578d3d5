import type { ClientRecord, Clock } from '../domain/client-record.ts';
import {
  CLIENT_DOCUMENT,
  ClientRemovedError,
  type ClientStore,
  type Current,
  type DamagedDocumentError,
  type Document,
  type Write,
  type WriteOptions,
} from '../store/port.ts';

/** What a change of the client's record decides; the same record means that it stays as it is. */
export type ClientWrite<T> = Pick<Write<T>, 'work' | 'removeWork' | 'result'> & { record: ClientRecord };

export class ClientState {
  readonly #clientStore: ClientStore;
  readonly #realNow: () => number;
  /** Set when the sandbox cannot use the stored data: it refuses the client's requests with this error, and does no work. */
  damage: DamagedDocumentError | undefined;

  constructor(clientStore: ClientStore, realNow: () => number) {
    this.#clientStore = clientStore;
    this.#realNow = realNow;
  }

  async read(): Promise<ClientRecord> {
    if (this.damage) throw this.damage;
    return clientRecordOf(await this.#clientStore.read(CLIENT_DOCUMENT));
  }

  /** Changes the record, and puts or removes work with it. When the rule throws, nothing is written. */
  change<T>(rule: (record: ClientRecord) => ClientWrite<T>, options?: Pick<WriteOptions, 'leaseToken'>) {
    const decide = ({ clientDocument }: Current): Write<T> => {
      const before = clientRecordOf(clientDocument);
      const { record, ...write } = rule(before);
      return record === before ? write : { ...write, document: clientDocumentOf(record) };
    };
    return this.#clientStore.change(CLIENT_DOCUMENT, decide, options);
  }

  async now(): Promise<number> {
    return this.nowOf(await this.read());
  }

  async clock(): Promise<{ now: number; isFrozen: boolean }> {
    const record = await this.read();
    return { now: this.nowOf(record), isFrozen: isFrozen(record.clock) };
  }

  nowOf({ clock }: Pick<ClientRecord, 'clock'>): number {
    return shownBy(clock, this.#realNow());
  }
}

export function clientRecordOf(document: Document | undefined): ClientRecord {
  if (!document) throw new ClientRemovedError('The client has no record: it was removed');
  return document as object as ClientRecord;
}

/** The document of a client. Records are plain JSON, but their types have readonly lists and optional fields. */
export const clientDocumentOf = (record: ClientRecord): Document => record as object as Document;

export const shownBy = (clock: Clock, realNow: number): number =>
  'frozen_at' in clock ? clock.frozen_at : realNow + clock.ahead_ms;

/** A clock that shows an instant now, and stands still or goes on from there. */
export const clockAt = (instant: number, realNow: number, frozen: boolean): Clock =>
  frozen ? { frozen_at: instant } : { ahead_ms: instant - realNow };

export const isFrozen = (clock: Clock): boolean => 'frozen_at' in clock;

/** The clock moved forward to an instant; a clock that is past it stays as it is. */
export const movedTo = (clock: Clock, instant: number, realNow: number): Clock =>
  shownBy(clock, realNow) >= instant ? clock : clockAt(instant, realNow, isFrozen(clock));
