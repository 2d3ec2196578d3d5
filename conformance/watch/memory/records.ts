import { itemsOf } from '../../predicates/pages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import { clientOf, isInvalid, type Seen } from './passed.ts';
import type { Writes } from './writes.ts';

/** What a record showed, and when; `isCalm` unless a write that overlapped could have changed it. */
type Snapshot = {
  readonly fields: JsonFields;
  readonly at: number;
  readonly isCalm: boolean;
  readonly isRefused: boolean;
};

/** The operations whose answer shows the one record that the path names. */
const showing = /^(updateUser|submitMfa|getAuthorisationTerm)$/;

/** Users, accounts, terms and the configuration: what each showed last, and which are gone. */
export class Records {
  readonly #writes: Writes;
  readonly #snapshots = new Bounded<string, Snapshot>(20_000);
  readonly #deleted = new Bounded<string, number>(50_000);
  readonly #terms = new Bounded<string, Bounded<string, JsonFields>>(200);
  readonly #unknown = new Bounded<string, true>(5000);

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** What a record showed last, as long as nothing that passed can have changed it since. */
  settled(name: unknown, seen: Seen, isRefused = false): JsonFields | undefined {
    const latest = this.latest(name, seen);
    return latest?.isRefused === isRefused ? latest.fields : undefined;
  }

  /** The same, and whether an update was refused since. */
  latest(name: unknown, seen: Seen): Pick<Snapshot, 'fields' | 'isRefused'> | undefined {
    const snapshot = this.#snapshots.get(`${clientOf(seen)} ${name}`);
    if (!snapshot?.isCalm || seen.begun < snapshot.at) return undefined;
    return this.#writes.isQuiet(`${name}`, seen, snapshot.at) ? snapshot : undefined;
  }

  /** The terms of this client that were seen, the service's own left out. */
  terms(seen: Seen): JsonFields[] {
    return [...(this.#terms.get(clientOf(seen)) ?? new Map<string, JsonFields>()).values()];
  }

  /** Whether some deletion of this id was confirmed, before the exchange or while it was under way. */
  wasDeleted(id: unknown, { apiKey }: Seen): boolean {
    return this.#deleted.has(`${apiKey ?? ''} ${id}`);
  }

  /** Whether a confirmed deletion of this id had ended before the exchange began. */
  isGone(id: unknown, seen: { readonly begun: number; readonly apiKey?: string | undefined }): boolean {
    const ended = this.#deleted.get(`${seen.apiKey ?? ''} ${id}`);
    return ended !== undefined && seen.begun >= ended;
  }

  /** Whether a change of this user was refused with the stated 404; ids are the service's, so it stays unknown. */
  isUnknown(user: string | undefined, { apiKey }: Seen): boolean {
    return this.#unknown.has(`${apiKey} ${user}`);
  }

  note(seen: Seen): void {
    const { operation, path, apiKey } = seen;
    if (seen.status === 404 && (operation === 'updateUser' || operation === 'deleteUser'))
      this.#unknown.set(`${apiKey} ${path['user_id']}`, true);
    if (isInvalid(seen) && operation === 'updateUser') this.#refuse(path['user_id'], seen);
    if (isInvalid(seen) && operation === 'updateConfiguration') this.#refuse('configuration', seen);
    if (!isSuccess(seen)) return;
    const [named] = Object.values(path);
    if (named !== undefined && operation.startsWith('delete'))
      for (const client of [apiKey ?? '', '']) this.#deleted.set(`${client} ${named}`, seen.ended);
    if (named !== undefined && showing.test(operation)) this.#show(named, fieldsOf(seen.body), seen);
    if (operation === 'getAuthorisationTerm' && fieldsOf(seen.body)['is_system_term'] === false) {
      const terms = this.#terms.get(clientOf(seen)) ?? new Bounded<string, JsonFields>(50);
      this.#terms.set(clientOf(seen), terms.set(`${named}`, fieldsOf(seen.body)));
    }
    if (/Configuration$/.test(operation)) this.#show('configuration', fieldsOf(seen.body), seen);
    if (operation === 'listUsers')
      for (const user of itemsOf('users', seen)) this.#show(`${user['user_id']}`, user, seen);
  }

  /** An update was refused: what it was about stays as it was. */
  #refuse(name: string | undefined, seen: Seen): void {
    const latest = this.latest(name, seen);
    const refused = { at: seen.ended, isCalm: true, isRefused: true };
    if (latest) this.#snapshots.set(`${clientOf(seen)} ${name}`, { fields: latest.fields, ...refused });
  }

  #show(name: string, fields: JsonFields, seen: Seen): void {
    // Its own write has not been counted yet, so what is found is another's.
    const isCalm = this.#writes.isQuiet(name, seen);
    this.#snapshots.set(`${clientOf(seen)} ${name}`, { fields, at: seen.ended, isCalm, isRefused: false });
  }

  forget(): void {
    this.#snapshots.clear();
    this.#terms.clear();
    this.#deleted.clear();
  }
}
