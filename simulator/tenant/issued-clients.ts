import { createHmac } from 'node:crypto';
import { latestMade } from '../../spec/lazy.ts';
import type { Birth } from '../domain/client-record.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import { hashOf, sameSecret } from '../domain/same-secret.ts';
import { CLIENT_DOCUMENT, ClientRemovedError, type ClientStore, type Current } from '../store/port.ts';
import type { Client } from './client.ts';

/** How many there may be at one time in a process: each has a world and a worker. */
const MOST_ISSUED = 500;
/** How many one caller may have at one time, so that others find room. */
const MOST_OF_CALLER = 100;
/** A client that no request used for so long is removed when its caller wants another one. */
const IDLE_MS = 24 * 3_600_000;
/** How often the use of a client is written down. */
const USED_MS = 3_600_000;
/** No client: where the store keeps who made which client. */
export const REGISTER = ':issued';

/** Who made a client, and when (real time). A client that an issued client made counts as the first caller's. */
type Entry = { readonly name: string; readonly caller: string; readonly made: number; readonly used: number };

type Credentials = { email: string; password: string; isDrawn?: true };

export type IssuedClientsOptions = {
  secret: Uint8Array;
  birth: Birth;
  randomBytes: (length: number) => Buffer;
  open: (
    client: { name: string; birth?: Birth; member: Credentials },
    onError: (error: unknown) => void,
  ) => Promise<Client>;
  close: (client: Client) => Promise<void>;
  /** Removes what is kept of a client elsewhere. */
  removed: (name: string) => Promise<void>;
  /** Lets go of the store of a client that was removed. */
  forget: (name: string) => void;
  register: ClientStore;
  realNow: () => number;
  onError: (error: unknown) => void;
};

/** Clients that tests make and remove. A signature lets every process know them without asking the store. */
export class IssuedClients {
  readonly #options: IssuedClientsOptions;
  readonly #opened = new Map<string, Promise<Client | undefined>>();

  readonly #used = new Map<string, number>();
  /** Every request with the key of such a client asks for two of them again, which took 60 µs. */
  readonly #sign: (text: string) => string;

  constructor(options: IssuedClientsOptions) {
    this.#options = options;
    const digestOf = (text: string) =>
      createHmac('sha256', options.secret).update(`issued ${text}`).digest('hex').slice(0, 16);
    this.#sign = latestMade(2 * MOST_ISSUED, String, digestOf);
  }

