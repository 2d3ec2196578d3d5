import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

const RECONNECT_MS = 1000;
/** While notifications arrive, one poll in 30 is enough. */
const POLLS_SAVED = 30;
/** The sender of what concerns every process. */
const EVERY_PROCESS = '--------';

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
  #ticks = 0;
  /** Whether the latest notification to itself has arrived. */
  #hears = false;

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
      this.#timer = setInterval(this.#tick, this.#pollMs).unref();
      void this.#listen();
    }
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(client) === watchers) this.#watchers.delete(client);
    };
  }

  wake(client: string): void {
    this.#call(client);
    this.#unsent.add(client);
    if (!this.#sending) void this.#send();
  }

  /** Wakes the watchers of every process, this one included, by a notification; resolves once it is sent. */
  async announce(key: string): Promise<void> {
    await this.#notify([`${EVERY_PROCESS} ${key}`]);
  }

  /** Resolves when the watchers of a key are called, after a time, or when the signal is aborted. */
  async next(key: string, withinMs: number, signal: AbortSignal | undefined): Promise<void> {
    let end = () => {};
    try {
      await new Promise<void>((resolve) => {
        const unwatch = this.watch(key, resolve);
        const timer = setTimeout(resolve, withinMs);
        const leave = () => resolve();
        signal?.addEventListener('abort', leave);
        end = () => {
          clearTimeout(timer);
          // A caller may wait many times with one signal.
          signal?.removeEventListener('abort', leave);
          unwatch();
        };
      });
    } finally {
      end();
    }
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
      await this.#notify(payloads);
    }
    this.#sending = false;
  }

  async #notify(payloads: readonly string[]): Promise<void> {
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    await this.#database.run(text, this.#channel, payloads).catch(() => {});
  }

  async #listen(): Promise<void> {
    const connection = this.#database.connection();
    this.#connection = connection;
    const again = () => {
      if (this.#closed || this.#connection !== connection) return;
      this.#connection = undefined;
      this.#hears = false;
      this.#reconnecting = setTimeout(() => void this.#listen(), RECONNECT_MS).unref();
    };
    connection.on('error', again);
    connection.on('end', again);
    connection.on('notification', ({ payload = '' }) => {
      const [sender, key] = [payload.slice(0, 8), payload.slice(9)];
      if (key === this.#sender) this.#hears = true;
      else if (sender !== this.#sender) this.#call(key);
    });
    try {
      await connection.connect();
      await connection.query(`listen ${this.#channel}`);
      this.#callAll();
      this.#probe();
    } catch {
      await connection.end().catch(() => {});
      again();
    }
  }

  /** A pooler may drop notifications. While this process receives its own, it polls at one tick in 30. */
  readonly #tick = (): void => {
    this.#ticks += 1;
    const isRound = this.#ticks % POLLS_SAVED === 0;
    if (!this.#hears || isRound) this.#callAll();
    if (isRound) this.#probe();
  };

  #probe(): void {
    this.#hears = false;
    void this.announce(this.#sender);
  }

  #callAll(): void {
    for (const client of this.#watchers.keys()) this.#call(client);
  }

  #call(client: string): void {
    for (const watcher of this.#watchers.get(client) ?? []) watcher();
  }
}
