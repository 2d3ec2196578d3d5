import type { Store, StoreMetadata } from '../../port.ts';
import { checkKey } from '../key.ts';
import { checkSeed } from '../memory/memory-store.ts';
import { ChangeNotifier } from './change-notifier.ts';
import { Database, type PostgresOptions } from './database.ts';
import { type PostgresClientStore, postgresClientStore } from './postgres-client-store.ts';
import { migrate } from './schema.ts';

/** A store in a PostgreSQL database, shared by any number of processes. */
export async function postgresStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  const database = new Database(url, options);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const wakes = new ChangeNotifier(database, options.pollMs ?? 1000);
  const spaces = new Map<string, PostgresClientStore>();
  return {
    async initialise(proposed) {
      const { seed, born, secret } = proposed;
      const first = 'insert into payrig.fact values (1, $1, $2, $3) on conflict do nothing';
      await database.run(first, seed, born, secret);
      const [agreed] = await database.rows<StoreMetadata>('select seed, born, secret from payrig.fact');
      checkSeed(`The schema ${database.schema} of ${database.place}`, agreed!.seed, seed);
      return agreed!;
    },
    clientStore(client) {
      checkKey(client);
      const clientStore = spaces.get(client) ?? postgresClientStore(database, client, wakes);
      spaces.set(client, clientStore);
      return clientStore;
    },
    async health() {
      try {
        // A database that can be read may still not be written: it is full, or one that only follows another.
        await database.run('update payrig.fact set one = one');
        return { problems: [] };
      } catch (error) {
        return { problems: [error instanceof Error ? error.message : String(error)] };
      }
    },
    async close() {
      await Promise.allSettled([...spaces.values()].map(({ requests }) => requests.flush()));
      await wakes.close();
      await database.close();
    },
  };
}
