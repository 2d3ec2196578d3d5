import {
  CLIENT_DOCUMENT,
  type ClientStore,
  type Contents,
  type Current,
  type Document,
  type Files,
  KEPT_REQUEST_BYTES,
  KEPT_REQUESTS,
  type Listed,
  type RequestEntry,
  type RequestLog,
  type Write,
  type WriteOptions,
} from '../../port.ts';
import { checkKey, isKey } from '../write-rules.ts';
import { ChangeGroups } from './change-groups.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import {
  type Change,
  checkLease,
  commitChanges,
  lockedTransaction,
  lockShards,
  putAggregates,
  shardOf,
} from './change-transaction.ts';
import { withClientLease } from './client-lease.ts';
import type { Database, Session } from './database.ts';
import { followRows } from './follow-rows.ts';
import { postgresWork } from './postgres-work.ts';
import { ITEM, insertWorkItems } from './work-rows.ts';

/** Sorts after every sort key. A condition on a bound that may be missing would not use the index. */
const END = '\x7f';

const AGGREGATE = 'id, sort_key as "sortKey", document';

const FLUSH_MS = 250;
/** Old requests are deleted once so large a part is new, since finding them takes longer than inserting. */
const SURPLUS = 1 / 4;

type PostgresRequests = RequestLog & { flush(): Promise<void> };
export type PostgresClientStore = ClientStore & { readonly requests: PostgresRequests };

/** A client in a database that any number of processes share. */
export function postgresClientStore(
  database: Database,
  client: string,
  notifier: ChangeNotifier,
): PostgresClientStore {
  const wake = () => notifier.wake(client);
  const requests = postgresRequests(database, client);

  const readDocument = async (id: string): Promise<Document | undefined> => {
    const text = 'select document from payrig.aggregate where client = $1 and id = $2';
    return (await database.rows<Listed>(text, client, id))[0]?.document;
  };
  const readClientDocument = sharedRead(() => readDocument(CLIENT_DOCUMENT));

  const commit = async (shard: number | 'all', changes: readonly Change[]): Promise<unknown[]> => {
    const committed = await commitChanges(database, client, shard, changes);
    if (committed.some(({ changesWork }) => changesWork)) wake();
    return committed.map(({ result }) => result);
  };
  const groups = new ChangeGroups<Change>(commit);

  return {
    requests,
    work: postgresWork(database, client, notifier),
    files: postgresFiles(database, client),

    async read(id) {
      if (id === CLIENT_DOCUMENT) return readClientDocument();
      return isKey(id) ? readDocument(id) : undefined;
    },

    async change<T>(
      id: string,
      decide: (current: Current) => Write<T>,
      options: WriteOptions = {},
    ): Promise<T> {
      checkKey(id);
      const change = { id, decide, options };
      if (id !== CLIENT_DOCUMENT && options.leaseToken === undefined)
        return (await groups.add(shardOf(id), change)) as T;
      // Other changes are decided by the client document, so a change of it excludes all of them.
      const [result] = await commit(id === CLIENT_DOCUMENT ? 'all' : shardOf(id), [change]);
      return result as T;
    },

    async find(prefix) {
      if (prefix !== '' && !isKey(prefix)) return [];
      const text =
        'select id from payrig.aggregate where client = $1 and id >= $2 and starts_with(id, $2) order by id';
      return (await database.rows<Listed>(text, client, prefix)).map(({ id }) => id);
    },

    list({ from, to, offset, limit }) {
      const text = `select ${AGGREGATE} from payrig.aggregate
        where client = $1 and sort_key >= $2 and sort_key < $3 order by sort_key, id offset $4 limit $5`;
      return database.rows(text, client, from ?? '', to ?? END, offset, limit);
    },

    async count(ranges) {
      // One statement counts all ranges at the same moment.
      const text = `select (select count(*) from payrig.aggregate
          where client = $1 and sort_key >= low and sort_key < high)::int as count
        from unnest($2::text[], $3::text[]) with ordinality as range (low, high, n) order by n`;
      const lows = ranges.map(({ from }) => from ?? '');
      const highs = ranges.map(({ to }) => to ?? END);
      const rows = await database.rows<{ count: number }>(text, client, lows, highs);
      return rows.map(({ count }) => count);
    },

    exclusively: (task) => withClientLease(database, client, task).finally(wake),

    contents() {
      const read = async (session: Session): Promise<Contents> => {
        const all = <Item extends object>(columns: string, table: string, sortedBy: string) =>
          session.rows<Item>(
            `select ${columns} from payrig.${table} where client = $1 order by ${sortedBy}`,
            client,
          );
        return {
          aggregates: await all(AGGREGATE, 'aggregate', 'sort_key, id'),
          work: await all(ITEM, 'work', 'sequence'),
          files: await all('id, bytes', 'file', 'id'),
        };
      };
      return database.transaction(read, 'isolation level repeatable read read only');
    },

    async replace({ aggregates, work, files }, { leaseToken } = {}) {
      await requests.flush();
      await lockedTransaction(database, client, async (session) => {
        await lockShards(session, client, 'all');
        await checkLease(session, client, leaseToken);
        for (const table of ['aggregate', 'work', 'file', 'request'])
          await session.run(`delete from payrig.${table} where client = $1`, client);
        await putAggregates(session, client, aggregates);
        await insertWorkItems(session, client, work);
        for (const { id, bytes } of files) await putFile(session, client, id, bytes);
      });
      wake();
    },
  };
}

