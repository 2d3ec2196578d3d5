import { type ClientStore, type Store, type StoreMetadata, StoreMismatchError } from '../../port.ts';
import { checkKey } from '../write-rules.ts';
import { MemoryClientStore, type Persistence } from './memory-client-store.ts';

/** Real time, by which leases run out. */
export type LeaseClock = { readonly now?: () => number };

/** A store that is lost with the process. */
export function memoryStore({ now = Date.now }: LeaseClock = {}): Store {
  const clientStores = new Map<string, ClientStore>();
  let metadata: StoreMetadata | undefined;
  return {
    async initialise(proposed) {
      metadata ??= proposed;
      checkSeed('This store', metadata.seed, proposed.seed);
      return metadata;
    },
    clientStore(client) {
      checkKey(client);
      const clientStore = clientStores.get(client) ?? new MemoryClientStore(now, noPersistence());
      clientStores.set(client, clientStore);
      return clientStore;
    },
    health: async () => ({ problems: [] }),
    close: async () => {},
  };
}

/** Refuses another seed: its worlds have other people, and stored changes are of the people of the first seed. */
export function checkSeed(store: string, seed: string, proposed: string): void {
  if (seed === proposed) return;
  throw new StoreMismatchError(
    `${store} was made with the seed ${JSON.stringify(seed)}, not ${JSON.stringify(proposed)}. Start with that seed, or choose another place for the data.`,
  );
}

function noPersistence(): Persistence {
  let files = new Map<string, Uint8Array>();
  return {
    loaded: [],
    damaged: new Map(),
    save: async () => {},
    async replace(_aggregates, contents) {
      files = new Map(contents.map(({ id, bytes }) => [id, bytes]));
    },
    files: {
      async put(id, bytes) {
        checkKey(id);
        files.set(id, Uint8Array.from(bytes));
      },
      get: async (id) => files.get(id),
      async remove(ids) {
        for (const id of ids) files.delete(id);
      },
      list: async () => [...files.keys()],
    },
  };
}