  /** Makes a client. A program that makes one in its own process is no caller, and has no quota. */
  async add(wanted: Partial<Pick<Birth, 'born' | 'clock'>> = {}, maker?: string) {
    const { register, realNow } = this.#options;
    const caller = maker === undefined ? '' : await this.callerOf(maker);
    if (caller !== '' && (await this.#inUse(caller)).length >= MOST_OF_CALLER) throw tooMany(MOST_OF_CALLER);
    if (this.#opened.size >= MOST_ISSUED) await this.#inUse();
    if (this.#opened.size >= MOST_ISSUED) throw tooMany(MOST_ISSUED);
    const id = this.#options.randomBytes(8).toString('hex');
    const name = `client-${id}-${this.#sign(`name ${id}`)}`;
    const now = realNow();
    const document: Entry = { name, caller, made: now, used: now };
    const sortKey = `${hashOf(caller)}/${name}`;
    this.#used.set(name, now);
    await register.change(name, () => ({ document, sortKey, result: undefined }));
    await this.#remember(name, this.#open(name, { ...this.#options.birth, ...wanted }));
    return { client_id: name, api_key: this.#keyOf(name), member: this.#memberOf(name) };
  }

  async byKey(key: string): Promise<Client | undefined> {
    const name = /^key-of-(client-[0-9a-f-]{33})-/.exec(key)?.[1];
    return name !== undefined && sameSecret(key, this.#keyOf(name)) ? this.find(name) : undefined;
  }

  async find(name: string): Promise<Client | undefined> {
    const [, id = '', signature = ''] = /^client-([0-9a-f]{16})-([0-9a-f]{16})$/.exec(name) ?? [];
    if (!sameSecret(signature, this.#sign(`name ${id}`))) return undefined;
    this.#noteUse(name);
    return this.#opened.get(name) ?? this.#remember(name, this.#reopen(name));
  }

  async ofMember(email: string): Promise<Client | undefined> {
    return this.find(/^member@(client-[0-9a-f-]{33})\.test$/i.exec(email)?.[1]?.toLowerCase() ?? '');
  }

  /** Removes a client with all that it has; false when no client has this name. */
  async remove(name: string): Promise<boolean> {
    const client = await this.find(name);
    if (/^client-[0-9a-f-]{33}$/.test(name))
      await this.#options.register.change(name, () => ({ document: null, result: undefined }));
    if (!client) return false;
    await this.#forget(name, client);
    await this.#options.removed(name);
    const { clientStore, worker } = client;
    const isRemoved = await clientStore.exclusively(
      async (leaseToken) => {
        if (!(await clientStore.read(CLIENT_DOCUMENT))) return false;
        await worker.drained();
        const nothing = { aggregates: [], work: [], files: [] };
        await clientStore.replace(nothing, { leaseToken, clearRequests: true });
        return true;
      },
      { purpose: 'the removal of the client' },
    );
    this.#options.forget(name);
    return isRemoved;
  }

  async list(maker: string): Promise<{ client_id: string; made_at: string; expires_at: string }[]> {
    const entries = await this.#inUse(await this.callerOf(maker));
    return entries.map(({ name, made, used }) => {
      return { client_id: name, made_at: isoInstant(made), expires_at: isoInstant(used + IDLE_MS) };
    });
  }

  /** Whose quotas a client uses: the client's that made it, and else its own. */
  async callerOf(name: string): Promise<string> {
    const document = name.startsWith('client-') && (await this.#options.register.read(name));
    return document ? (document as unknown as Entry).caller : name;
  }

  /** The clients of a caller, or of all. Removes those that were idle for too long. */
  async #inUse(caller?: string): Promise<Entry[]> {
    const { register, realNow } = this.#options;
    const from = caller === undefined ? '' : `${hashOf(caller)}/`;
    const listed = await register.list({ from, to: `${from}~`, offset: 0, limit: MOST_ISSUED * 2 });
    const entries = listed.map(({ document }) => document as unknown as Entry);
    const since = realNow() - IDLE_MS;
    const isIdle = ({ name, used }: Entry): boolean => Math.max(used, this.#used.get(name) ?? 0) < since;
    const idle = entries.filter(isIdle);
    for (const { name } of idle) await this.remove(name);
    return entries.filter((entry) => !idle.includes(entry));
  }

  #noteUse(name: string): void {
    const { register, realNow, onError } = this.#options;
    const used = realNow();
    if (used - (this.#used.get(name) ?? 0) < USED_MS) return;
    this.#used.set(name, used);
    const note = ({ document }: Current) => ({
      document: document && { ...document, used },
      result: undefined,
    });
    register.change(name, note).catch(onError);
  }

  /** Two requests at once open a client once; one that cannot be opened is not remembered. */
  async #remember(name: string, opening: Promise<Client | undefined>): Promise<Client | undefined> {
    this.#opened.set(name, opening);
    let client: Client | undefined;
    try {
      client = await opening;
    } finally {
      if (!client) this.#opened.delete(name);
    }
    return client;
  }

  async #reopen(name: string): Promise<Client | undefined> {
    try {
      return await this.#open(name);
    } catch (error) {
      if (!(error instanceof ClientRemovedError)) throw error;
      this.#options.forget(name);
      return undefined;
    }
  }

  async #open(name: string, birth?: Birth): Promise<Client> {
    const member = { ...this.#memberOf(name), isDrawn: true as const };
    const client = await this.#options.open({ name, member, ...(birth && { birth }) }, (error) => {
      // Another process has removed it.
      if (error instanceof ClientRemovedError) this.#forget(name, client).catch(this.#options.onError);
      else this.#options.onError(error);
    });
    return client;
  }

  async #forget(name: string, client: Client): Promise<void> {
    this.#opened.delete(name);
    this.#used.delete(name);
    await this.#options.close(client);
  }

  #memberOf(name: string): Credentials {
    return { email: `member@${name}.test`, password: this.#sign(`password ${name}`) };
  }

  #keyOf(name: string): string {
    return `key-of-${name}-${this.#sign(`key ${name}`)}`;
  }
}

const tooMany = (most: number) =>
  refusals.badRequest(
    `There are ${most} clients already: remove those that are done with (GET /_sandbox/clients lists yours)`,
  );
