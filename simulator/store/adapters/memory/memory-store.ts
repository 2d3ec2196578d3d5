import { type Space, type Store, type StoreFacts, StoreMismatchError } from '../../port.ts';
import { checkKey } from '../key.ts';
import { noBacking } from './backing.ts';
import { MemorySpace } from './memory-space.ts';

/** Real time, by which leases run out. */
export type LeaseClock = { readonly now?: () => number };

/** A store that is gone with the process. */
export function memoryStore({ now = Date.now }: LeaseClock = {}): Store {
  const spaces = new Map<string, Space>();
  let agreed: StoreFacts | undefined;
  return {
    async agree(proposed) {
      agreed ??= proposed;
      checkSeed('This store', agreed.seed, proposed.seed);
      return agreed;
    },
    space(client) {
      checkKey(client);
      const space = spaces.get(client) ?? new MemorySpace(now, noBacking());
      spaces.set(client, space);
      return space;
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
