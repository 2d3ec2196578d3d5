import type { Document, RequestEntry, RequestLog } from '../../port.ts';
import { KEPT_BYTES, KEPT_REQUESTS } from '../memory/recent-requests.ts';
import type { Database } from './database.ts';

const FLUSH_MS = 250;
/** The oldest are taken away once this part of what is kept came newly: to look for them takes longer than to write. */
const SURPLUS = 1 / 4;

export type PostgresRequests = ReturnType<typeof postgresRequests>;

/** The latest requests of all processes; what this one has seen is written now and then, many at once. */
export function postgresRequests(database: Database, client: string) {
  let fresh: RequestEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let surplus = 0;

  /** Writes what is waiting. It is a log for looking at: what cannot be written is let go. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.catch(() => {}).then(write);
    return flushing;
  }

  async function write(): Promise<void> {
    const latest = fresh.slice(-KEPT_REQUESTS);
    if (latest.length === 0) return;
    fresh = [];
    const texts = latest.map((entry) => JSON.stringify(entry.document()));
    const bytes = latest.map((each) => each.bytes);
    const insert = `insert into payrig.request (client, entry, bytes) select $1, entry::json, bytes
      from unnest($2::text[], $3::int[]) with ordinality as new (entry, bytes, n) order by n`;
    await database.run(insert, client, texts, bytes);
    const sum = bytes.reduce((total, one) => total + one, 0);
    surplus += Math.max(latest.length / KEPT_REQUESTS, sum / KEPT_BYTES);
    if (surplus < SURPLUS) return;
    surplus = 0;
    const trim = `delete from payrig.request where client = $1 and sequence <= (
      select max(sequence) from (
        select sequence, row_number() over newest as n, sum(bytes) over newest as total
          from payrig.request where client = $1 window newest as (order by sequence desc)) as kept
       where n > $2 or total > $3)`;
    await database.run(trim, client, KEPT_REQUESTS, KEPT_BYTES);
  }

  return {
    flush,
    add(entry) {
      fresh.push(entry);
      timer ??= setTimeout(() => flush().catch(() => {}), FLUSH_MS).unref();
    },
    async list(limit) {
      await flush();
      const text = 'select entry from payrig.request where client = $1 order by sequence desc limit $2';
      const rows = await database.rows<{ entry: Document }>(text, client, Math.min(limit, KEPT_REQUESTS));
      return rows.map(({ entry }) => entry);
    },
    async clear() {
      await flush();
      await database.run('delete from payrig.request where client = $1', client);
    },
  } satisfies RequestLog & { flush(): Promise<void> };
}
