import { picked } from '../../../../spec/json.ts';
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
  type WorkItem,
  type Write,
  type WriteOptions,
} from '../../port.ts';
import { LeaseQueue } from '../lease-queue.ts';
import { checkKey, isKey } from '../write-rules.ts';
import { AggregateRows, putAggregates } from './aggregate-rows.ts';
import { ChangeGroups, type Outcome } from './change-groups.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import {
  type Change,
  checkLease,
  commitChanges,
  lockedTransaction,
  lockShards,
  shardOf,
} from './change-transaction.ts';
import { withClientLease } from './client-lease.ts';
import { clientSession, columnsOf, type Database, type Session } from './database.ts';
import { ITEM, insertWorkItems, postgresWork, workTables } from './work-rows.ts';

/** Sorts after every sort key. A condition on a bound that may be missing would not use the index. */
const END = '\x7f';
/** The last character in the order of ids. */
const LAST = '\u{10ffff}';

const FLUSH_MS = 250;
/** Old requests are deleted once so large a part is new, since finding them takes longer than inserting. */
const SURPLUS = 1 / 4;

type PostgresRequests = RequestLog & { flush(): Promise<void> };

export function postgresClientStore(
  database: Database,
  client: string,
  notifier: ChangeNotifier,
): ClientStore & { readonly requests: PostgresRequests } {
  const wake = () => notifier.wake(client);
  const session = clientSession(client, database);
  const follow = <Row extends object>(rows: Followed) => followRows<Row>(session, database, rows);
  const requests = postgresRequests(session, follow);
  const leased = { session, notifier, key: `lease of ${client}`, leaseMs: database.clientLeaseMs };
  const aggregateRows = new AggregateRows();
  const leases = new LeaseQueue(Date.now);

  const readDocument = async (id: string): Promise<Document | undefined> =>
    (await aggregateRows.read(session, [id])).get(id)?.document;
  const readClientDocument = sharedRead(() => readDocument(CLIENT_DOCUMENT));

  const commit = async (shard: number | 'all', changes: readonly Change[]): Promise<readonly Outcome[]> => {
    const { outcomes, changesWork } = await commitChanges(session, aggregateRows, shard, changes);
    database.wrote(outcomes.length);
    if (changesWork) wake();
    return outcomes;
  };
  const groups = new ChangeGroups<Change>(commit);

  return {
    requests,
    work: {
      ...postgresWork(session, wake),
      follow: () => follow<WorkItem>({ table: 'work', key: 'id', columns: ITEM }),
      watch: (listener) => notifier.watch(client, listener),
    },
    files: postgresFiles(session),

    async read(id) {
      if (id === CLIENT_DOCUMENT) return readClientDocument();
      return isKey(id) ? readDocument(id) : undefined;
    },

    async change<T>(id: string, decide: (current: Current) => Write<T>, options: WriteOptions = {}) {
      checkKey(id);
      const change = { id, decide, options };
      if (id !== CLIENT_DOCUMENT && options.leaseToken === undefined)
        return (await groups.add(shardOf(id), change)) as T;
      // Other changes are decided by the client document, so a change of it excludes all of them.
      const [outcome] = await commit(id === CLIENT_DOCUMENT ? 'all' : shardOf(id), [change]);
      return (outcome as { result: T }).result;
    },

    async find(prefix) {
      if (prefix !== '' && !isKey(prefix)) return [];
      const text = 'select id from payrig.aggregate where client = $1 and id >= $2 and id < $3 order by id';
      return (await session.rows<Listed>(text, prefix, prefix + LAST)).map(({ id }) => id);
    },

    async list({ from, to, offset, limit }) {
      const text = `select id, sort_key as "sortKey" from payrig.aggregate
        where client = $1 and sort_key >= $2 and sort_key < $3 order by sort_key, id offset $4 limit $5`;
      const listed = await session.rows<Listed>(text, from ?? '', to ?? END, offset, limit);
      if (listed.length === 0) return [];
      const ids = listed.map(({ id }) => id);
      const found = await aggregateRows.read(session, ids);
      // Leaves out what was removed or moved between the two statements.
      return listed.flatMap(({ id, sortKey }) => {
        const aggregate = found.get(id);
        return aggregate?.sortKey === sortKey ? { id, sortKey, document: aggregate.document } : [];
      });
    },

    async count(ranges) {
      // One statement counts all ranges at the same moment.
      const text = `select (select count(*) from payrig.aggregate
          where client = $1 and sort_key >= low and sort_key < high)::int as count
        from unnest($2::text[], $3::text[]) with ordinality as range (low, high, n) order by n`;
      const bounds = ranges.map(({ from = '', to = END }) => ({ from, to }));
      const rows = await session.rows<{ count: number }>(text, ...columnsOf(bounds, 'from', 'to'));
      return rows.map(({ count }) => count);
    },

    exclusively: (task, options = {}) =>
      leases.run(options, (turn) => withClientLease(leased, turn, task)).finally(wake),
    get leaseHolder() {
      return leases.holder;
    },

    contents() {
      const read = async (session: Session): Promise<Contents> => {
        const all = <Item extends object>(columns: string, table: string, sortedBy: string) =>
          session.rows<Item>(`select ${columns} from payrig.${table} where client = $1 order by ${sortedBy}`);
        const ids = (await all<Listed>('id', 'aggregate', 'sort_key, id')).map(({ id }) => id);
        const found = await aggregateRows.read(session, ids, { anew: true });
        const aggregates = ids.map((id) => picked(found.get(id)!, 'id', 'sortKey', 'document'));
        const work = await all<WorkItem>(ITEM, 'work', 'sequence');
        return { aggregates, work, files: await all('id, bytes', 'file', 'id') };
      };
      return session.transaction(read, 'isolation level repeatable read read only');
    },

    async replace({ aggregates, work, files }, { leaseToken, clearRequests = false } = {}) {
      if (clearRequests) await requests.flush();
      await lockedTransaction(session, async (session) => {
        await lockShards(session, 'all');
        await checkLease(session, leaseToken);
        for (const table of [
          'aggregate',
          'patch',
          ...workTables,
          'file',
          ...(clearRequests ? ['request'] : []),
        ])
          await session.run(`delete from payrig.${table} where client = $1`);
        for (let at = 0; at < aggregates.length; at += AT_ONCE)
          await putAggregates(session, aggregates.slice(at, at + AT_ONCE));
        for (let at = 0; at < work.length; at += AT_ONCE)
          await insertWorkItems(session, work.slice(at, at + AT_ONCE));
        for (const { id, bytes } of files) await putFile(session, id, bytes);
      });
      database.wrote(aggregates.length + work.length);
      wake();
    },
  };
}

