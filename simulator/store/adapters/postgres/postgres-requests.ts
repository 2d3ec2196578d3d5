import type { Document, RequestLog } from '../../port.ts';
import { KEPT_REQUESTS } from '../memory/recent-requests.ts';
import type { Database } from './database.ts';

const FLUSH_MS = 100;

/** The latest requests of all processes; what this one has seen is written now and then, many at once. */
export class PostgresRequests implements RequestLog {
  readonly #database: Database;
  readonly #client: string;
  #fresh: Document[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(database: Database, client: string) {
    this.#database = database;
    this.#client = client;
  }

  add(entry: Document): void {
    this.#fresh.push(entry);
    if (this.#fresh.length > 2 * KEPT_REQUESTS) this.#fresh = this.#fresh.slice(-KEPT_REQUESTS);
    this.#timer ??= setTimeout(() => this.flush().catch(() => {}), FLUSH_MS).unref();
  }

  async list(limit: number): Promise<Document[]> {
    await this.flush();
    const text = 'select entry from payrig.request where client = $1 order by sequence desc limit $2';
    const most = Math.min(limit, KEPT_REQUESTS);
    const rows = await this.#database.rows<{ entry: Document }>(text, this.#client, most);
    return rows.map(({ entry }) => entry);
  }

  async clear(): Promise<void> {
    await this.flush();
    await this.#database.run('delete from payrig.request where client = $1', this.#client);
  }

  /** Writes what is waiting. It is a log for looking at: what cannot be written is let go. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const entries = this.#fresh.slice(-KEPT_REQUESTS);
    if (entries.length === 0) return;
    this.#fresh = [];
    const text = `with kept as (
        insert into payrig.request (client, entry)
        select $1, entry::json from unnest($2::text[]) with ordinality as new (entry, n) order by n)
      delete from payrig.request where client = $1 and sequence <= (
        select sequence from payrig.request where client = $1 order by sequence desc offset $3 limit 1)`;
    const texts = entries.map((entry) => JSON.stringify(entry));
    await this.#database.run(text, this.#client, texts, KEPT_REQUESTS);
  }
}
