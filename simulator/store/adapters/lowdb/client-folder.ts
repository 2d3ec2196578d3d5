import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Contents,
  DamagedDocumentError,
  type Files,
  type Json,
  type Listed,
  type WorkItem,
} from '../../port.ts';
import { type Stored, storedAggregate } from '../memory/client-store-state.ts';
import type { Persistence } from '../memory/memory-store.ts';
import { checkKey, fileNameOf, isKey, keyOfFileName } from '../write-rules.ts';
import { type Disk, isDraft, readChecked, writeChecked } from './disk.ts';

const GENERATION = /^generation-(\d+)$/;
const DRAFT = 'draft';

/** Whether a client's folder gives this name to a folder in it. */
export const isOfClient = (name: string): boolean => name === DRAFT || GENERATION.test(name);

/**
 * The files of a client, in a folder with a number. `replace` writes a new folder and renames it to the next number: the
 * highest number counts, so a crash leaves either the old contents or the new.
 */
export class ClientFolder implements Persistence {
  readonly loaded: readonly Stored[];
  readonly damaged = new Map<string, DamagedDocumentError>();
  readonly files: Files;
  readonly #folder: string;
  readonly #disk: Disk;
  #generation: number;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const generations = readdirSync(folder).flatMap((name) => Number(GENERATION.exec(name)?.[1] ?? []));
    this.#generation = Math.max(1, ...generations);
    const isLeftOver = (name: string) => isOfClient(name) && name !== `generation-${this.#generation}`;
    for (const name of readdirSync(folder).filter(isLeftOver))
      rmSync(join(folder, name), { recursive: true });
    for (const kind of ['aggregates', 'files']) {
      mkdirSync(this.#path(kind), { recursive: true, mode: 0o700 });
      for (const name of readdirSync(this.#path(kind)).filter(isDraft)) rmSync(this.#path(kind, name));
    }
    this.loaded = readdirSync(this.#path('aggregates')).flatMap((name) => this.#load(name));
    this.files = this.#files();
  }

  #load(name: string): Stored | [] {
    const id = name.endsWith('.json') ? keyOfFileName(name.slice(0, -'.json'.length)) : undefined;
    if (id === undefined) return [];
    const path = this.#path('aggregates', name);
    try {
      return storedIn(path, id, readChecked(path));
    } catch (error) {
      const damage = error instanceof DamagedDocumentError ? error : new DamagedDocumentError(String(error));
      this.#disk.reportDamage(path, damage);
      this.damaged.set(id, damage);
      return [];
    }
  }

  save(id: string, stored: Stored | undefined): Promise<void> {
    const path = this.#path('aggregates', jsonName(id));
    return this.#disk.write(() =>
      stored ? writeChecked(path, aggregateFile(stored)) : rm(path, { force: true }),
    );
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
        const text = await this.#disk.read(path(id), async () => readChecked(path(id)));
        return text === undefined ? undefined : Buffer.from(String(text), 'base64');
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

/** The JSON of an aggregate's file. */
type AggregateFile = Listed & { readonly work: readonly WorkItem[] };

const aggregateFile = ({ work, ...listed }: Stored): AggregateFile => ({
  ...listed,
  work: [...work.values()],
});

function storedIn(path: string, id: string, json: Json | undefined): Stored {
  const file = json as AggregateFile | undefined;
  // The checksum vouches for the rest, but a file may have been copied under another name.
  if (file?.id !== id)
    throw new DamagedDocumentError(`${path} is damaged (it does not hold what its name says)`);
  const { work, ...listed } = file;
  return storedAggregate(listed, work);
}