/** Rows of one statement: with 100,000 deliveries in one the database ends the connection. */
const AT_ONCE = 1000;

const postgresFiles = (session: Session): Files => ({
  async put(id, bytes) {
    checkKey(id);
    await putFile(session, id, bytes);
  },
  async get(id) {
    if (!isKey(id)) return undefined;
    const text = 'select bytes from payrig.file where client = $1 and id = $2';
    return (await session.rows<{ bytes: Buffer }>(text, id))[0]?.bytes;
  },
  async remove(ids) {
    const text = 'delete from payrig.file where client = $1 and id = any ($2)';
    await session.run(text, ids.filter(isKey));
  },
  async list() {
    const text = 'select id from payrig.file where client = $1';
    return (await session.rows<{ id: string }>(text)).map(({ id }) => id);
  },
});

async function putFile(session: Session, id: string, bytes: Uint8Array): Promise<void> {
  const text = `insert into payrig.file values ($1, $2, $3)
    on conflict (client, id) do update set bytes = excluded.bytes`;
  await session.run(text, id, Buffer.from(bytes));
}

/** The latest requests of all processes; this process writes its own every quarter of a second. */
function postgresRequests(session: Session, follow: Follow): PostgresRequests {
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
    await session.run(insert, texts, bytes);
    const sum = bytes.reduce((total, size) => total + size, 0);
    surplus += Math.max(latest.length / KEPT_REQUESTS, sum / KEPT_REQUEST_BYTES);
    if (surplus < SURPLUS) return;
    surplus = 0;
    const trim = `delete from payrig.request where client = $1 and sequence <= (
      select max(sequence) from (
        select sequence, row_number() over newest as n, sum(bytes) over newest as total
          from payrig.request where client = $1 window newest as (order by sequence desc)) as kept
       where n > $2 or total > $3)`;
    await session.run(trim, KEPT_REQUESTS, KEPT_REQUEST_BYTES);
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
      const rows = await session.rows<{ entry: Document }>(text, Math.min(limit, KEPT_REQUESTS));
      return rows.map(({ entry }) => entry);
    },
    async follow(limit) {
      await flush();
      const rows: Followed = { table: 'request', key: 'sequence', columns: 'entry, sequence', limit };
      const read = await follow<{ entry: Document }>(rows);
      return async () => {
        await flush();
        return (await read()).map(({ entry }) => entry);
      };
    },
    async clear() {
      await flush();
      await session.run('delete from payrig.request where client = $1');
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

type Put<Row> = Row & { key: string | null; put_by: string; oldest: string };
type Followed = { table: 'work' | 'request'; key: string; columns: string; limit?: number };
type Follow = <Row extends object>(followed: Followed) => Promise<() => Promise<Row[]>>;

/** Rows put since the last call, the latest of them where there is a limit. Commits come in any order, so it reads from the oldest transaction that ran then. */
async function followRows<Row extends object>(session: Session, database: Database, followed: Followed) {
  const { table, key, columns, limit = null } = followed;
  const oldest = 'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest';
  let from = (await database.rows<{ oldest: string }>(oldest))[0]?.oldest ?? '0';
  let returned = new Map<string, string>();
  const read = async () => {
    const text = `select running.oldest, put.* from (${oldest}) running left join (
       select ${columns}, ${key}::text as key, put_by::text from payrig.${table}
        where client = $1 and put_by >= $2::xid8 order by sequence desc limit $3) put on true order by put.sequence`;
    const rows = await session.rows<Put<Row>>(text, from, limit);
    const fresh = rows.filter((row) => row.key !== null && returned.get(row.key) !== row.put_by);
    returned = new Map(rows.flatMap(({ key, put_by }) => (key === null ? [] : [[key, put_by]])));
    from = rows[0]?.oldest ?? from;
    return fresh.map(({ key: _, put_by: __, oldest: ___, ...row }) => row as unknown as Row);
  };
  // What is committed by now is not news, though its transaction may be younger than the oldest that runs.
  await read();
  return read;
}
