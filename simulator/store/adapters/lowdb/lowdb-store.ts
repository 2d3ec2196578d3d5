import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type ClientStore,
  DamagedDocumentError,
  type Store,
  type StoreMetadata,
  StoreMismatchError,
} from '../../port.ts';
import { checkKey, fileNameOf, keyOfFileName } from '../key.ts';
import { MemoryClientStore } from '../memory/memory-client-store.ts';
import { checkSeed } from '../memory/memory-store.ts';
import { readChecked, writeChecked } from './checked-file.ts';
import { ClientFolder } from './client-folder.ts';
import { Disk } from './disk.ts';
import { lockFolder } from './folder-lock.ts';

/** The version of the folder's format. */
const VERSION = 3;

export type LowdbOptions = {
  /** Real time, by which leases run out. */
  readonly now?: () => number;
  readonly onWarning?: (sentence: string) => void;
};

/**
 * A store in a folder, for one process. Everything is in memory, and each aggregate in a JSON file that is replaced as a
 * whole before the change is acknowledged.
 */
export async function lowdbStore(folder: string, options: LowdbOptions = {}): Promise<Store> {
  const { now = Date.now, onWarning = () => {} } = options;
  const root = resolve(folder);
  const isNew = mkdirSync(root, { recursive: true, mode: 0o700 }) !== undefined;
  // State is nothing to commit, whatever the project around the folder ignores.
  if (isNew) writeFileSync(join(root, '.gitignore'), '*\n', { mode: 0o600 });
  if (existsSync(join(root, 'journal')) && existsSync(join(root, 'partitions'))) {
    throw new StoreMismatchError(
      `The data folder ${root} was made by an earlier version of Payrig, whose format this one does not read. Choose another folder, or delete this one.`,
    );
  }
  protect(root, onWarning);
  const unlock = await lockFolder(root, now);
  try {
    return openStore(root, now, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function openStore(root: string, now: () => number, unlock: () => Promise<void>): Store {
  const disk = new Disk(root);
  const facts = join(root, 'payrig.json');
  let agreed = readFacts(facts, root);
  const clients = join(root, 'clients');
  const spaces = new Map<string, ClientStore>();
  const clientStore = (client: string) => {
    checkKey(client);
    const opened =
      spaces.get(client) ??
      new MemoryClientStore(now, new ClientFolder(join(clients, fileNameOf(client)), disk));
    spaces.set(client, opened);
    return opened;
  };
  mkdirSync(clients, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(clients)) {
    const client = keyOfFileName(name);
    if (client !== undefined) clientStore(client);
  }
  return {
    async initialise(proposed) {
      if (agreed === undefined) {
        await disk.write(() => writeChecked(facts, { version: VERSION, ...proposed }));
        agreed = proposed;
      }
      checkSeed(`The data folder ${root}`, agreed.seed, proposed.seed);
      return agreed;
    },
    clientStore,
    health: async () => ({ problems: disk.problems }),
    async close() {
      await disk.close();
      await unlock();
    },
  };
}

function readFacts(path: string, root: string): StoreMetadata | undefined {
  try {
    const found = readChecked(path) as (StoreMetadata & { version: number }) | undefined;
    if (found === undefined) return undefined;
    const { version, ...facts } = found;
    if (version === VERSION) return facts;
    throw new StoreMismatchError(
      `The data folder ${root} has format ${version}, and this version of Payrig reads format ${VERSION}. Choose another folder, or use the version that made it.`,
    );
  } catch (error) {
    if (!(error instanceof DamagedDocumentError)) throw error;
    throw new StoreMismatchError(
      `${error.message}, so it cannot be told which seed the data folder was made with.`,
    );
  }
}

/** What users are told about is nobody else's to read, also in a folder that stood there before. */
function protect(root: string, onWarning: (sentence: string) => void): void {
  if ((statSync(root).mode & 0o077) === 0) return;
  try {
    chmodSync(root, 0o700);
  } catch (error) {
    onWarning(`Others can look into the data folder ${root}, and this cannot be changed: ${error}`);
  }
}
