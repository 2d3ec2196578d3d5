import fs from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Contents,
  DamagedDocumentError,
  type Files,
  type Json,
  type Listed,
  type Store,
  type StoreMetadata,
  StoreMismatchError,
  type WorkItem,
} from '../../port.ts';
import { type Stored, storedAggregate } from '../memory/client-store-state.ts';
import { memoryClientStore, type Persistence } from '../memory/memory-store.ts';
import { type Patch, patched, patchOf } from '../patch.ts';
import { checkKey, checkSeed, fileNameOf, isKey, keyOfFileName, openedOnce } from '../write-rules.ts';
import { appendChecked, Disk, type FileState, isDraft, readChecked, writeChecked } from './disk.ts';
import { LOCK_NAME, lockFolder } from './folder-lock.ts';

const VERSION = 4;

const METADATA = 'payrig.json';
/** The other names in a data folder: ours, and that of the folder which file systems put on a new disk. */
const OWN_NAMES = ['.gitignore', `.${METADATA}.tmp`, 'clients', 'lost+found'];

export type LowdbOptions = {
  /** Real time, by which leases run out. */
  readonly now?: () => number;
  readonly onWarning?: (sentence: string) => void;
};

/** A store in a folder, for one process: all state in memory, each change in its file before it is acknowledged. */
export async function lowdbStore(folder: string, options: LowdbOptions = {}): Promise<Store> {
  const { now = Date.now, onWarning = () => {} } = options;
  const root = resolve(folder);
  const isNew = fs.mkdirSync(root, { recursive: true, mode: 0o700 }) !== undefined;
  // Keeps the data out of a git repository around the folder.
  if (isNew) fs.writeFileSync(join(root, '.gitignore'), '*\n', { mode: 0o600 });
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
  const { clientStore, forget } = openedOnce((client) =>
    memoryClientStore(now, new ClientFolder(join(clients, fileNameOf(client)), disk)),
  );
  fs.mkdirSync(clients, { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(clients)) {
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
    forget,
    health: () => disk.health(),
    async close() {
      await disk.close();
      await unlock();
    },
  };
}

/** Refuses a folder without metadata that holds anything but what a killed start leaves: it is not ours. */
function checkOwn(root: string): void {
  const clients = join(root, 'clients');
  const isOwnClient = (entry: fs.Dirent) =>
    entry.isDirectory() && fs.readdirSync(join(clients, entry.name)).every(isOfClient);
  const foreign =
    fs.readdirSync(root).find((name) => !OWN_NAMES.includes(name) && !LOCK_NAME.test(name)) ??
    (fs.existsSync(clients) &&
      fs.readdirSync(clients, { withFileTypes: true }).find((entry) => !isOwnClient(entry))?.name);
  // Looks for the metadata last: another process may be starting in the folder.
  if (!foreign || fs.existsSync(join(root, METADATA))) return;
  throw new StoreMismatchError(
    `The folder ${root} holds ${foreign}, which Payrig did not put there, and no ${METADATA}. Choose an empty folder, or one that a sandbox made.`,
  );
}

function readMetadata(path: string, root: string): StoreMetadata | undefined {
  try {
    const found = readChecked(path)?.values[0] as (StoreMetadata & { version: number }) | undefined;
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
  if ((fs.statSync(root).mode & 0o077) === 0) return;
  try {
    fs.chmodSync(root, 0o700);
  } catch (error) {
    onWarning(`Other users can read the data folder ${root}, and its mode cannot be changed: ${error}`);
  }
}

const GENERATION = /^generation-(\d+)$/;
const DRAFT = 'draft';
/** How many bytes of changes a file may have however small the aggregate is. */
const LOG_BYTES = 1 << 15;

const isOfClient = (name: string): boolean => name === DRAFT || GENERATION.test(name);

/** The files of a client. `replace` renames a new folder to the next number: the highest number counts. */
class ClientFolder implements Persistence {
  readonly loaded: readonly Stored[];
  readonly damaged = new Map<string, DamagedDocumentError>();
  readonly files: Files;
  readonly #folder: string;
  readonly #disk: Disk;
  #generation: number;
  readonly #states = new Map<string, FileState>();

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const generations = fs.readdirSync(folder).flatMap((name) => Number(GENERATION.exec(name)?.[1] ?? []));
    this.#generation = Math.max(1, ...generations);
    const isLeftOver = (name: string) => isOfClient(name) && name !== `generation-${this.#generation}`;
    for (const name of fs.readdirSync(folder).filter(isLeftOver))
      fs.rmSync(join(folder, name), { recursive: true });
    for (const kind of ['aggregates', 'files']) {
      fs.mkdirSync(this.#path(kind), { recursive: true, mode: 0o700 });
      for (const name of fs.readdirSync(this.#path(kind)).filter(isDraft)) fs.rmSync(this.#path(kind, name));
    }
    this.loaded = fs.readdirSync(this.#path('aggregates')).flatMap((name) => this.#load(name));
    this.files = this.#files();
  }

  #load(name: string): Stored | [] {
    const id = name.endsWith('.json') ? keyOfFileName(name.slice(0, -'.json'.length)) : undefined;
    if (id === undefined) return [];
    const path = this.#path('aggregates', name);
    try {
      const file = readChecked(path);
      const stored = storedIn(path, id, file?.values ?? []);
      if (file) this.#states.set(id, file.state);
      return stored;
    } catch (error) {
      const damage = error instanceof DamagedDocumentError ? error : new DamagedDocumentError(String(error));
      this.#disk.reportDamage(path, damage);
      this.damaged.set(id, damage);
      return [];
    }
  }

  /** Appends what changed, or writes the file anew once it holds more changes than contents. Saves a rename, too. */
  async save(id: string, stored: Stored | undefined, before: Stored | undefined): Promise<void> {
    const path = this.#path('aggregates', jsonName(id));
    const state = this.#states.get(id);
    const hasRoom = state && state.length < 2 * state.whole + LOG_BYTES;
    const changes = hasRoom && stored && before ? changesOf(before, stored) : undefined;
    if (changes?.length === 0) return;
    await this.#disk.write(async () => {
      // If this fails, the next save writes the whole file.
      this.#states.delete(id);
      if (!stored) return rm(path, { force: true });
      const next =
        state && changes ? appendChecked(path, state, changes) : writeChecked(path, aggregateFile(stored));
      this.#states.set(id, await next);
    });
  }

  async replace(aggregates: readonly Stored[], files: Contents['files']): Promise<void> {
    const old = this.#path();
    const draft = join(this.#folder, DRAFT);
    const put = (kind: string, id: string, data: () => unknown) =>
      this.#disk.write(() => writeChecked(join(draft, kind, jsonName(id)), data()));
    await this.#disk.write(async () => {
      await rm(draft, { recursive: true, force: true });
      for (const kind of ['aggregates', 'files'])
        await mkdir(join(draft, kind), { recursive: true, mode: 0o700 });
    });
    // Waits for all writes even when one fails: a late write must not get into the next draft.
    const written = await Promise.allSettled([
      ...aggregates.map((each) => put('aggregates', each.id, () => aggregateFile(each))),
      ...files.map(({ id, bytes }) => put('files', id, () => base64(bytes))),
    ]);
    for (const outcome of written) if (outcome.status === 'rejected') throw outcome.reason;
    const next = join(this.#folder, `generation-${this.#generation + 1}`);
    await this.#disk.write(() => rename(draft, next));
    this.#generation += 1;
    this.#states.clear();
    this.damaged.clear();
    this.#disk.forgetDamage(old);
    // The next start removes what cannot be removed now.
    await rm(old, { recursive: true, force: true }).catch(() => {});
  }

  #files(): Files {
    const path = (id: string) => this.#path('files', jsonName(id));
    return {
      put: async (id, bytes) => {
        checkKey(id);
        await this.#disk.write(() => writeChecked(path(id), base64(bytes)));
      },
      get: async (id) => {
        if (!isKey(id)) return undefined;
        const file = await this.#disk.read(path(id), async () => readChecked(path(id)));
        return file && Buffer.from(String(file.values[0]), 'base64');
      },
      remove: async (ids) => {
        for (const id of ids.filter(isKey)) await this.#disk.write(() => rm(path(id), { force: true }));
      },
      list: async () => {
        const names = await this.#disk.read(this.#path(), () => readdir(this.#path('files')));
        return names.flatMap((name) => keyOfFileName(name.replace(/\.json$/, '')) ?? []);
      },
    };
  }

  #path(...names: string[]): string {
    return join(this.#folder, `generation-${this.#generation}`, ...names);
  }
}

const jsonName = (id: string): string => `${fileNameOf(id)}.json`;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const aggregateFile = ({ work, ...rest }: Stored) => ({ ...rest, work: Object.fromEntries(work) });

function changesOf(before: Stored, after: Stored): Patch {
  const { id } = after;
  const listed = ({ sortKey, document }: Stored) => ({ id, sortKey, document });
  const steps = [...patchOf(listed(before), listed(after))];
  if (before.work === after.work) return steps;
  for (const item of before.work.keys()) if (!after.work.has(item)) steps.push([['work', item]]);
  for (const [item, put] of after.work) if (before.work.get(item) !== put) steps.push([['work', item], put]);
  return steps;
}

function storedIn(path: string, id: string, [first = null, ...changes]: readonly Json[]): Stored {
  const json = (changes as unknown as Patch[]).reduce<Json>((file, patch) => patched(file, patch), first);
  const file = json as (Listed & { work: Record<string, WorkItem> }) | null;
  // The checksum vouches for the rest, but a file may have been copied under another name.
  if (file?.id !== id)
    throw new DamagedDocumentError(`${path} is damaged (it does not hold what its name says)`);
  const { work, ...listed } = file;
  return storedAggregate(listed, Object.values(work));
}
