import { type ClientStore, type Store, type StoreMetadata, StoreMismatchError } from '../../port.ts';
import { checkKey } from '../key.ts';
import { MemoryClientStore } from './memory-client-store.ts';
import { noPersistence } from './persistence.ts';

/** Real time, by which leases run out. */
export type LeaseClock = { readonly now?: () => number };

/** A store that is gone with the process. */
export function memoryStore({ now = Date.now }: LeaseClock = {}): Store {
  const spaces = new Map<string, ClientStore>();
  let agreed: StoreMetadata | undefined;
  return {
    async initialise(proposed) {
      agreed ??= proposed;
      checkSeed('This store', agreed.seed, proposed.seed);
      return agreed;
    },
    clientStore(client) {
      checkKey(client);
      const clientStore = spaces.get(client) ?? new MemoryClientStore(now, noPersistence());
      spaces.set(client, clientStore);
      return clientStore;
    },
    health: async () => ({ problems: [] }),
    close: async () => {},
  };
}

/** The worlds of another seed are other people: going on with them would find nobody. */
export function checkSeed(store: string, seed: string, proposed: string): void {
  if (seed === proposed) return;
  throw new StoreMismatchError(
    `${store} was made with the seed ${JSON.stringify(seed)}, not ${JSON.stringify(proposed)}. Start with that seed, or choose another place for the data.`,
  );
}
