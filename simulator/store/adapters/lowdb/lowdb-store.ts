import { chmodSync, type Dirent, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type ClientStore,
  DamagedDocumentError,
  type Store,
  type StoreMetadata,
  StoreMismatchError,
} from '../../port.ts';
import { MemoryClientStore } from '../memory/memory-store.ts';
import { checkKey, checkSeed, fileNameOf, keyOfFileName } from '../write-rules.ts';
import { ClientFolder, isOfClient } from './client-folder.ts';
import { Disk, readChecked, writeChecked } from './disk.ts';
import { LOCK_NAME, lockFolder } from './folder-lock.ts';

/** The version of the folder's format. */
const VERSION = 3;

const METADATA = 'payrig.json';
/** The other names in a data folder: ours, and that of the folder which file systems put on a new disk. */
const OWN_NAMES = ['.gitignore', `.${METADATA}.tmp`, 'clients', 'lost+found'];

export type LowdbOptions = {
  /** Real time, by which leases run out. */
  readonly now?: () => number;
  readonly onWarning?: (sentence: string) => void;
};

/**
 * A store in a folder, for one process. All state is in memory; a change replaces the JSON file of its aggregate before it
 * is acknowledged.
 */
export async function lowdbStore(folder: string, options: LowdbOptions = {}): Promise<Store> {
  const { now = Date.now, onWarning = () => {} } = options;
  const root = resolve(folder);
  const isNew = mkdirSync(root, { recursive: true, mode: 0o700 }) !== undefined;
  // Keeps the data out of a git repository around the folder.
  if (isNew) writeFileSync(join(root, '.gitignore'), '*\n', { mode: 0o600 });
  checkOwn(root);
  readMetadata(join(root, METADATA), root);
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
  const metadataFile = join(root, METADATA);
  let metadata = readMetadata(metadataFile, root);
  const clients = join(root, 'clients');
  const clientStores = new Map<string, ClientStore>();
  const clientStore = (client: string) => {
    checkKey(client);
    const opened =
      clientStores.get(client) ??
      new MemoryClientStore(now, new ClientFolder(join(clients, fileNameOf(client)), disk));
    clientStores.set(client, opened);
    return opened;
  };
  mkdirSync(clients, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(clients)) {
    const client = keyOfFileName(name);
    if (client !== undefined) clientStore(client);
  }
  return {
    async initialise(proposed) {
      if (metadata === undefined) {
        await disk.write(() => writeChecked(metadataFile, { version: VERSION, ...proposed }));
        metadata = proposed;
      }
      checkSeed(`The data folder ${root}`, metadata.seed, proposed.seed);
      return metadata;
    },
    clientStore,
    health: async () => ({ problems: disk.problems }),
    async close() {
      await disk.close();
      await unlock();
    },
  };
}

/** Refuses a folder without metadata that holds anything but what a killed start leaves: it is not ours. */
function checkOwn(root: string): void {
  const clients = join(root, 'clients');
  const isOwnClient = (entry: Dirent) =>
    entry.isDirectory() && readdirSync(join(clients, entry.name)).every(isOfClient);
  const foreign =
    readdirSync(root).find((name) => !OWN_NAMES.includes(name) && !LOCK_NAME.test(name)) ??
    (existsSync(clients) &&
      readdirSync(clients, { withFileTypes: true }).find((entry) => !isOwnClient(entry))?.name);
  // Looks for the metadata last: another process may be starting in the folder.
  if (!foreign || existsSync(join(root, METADATA))) return;
  throw new StoreMismatchError(
    `The folder ${root} holds ${foreign}, which Payrig did not put there, and no ${METADATA}. Choose an empty folder, or one that a sandbox made.`,
  );
}

function readMetadata(path: string, root: string): StoreMetadata | undefined {
  try {
    const found = readChecked(path) as (StoreMetadata & { version: number }) | undefined;
    if (found === undefined) return undefined;
    const { version, ...metadata } = found;
    if (version === VERSION) return metadata;
    throw new StoreMismatchError(
      `The data folder ${root} has format ${version}, and this version of Payrig reads format ${VERSION}. Choose another folder, or use the version that made it.`,
    );
  } catch (error) {
    if (!(error instanceof DamagedDocumentError)) throw error;
    throw new StoreMismatchError(
      `${error.message}, so the seed of the data folder is unknown. Put the file back from a backup, or choose another folder.`,
    );
  }
}

/** Makes the folder readable for its owner alone, also when it was there before. */
function protect(root: string, onWarning: (sentence: string) => void): void {
  if ((statSync(root).mode & 0o077) === 0) return;
  try {
    chmodSync(root, 0o700);
  } catch (error) {
    onWarning(`Other users can read the data folder ${root}, and its mode cannot be changed: ${error}`);
  }
}
