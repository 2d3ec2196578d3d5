import type { Document, RequestEntry, RequestLog } from '../../port.ts';
import { KEPT_BYTES, KEPT_REQUESTS } from '../memory/recent-requests.ts';
import type { Database } from './database.ts';

const FLUSH_MS = 250;
/** The oldest are taken away once this part of what is kept came newly: to look for them takes longer than to write. */
const SURPLUS = 1 / 4;

/** The latest requests of all processes; what this one has seen is written now and then, many at once. */
export class PostgresRequests implements RequestLog {
  readonly #database: Database;
  readonly #client: string;
  #fresh: RequestEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #surplus = 0;

  constructor(database: Database, client: string) {
    this.#database = database;
    this.#client = client;
  }

  add(entry: RequestEntry): void {
    this.#fresh.push(entry);
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
    const fresh = this.#fresh.slice(-KEPT_REQUESTS);
    if (fresh.length === 0) return;
    this.#fresh = [];
    const texts = fresh.map((entry) => JSON.stringify(entry.document()));
    const bytes = fresh.map((each) => each.bytes);
    const insert = `insert into payrig.request (client, entry, bytes) select $1, entry::json, bytes
      from unnest($2::text[], $3::int[]) with ordinality as new (entry, bytes, n) order by n`;
    await this.#database.run(insert, this.#client, texts, bytes);
    const sum = bytes.reduce((total, one) => total + one, 0);
    this.#surplus += Math.max(fresh.length / KEPT_REQUESTS, sum / KEPT_BYTES);
    if (this.#surplus < SURPLUS) return;
    this.#surplus = 0;
    const trim = `delete from payrig.request where client = $1 and sequence <= (
      select max(sequence) from (
        select sequence, row_number() over newest as n, sum(bytes) over newest as total
          from payrig.request where client = $1 window newest as (order by sequence desc)) as kept
       where n > $2 or total > $3)`;
    await this.#database.run(trim, this.#client, KEPT_REQUESTS, KEPT_BYTES);
  }
}
