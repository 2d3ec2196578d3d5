import { CLIENT_DOCUMENT, type ClientStore, type Contents, type Document, type Listed } from '../../port.ts';
import { isKey } from '../key.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import { changes, INSERT } from './changes.ts';
import { withClientLease } from './client-lease.ts';
import type { Database, Session } from './database.ts';
import { checkTurn, locked } from './locks.ts';
import { postgresFiles } from './postgres-files.ts';
import { type PostgresRequests, postgresRequests } from './postgres-requests.ts';
import { postgresWork } from './postgres-work.ts';
import { ITEM, insertItems } from './work-rows.ts';

/** Stands after every order; a bound that might be missing would keep the index from being used for it. */
const END = '\x7f';

export type PostgresClientStore = ClientStore & { readonly requests: PostgresRequests };

/** A client in a database that any number of processes share. */
export function postgresClientStore(
  database: Database,
  client: string,
  wakes: ChangeNotifier,
): PostgresClientStore {
  const wake = () => wakes.wake(client);
  const requests = postgresRequests(database, client);

  const documentOf = async (id: string): Promise<Document | undefined> => {
    const text = 'select document from payrig.aggregate where client = $1 and id = $2';
    return (await database.rows<Listed>(text, client, id))[0]?.document;
  };

  let reading: Promise<unknown> = Promise.resolve();
  let nextReading: Promise<Document | undefined> | undefined;
  /** Every request looks at the root: those that ask while it is being read share the next reading, which begins then. */
  const readRoot = (): Promise<Document | undefined> => {
    nextReading ??= reading.then(() => {
      nextReading = undefined;
      const next = documentOf(CLIENT_DOCUMENT);
      reading = next.catch(() => {});
      return next;
    });
    return nextReading;
  };

  return {
    requests,
    work: postgresWork(database, client, wakes),
    files: postgresFiles(database, client),
    change: changes(database, client, wake),

    async read(id) {
      if (id === CLIENT_DOCUMENT) return readRoot();
      return isKey(id) ? documentOf(id) : undefined;
    },

    async find(prefix) {
      if (prefix !== '' && !isKey(prefix)) return [];
      const text =
        'select id from payrig.aggregate where client = $1 and id >= $2 and starts_with(id, $2) order by id';
      return (await database.rows<Listed>(text, client, prefix)).map(({ id }) => id);
    },

    list({ from, to, offset, limit }) {
      const text = `select id, sort_key as "sortKey", document from payrig.aggregate
        where client = $1 and sort_key >= $2 and sort_key < $3 order by sort_key, id offset $4 limit $5`;
      return database.rows(text, client, from ?? '', to ?? END, offset, limit);
    },

    async count(ranges) {
      // One statement sees one moment.
      const text = `select (select count(*) from payrig.aggregate
          where client = $1 and sort_key >= low and sort_key < high)::int as count
        from unnest($2::text[], $3::text[]) with ordinality as range (low, high, n) order by n`;
      const [lows, highs] = [ranges.map(({ from }) => from ?? ''), ranges.map(({ to }) => to ?? END)];
      const rows = await database.rows<{ count: number }>(text, client, lows, highs);
      return rows.map(({ count }) => count);
    },

    exclusively: (task) => withClientLease(database, client, task).finally(wake),

    contents() {
      const read = async (session: Session): Promise<Contents> => {
        const all = <Item extends object>(columns: string, table: string, order: string) =>
          session.rows<Item>(
            `select ${columns} from payrig.${table} where client = $1 order by ${order}`,
            client,
          );
        return {
          aggregates: await all('id, sort_key as "sortKey", document', 'aggregate', 'sort_key, id'),
          work: await all(ITEM, 'work', 'sequence'),
          files: await all('id, bytes', 'file', 'id'),
        };
      };
      return database.transaction(read, 'isolation level repeatable read read only');
    },

    async replace({ aggregates, work, files }, { leaseToken } = {}) {
      await requests.flush();
      await locked(database, client, 'all', async (session, lock) => {
        await Promise.all([lock, checkTurn(session, client, leaseToken)]);
        for (const table of ['aggregate', 'work', 'file', 'request'])
          await session.run(`delete from payrig.${table} where client = $1`, client);
        const [ids, sortKeys] = [aggregates.map(({ id }) => id), aggregates.map(({ sortKey }) => sortKey)];
        const documents = aggregates.map(({ document }) => JSON.stringify(document));
        await session.run(INSERT, client, ids, sortKeys, documents);
        await insertItems(session, client, work);
        const file = 'insert into payrig.file values ($1, $2, $3)';
        for (const { id, bytes } of files) await session.run(file, client, id, Buffer.from(bytes));
      });
      wake();
    },
  };
}
