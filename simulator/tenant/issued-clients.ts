import { createHmac } from 'node:crypto';
import type { Birth } from '../domain/client-record.ts';
import { refusals } from '../domain/refusal.ts';
import { sameSecret } from '../domain/same-secret.ts';
import { CLIENT_DOCUMENT, ClientRemovedError } from '../store/port.ts';
import type { Client } from './client.ts';

/** How many there may be at one time in a process: each has a world and a worker. */
const MOST_ISSUED = 500;

type Credentials = { email: string; password: string };
export type IssuedClient = { client_id: string; api_key: string; member: Credentials };

export type IssuedClientsOptions = {
  secret: Uint8Array;
  birth: Birth;
  randomBytes: (length: number) => Buffer;
  open: (
    client: { name: string; birth?: Birth; member: Credentials },
    onError: (error: unknown) => void,
  ) => Promise<Client>;
  close: (client: Client) => Promise<void>;
  onError: (error: unknown) => void;
};

/** Clients that tests make and remove. A signature lets every process know them without asking the store. */
export class IssuedClients {
  readonly #options: IssuedClientsOptions;
  readonly #opened = new Map<string, Promise<Client | undefined>>();

  constructor(options: IssuedClientsOptions) {
    this.#options = options;
  }

  async add(wanted: Partial<Pick<Birth, 'born' | 'clock'>> = {}): Promise<IssuedClient> {
    if (this.#opened.size >= MOST_ISSUED)
      throw refusals.badRequest(`There are ${MOST_ISSUED} clients already: remove those that are done with`);
    const id = this.#options.randomBytes(8).toString('hex');
    const name = `client-${id}-${this.#sign('name', id)}`;
    await this.#remember(name, this.#open(name, { ...this.#options.birth, ...wanted }));
    return { client_id: name, api_key: this.#keyOf(name), member: this.#memberOf(name) };
  }

  async byKey(key: string): Promise<Client | undefined> {
    const name = /^key-of-(client-[0-9a-f-]{33})-/.exec(key)?.[1];
    return name !== undefined && sameSecret(key, this.#keyOf(name)) ? this.find(name) : undefined;
  }

  /** The client of this name, which another process may have made. */
  async find(name: string): Promise<Client | undefined> {
    const [, id = '', signature = ''] = /^client-([0-9a-f]{16})-([0-9a-f]{16})$/.exec(name) ?? [];
    if (!sameSecret(signature, this.#sign('name', id))) return undefined;
    return this.#opened.get(name) ?? this.#remember(name, this.#reopen(name));
  }

  /** The client of a member whom it began with. */
  async ofMember(email: string): Promise<Client | undefined> {
    return this.find(/^member@(client-[0-9a-f-]{33})\.test$/i.exec(email)?.[1]?.toLowerCase() ?? '');
  }

  /** Removes a client with all that it has; false when there is none of this name. */
  async remove(name: string): Promise<boolean> {
    const client = await this.find(name);
    if (!client) return false;
    await this.#forget(name, client);
    const { clientStore, worker } = client;
    return clientStore.exclusively(
      async (leaseToken) => {
        if (!(await clientStore.read(CLIENT_DOCUMENT))) return false;
        await worker.drained();
        await clientStore.replace({ aggregates: [], work: [], files: [] }, { leaseToken });
        return true;
      },
      { purpose: 'the removal of the client' },
    );
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
      if (error instanceof ClientRemovedError) return undefined;
      throw error;
    }
  }

  async #open(name: string, birth?: Birth): Promise<Client> {
    const member = this.#memberOf(name);
    const client = await this.#options.open({ name, member, ...(birth && { birth }) }, (error) => {
      // Another process has removed it.
      if (error instanceof ClientRemovedError) this.#forget(name, client).catch(this.#options.onError);
      else this.#options.onError(error);
    });
    return client;
  }

  async #forget(name: string, client: Client): Promise<void> {
    this.#opened.delete(name);
    await this.#options.close(client);
  }

  #memberOf(name: string): Credentials {
    return { email: `member@${name}.test`, password: this.#sign('password', name) };
  }

  #keyOf(name: string): string {
    return `key-of-${name}-${this.#sign('key', name)}`;
  }

  #sign(use: string, text: string): string {
    const digest = createHmac('sha256', this.#options.secret).update(`issued ${use} ${text}`).digest('hex');
    return digest.slice(0, 16);
  }
}