const postgresFiles = (database: Database, client: string): Files => ({
  async put(id, bytes) {
    checkKey(id);
    await putFile(database, client, id, bytes);
  },
  async get(id) {
    if (!isKey(id)) return undefined;
    const text = 'select bytes from payrig.file where client = $1 and id = $2';
    return (await database.rows<{ bytes: Buffer }>(text, client, id))[0]?.bytes;
  },
  async remove(ids) {
    const text = 'delete from payrig.file where client = $1 and id = any ($2)';
    await database.run(text, client, ids.filter(isKey));
  },
  async list() {
    const text = 'select id from payrig.file where client = $1';
    return (await database.rows<{ id: string }>(text, client)).map(({ id }) => id);
  },
});

async function putFile(session: Session, client: string, id: string, bytes: Uint8Array): Promise<void> {
  const text = `insert into payrig.file values ($1, $2, $3)
    on conflict (client, id) do update set bytes = excluded.bytes`;
  await session.run(text, client, id, Buffer.from(bytes));
}

/** The latest requests of all processes; this process writes its own every quarter of a second. */
function postgresRequests(database: Database, client: string): PostgresRequests {
  let fresh: RequestEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let surplus = 0;

  /** Writes the fresh entries. Entries that cannot be written are dropped: nothing depends on the log. */
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
    const bytes = latest.map((entry) => entry.bytes);
    const insert = `insert into payrig.request (client, entry, bytes) select $1, entry::json, bytes
      from unnest($2::text[], $3::int[]) with ordinality as new (entry, bytes, n) order by n`;
    await database.run(insert, client, texts, bytes);
    const sum = bytes.reduce((total, size) => total + size, 0);
    surplus += Math.max(latest.length / KEPT_REQUESTS, sum / KEPT_REQUEST_BYTES);
    if (surplus < SURPLUS) return;
    surplus = 0;
    const trim = `delete from payrig.request where client = $1 and sequence <= (
      select max(sequence) from (
        select sequence, row_number() over newest as n, sum(bytes) over newest as total
          from payrig.request where client = $1 window newest as (order by sequence desc)) as kept
       where n > $2 or total > $3)`;
    await database.run(trim, client, KEPT_REQUESTS, KEPT_REQUEST_BYTES);
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
    async follow(limit) {
      const request = { table: 'request', key: 'sequence', columns: 'entry, sequence' } as const;
      await flush();
      const read = await followRows<{ entry: Document }>(database, client, request);
      return async () => {
        await flush();
        return (await read()).slice(-limit).map(({ entry }) => entry);
      };
    },
    async clear() {
      await flush();
      await database.run('delete from payrig.request where client = $1', client);
    },
  };
}

/**
 * Lets callers that come while a read runs share the next read; the running one may have begun before a change that they
 * must see. Every request reads the client document: with 48 connections, PATCHes on PostgreSQL would wait for a pooled
 * connection behind as many of these reads.
 */
function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const reading = read();
      running = reading.catch(() => {});
      return reading;
    });
    return next;
  };
}
