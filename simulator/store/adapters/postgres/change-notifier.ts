import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

const RECONNECT_MS = 1000;

/** Wakes the watchers of every process: by a notification, or at the next poll where a pooler drops those. */
export class ChangeNotifier {
  readonly #database: Database;
  readonly #pollMs: number;
  readonly #channel: string;
  readonly #sender = randomUUID().slice(0, 8);
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #unsent = new Set<string>();
  #sending = false;
  #timer: NodeJS.Timeout | undefined;
  #connection: ReturnType<Database['connection']> | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(database: Database, pollMs: number) {
    this.#database = database;
    this.#pollMs = pollMs;
    this.#channel = `payrig_${database.schema}`;
  }

  watch(client: string, listener: () => void): () => void {
    const watcher = () => listener();
    const watchers = this.#watchers.get(client) ?? new Set();
    this.#watchers.set(client, watchers.add(watcher));
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#callAll(), this.#pollMs).unref();
      void this.#listen();
    }
    return () => watchers.delete(watcher);
  }

  wake(client: string): void {
    this.#call(client);
    this.#unsent.add(client);
    if (!this.#sending) void this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#reconnecting);
    await this.#connection?.end().catch(() => {});
  }

  /** Runs after the commit, so that no change waits for the notification or fails with it. */
  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#unsent.size > 0 && !this.#closed) {
      const payloads = [...this.#unsent].map((client) => `${this.#sender} ${client}`);
      this.#unsent.clear();
      const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
      await this.#database.run(text, this.#channel, payloads).catch(() => {});
    }
    this.#sending = false;
  }

  async #listen(): Promise<void> {
    const connection = this.#database.connection();
    this.#connection = connection;
    const again = () => {
      if (this.#closed || this.#connection !== connection) return;
      this.#connection = undefined;
      this.#reconnecting = setTimeout(() => void this.#listen(), RECONNECT_MS).unref();
    };
    connection.on('error', again);
    connection.on('end', again);
    connection.on('notification', ({ payload = '' }) => {
      if (payload.slice(0, 8) !== this.#sender) this.#call(payload.slice(9));
    });
    try {
      await connection.connect();
      await connection.query(`listen ${this.#channel}`);
      this.#callAll();
    } catch {
      await connection.end().catch(() => {});
      again();
    }
  }

  #callAll(): void {
    for (const client of this.#watchers.keys()) this.#call(client);
  }

  #call(client: string): void {
    for (const watcher of this.#watchers.get(client) ?? []) watcher();
  }
}
