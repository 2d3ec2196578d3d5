import type { Client } from 'undici';

/** One connection to a receiver, for one request at a time; a connection that was closed is opened again. */
export type Connection = {
  readonly client: Client;
  /** Answers that came over it since it was last opened. */
  answers: number;
};

/** How many idle connections are kept in all. */
const MOST_IDLE = 256;

/** Kept-alive connections by origin: whoever takes one has it alone until it gives it back or closes it. */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();
  readonly #taken = new Set<Connection>();
  #idleCount = 0;
  #isClosed = false;

  /** One that was used before, if there is any. */
  take(origin: string): Connection | Promise<Connection> {
    const known = this.#idle.get(origin)?.pop();
    if (known === undefined) return this.open(origin);
    this.#idleCount -= 1;
    this.#taken.add(known);
    return known;
  }

  /** A new one. */
  async open(origin: string): Promise<Connection> {
    const connection = await open(origin);
    if (this.#isClosed) destroy(connection);
    this.#taken.add(connection);
    return connection;
  }

  giveBack(origin: string, connection: Connection): void {
    if (!this.#taken.delete(connection)) return;
    if (this.#isClosed || this.#idleCount >= MOST_IDLE) {
      destroy(connection);
      return;
    }
    const idle = this.#idle.get(origin);
    if (idle) idle.push(connection);
    else this.#idle.set(origin, [connection]);
    this.#idleCount += 1;
  }

  /** Closes a connection with whatever is under way on it. */
  drop(connection: Connection): void {
    this.#taken.delete(connection);
    destroy(connection);
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of [...this.#taken, ...[...this.#idle.values()].flat()]) destroy(connection);
    this.#taken.clear();
    this.#idle.clear();
    this.#idleCount = 0;
  }
}

/** The library loads once somebody wants to hear of something: most sandboxes never send anything. */
let library: typeof import('undici') | undefined;

export async function loadLibrary(): Promise<typeof import('undici')> {
  library ??= await import('undici');
  return library;
}

async function open(origin: string): Promise<Connection> {
  const { Client } = library ?? (await loadLibrary());
  // How long anything may take is for the caller to say, who has one time-out for all of it.
  const client = new Client(origin, { connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 });
  const connection: Connection = { client, answers: 0 };
  client.on('connect', () => {
    connection.answers = 0;
  });
  return connection;
}

function destroy({ client }: Connection): void {
  client.destroy().catch(() => {});
}
