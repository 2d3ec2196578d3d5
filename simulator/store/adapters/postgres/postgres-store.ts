import { readFileSync } from 'node:fs';
import { type Store, type StoreMetadata, StoreMismatchError } from '../../port.ts';
import { checkSeed, openedOnce } from '../write-rules.ts';
import { ChangeNotifier } from './change-notifier.ts';
import { Database, type PostgresOptions, type Session } from './database.ts';
import { postgresClientStore } from './postgres-client-store.ts';

export async function postgresStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  const database = new Database(url, options);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const notifier = new ChangeNotifier(database, options.pollMs ?? 1000);
  const { opened, clientStore, forget } = openedOnce((client) =>
    postgresClientStore(database, client, notifier),
  );
  return {
    async initialise(proposed) {
      const { seed, born, secret } = proposed;
      const first = 'insert into payrig.fact values (1, $1, $2, $3) on conflict do nothing';
      await database.run(first, seed, born, secret);
      const [metadata] = await database.rows<StoreMetadata>('select seed, born, secret from payrig.fact');
      checkSeed(`The schema ${database.schema} of ${database.address}`, metadata!.seed, seed);
      return metadata!;
    },
    clientStore,
    forget,
    async health() {
      try {
        // A database that can be read may refuse writes: a full one, or a standby.
        await database.run('update payrig.fact set one = one');
        return { problems: database.times.problems(), slowStatements: database.times.slowStatements };
      } catch (error) {
        return { problems: [error instanceof Error ? error.message : String(error)], isAway: true };
      }
    },
    async close() {
      await Promise.allSettled([...opened.values()].map(({ requests }) => requests.flush()));
      await notifier.close();
      await database.close();
    },
  };
}

const MIGRATIONS = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8').split('-- next version\n');

/** Makes the schema or brings it up to date; several processes may do so at the same time. */
async function migrate(database: Database): Promise<void> {
  // Looks first, so that a role that may not create anything can use an existing schema.
  const find = `select to_regclass('payrig.migration') as table`;
  const [there] = await database.rows<{ table: string | null }>(find);
  if (!there?.table) await database.transaction((session) => makeSchema(session, database.schema));
  const read = 'select version from payrig.migration';
  const [is] = await database.rows<{ version: number }>(read);
  if (is?.version === MIGRATIONS.length) return;
  await database.transaction(async (session) => {
    const [locked] = await session.rows<{ version: number }>(`${read} for update`);
    const version = locked?.version ?? 0;
    if (version > MIGRATIONS.length)
      throw new StoreMismatchError(
        `The schema ${database.schema} of ${database.address} has version ${version}, and this version of Payrig knows ${MIGRATIONS.length}. Use the version that made it, or another schema.`,
      );
    for (const migration of MIGRATIONS.slice(version)) await session.run(migration);
    await session.run('update payrig.migration set version = $1', MIGRATIONS.length);
  });
}

async function makeSchema(session: Session, schema: string): Promise<void> {
  const found = await session.rows('select 1 from pg_namespace where nspname = $1', schema);
  if (found.length === 0) await session.run(`create schema ${schema}`);
  const table = 'payrig.migration (one int primary key, version int not null)';
  await session.run(`create table if not exists ${table}`);
  await session.run('insert into payrig.migration values (1, 0) on conflict do nothing');
}
