import type { LookupFunction } from 'node:net';
import type { Client } from 'undici';
import { targetRules } from './target-rules.ts';

/** One connection to a receiver, for one request at a time. */
export type Connection = {
  readonly origin: string;
  readonly client: Client;
  isOpen: boolean;
  /** Answers that came over it since it was opened. */
  answers: number;
};

/**
 * Kept-alive connections by origin: whoever takes one has it alone until it gives it back or drops it. Of the library's
 * own pools none can tell whether a request went over a connection that was used before, which decides whose fault it is
 * when that connection turns out to be closed.
 */
export class Connections {
  /** Open ones that nobody uses; the library closes them after a few idle seconds. */
  readonly #idle = new Map<string, Set<Connection>>();
  readonly #all = new Set<Connection>();
  #isClosed = false;
  readonly #lookup: LookupFunction;

  /** The look-up decides which addresses of a name are connected to. */
  constructor(lookup: LookupFunction = targetRules().lookup) {
    this.#lookup = lookup;
  }

  /** One that was used before, if there is any. */
  take(origin: string): Connection | Promise<Connection> {
    for (const known of this.#idle.get(origin) ?? []) {
      this.#unidle(known);
      return known;
    }
    return this.open(origin);
  }

  /** A new one. */
  async open(origin: string): Promise<Connection> {
    const { Client } = library ?? (await loadLibrary());
    // How long anything may take is for the caller to say, who has one time-out for all of it.
    const connect = { timeout: 0, lookup: this.#lookup };
    const client = new Client(origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
    const connection: Connection = { origin, client, isOpen: false, answers: 0 };
    client.on('connect', () => {
      connection.isOpen = true;
      connection.answers = 0;
    });
    client.on('disconnect', () => {
      connection.isOpen = false;
      if (this.#unidle(connection)) this.drop(connection);
    });
    this.#all.add(connection);
    if (this.#isClosed) this.drop(connection);
    return connection;
  }

  giveBack(connection: Connection): void {
    if (!connection.isOpen || !this.#all.has(connection)) {
      this.drop(connection);
      return;
    }
    const idle = this.#idle.get(connection.origin);
    if (idle) idle.add(connection);
    else this.#idle.set(connection.origin, new Set([connection]));
  }

  /** Closes a connection with whatever is under way on it. */
  drop(connection: Connection): void {
    if (this.#all.delete(connection)) connection.client.destroy().catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    this.#idle.clear();
    for (const connection of this.#all) this.drop(connection);
  }

  /** How many are there, in use or not. */
  get count(): number {
    return this.#all.size;
  }

  #unidle(connection: Connection): boolean {
    const idle = this.#idle.get(connection.origin);
    if (!idle?.delete(connection)) return false;
    if (idle.size === 0) this.#idle.delete(connection.origin);
    return true;
  }
}

/** The library loads once somebody wants to hear of something: most sandboxes never send anything. */
let library: typeof import('undici') | undefined;

export async function loadLibrary(): Promise<typeof import('undici')> {
  library ??= await import('undici');
  return library;
}
