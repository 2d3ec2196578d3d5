import { type Store, type StoreMetadata, StoreMismatchError } from '../../port.ts';
import { checkKey, checkSeed } from '../write-rules.ts';
import { ChangeNotifier } from './change-notifier.ts';
import { Database, type PostgresOptions, type Session } from './database.ts';
import { type PostgresClientStore, postgresClientStore } from './postgres-client-store.ts';

/** A store in a PostgreSQL database, shared by any number of processes. */
export async function postgresStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  const database = new Database(url, options);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const notifier = new ChangeNotifier(database, options.pollMs ?? 1000);
  const clientStores = new Map<string, PostgresClientStore>();
  return {
    async initialise(proposed) {
      const { seed, born, secret } = proposed;
      const first = 'insert into payrig.fact values (1, $1, $2, $3) on conflict do nothing';
      await database.run(first, seed, born, secret);
      const [metadata] = await database.rows<StoreMetadata>('select seed, born, secret from payrig.fact');
      checkSeed(`The schema ${database.schema} of ${database.address}`, metadata!.seed, seed);
      return metadata!;
    },
    clientStore(client) {
      checkKey(client);
      const clientStore = clientStores.get(client) ?? postgresClientStore(database, client, notifier);
      clientStores.set(client, clientStore);
      return clientStore;
    },
    async health() {
      try {
        // A database that can be read may refuse writes: a full one, or a standby.
        await database.run('update payrig.fact set one = one');
        return { problems: [] };
      } catch (error) {
        return { problems: [error instanceof Error ? error.message : String(error)] };
      }
    },
    async close() {
      await Promise.allSettled([...clientStores.values()].map(({ requests }) => requests.flush()));
      await notifier.close();
      await database.close();
    },
  };
}

/** Each entry brings the schema from one version to the next. Published entries are never edited. */
const MIGRATIONS: readonly string[] = [
  `create table payrig.fact (
     one int primary key check (one = 1), seed text not null, born text not null, secret text not null);

   -- Every change locks one of its client's rows, by the id that it changes, and what concerns the whole client locks
   -- all of them. A single row that changes share would never be free for whoever needs it alone.
   create table payrig.slot (client text collate "C", slot int, primary key (client, slot));

   -- Who has the client to itself; locked by every claim, so that a turn begins when no claim is being made.
   create table payrig.client (
     client text collate "C" primary key, turn text, turn_until timestamptz);

   -- json, not jsonb: it keeps documents as they were written.
   create table payrig.aggregate (
     client text collate "C", id text collate "C", place text collate "C" not null, document json not null,
     primary key (client, id));
   create index aggregate_place on payrig.aggregate (client, place, id);

   create sequence payrig.work_sequence;
   create table payrig.work (
     client text collate "C", id text collate "C", owner text collate "C" not null, lane text collate "C" not null,
     kind text not null, target text collate "C", due double precision, data json not null,
     sequence bigint not null default nextval('payrig.work_sequence'),
     -- Whether it is the first pending one of its lane.
     head boolean not null default false, token text, until timestamptz,
     primary key (client, id));
   create index work_owner on payrig.work (client, owner);
   create index work_lane on payrig.work (client, owner, lane, sequence) where due is not null;
   create index work_due on payrig.work (client, due, sequence) where head and due is not null;
   create index work_claimed on payrig.work (client, owner, lane) where until is not null;

   create table payrig.file (
     client text collate "C", id text collate "C", bytes bytea not null, primary key (client, id));

   create table payrig.request (
     client text collate "C", sequence bigint generated always as identity, bytes int not null, entry json not null,
     primary key (client, sequence));`,
  'create index work_head on payrig.work (client, owner, lane) where head and due is not null',
  `alter table payrig.slot rename to lock_shard;
   alter table payrig.lock_shard rename column slot to shard;
   alter table payrig.client rename column turn to lease_token;
   alter table payrig.client rename column turn_until to lease_until;
   alter table payrig.aggregate rename column place to sort_key;
   alter table payrig.work rename column lane to queue`,
  // The transaction of the latest put, for those who follow. A number of our own would not do: a later one may commit first.
  `alter table payrig.work add column put_by xid8 not null default pg_current_xact_id();
   create index work_put on payrig.work (client, put_by);
   alter table payrig.request add column put_by xid8 not null default pg_current_xact_id();
   create index request_put on payrig.request (client, put_by)`,
];

/** Makes the schema or brings it up to date; several processes may do so at the same time. */
async function migrate(database: Database): Promise<void> {
  // Looks first, so that a role that may not create anything can use an existing schema.
  const [there] = await database.rows<{ table: string | null }>(
    `select to_regclass('payrig.migration') as table`,
  );
  if (!there?.table) await database.transaction((session) => makeSchema(session, database.schema));
  const [is] = await database.rows<{ version: number }>('select version from payrig.migration');
  if (is?.version === MIGRATIONS.length) return;
  await database.transaction(async (session) => {
    const [locked] = await session.rows<{ version: number }>(
      'select version from payrig.migration for update',
    );
    const version = locked?.version ?? 0;
    if (version > MIGRATIONS.length) throw new StoreMismatchError(tooNew(database, version));
    for (const migration of MIGRATIONS.slice(version)) await session.run(migration);
    await session.run('update payrig.migration set version = $1', MIGRATIONS.length);
  });
}

async function makeSchema(session: Session, schema: string): Promise<void> {
  const found = await session.rows('select 1 from pg_namespace where nspname = $1', schema);
  if (found.length === 0) await session.run(`create schema ${schema}`);
  await session.run(
    'create table if not exists payrig.migration (one int primary key, version int not null)',
  );
  await session.run('insert into payrig.migration values (1, 0) on conflict do nothing');
}

function tooNew(database: Database, version: number): string {
  return `The schema ${database.schema} of ${database.address} has version ${version}, and this version of Payrig knows ${MIGRATIONS.length}. Use the version that made it, or another schema.`;
}
