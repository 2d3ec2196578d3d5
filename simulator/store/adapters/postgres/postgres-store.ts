import type { Store, StoreMetadata } from '../../port.ts';
import { checkKey, checkSeed } from '../write-rules.ts';
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
