import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../document-index.ts';
import { checkKey } from '../keys.ts';
import {
  type Change,
  DamagedDocumentError,
  type Document,
  type ListQuery,
  type OrderRange,
  type Partition,
} from '../store.ts';
import { documentFileName, readDocument } from './document-file.ts';
import { type Batch, syncFolder } from './journal.ts';
import { type Content, formatRecord } from './journal-record.ts';
import type { LowdbFolder } from './lowdb-folder.ts';
import { PartitionState, type Version } from './partition-state.ts';
import { patchOf } from './patch.ts';
import { uploadedFiles } from './uploaded-files.ts';

/** The documents of a partition in files of their own, behind the folder's journal. */
export class LowdbPartition implements Partition {
  readonly files;
  readonly #folder: LowdbFolder;
  readonly #name: string;
  #clearing: Promise<void> = Promise.resolve();

  constructor(folder: LowdbFolder, name: string) {
    this.#folder = folder;
    this.#name = name;
    this.files = uploadedFiles(() => this.#state.files, folder.sync);
  }

  async read(id: string): Promise<Document | undefined> {
    return this.#atHand(id) ?? this.#read(id);
  }

  /** A document that is in memory and durable: nothing has to be waited for. */
  #atHand(id: string): Document | undefined {
    const state = this.#state;
    const dirty = state.dirty.get(id);
    if (dirty !== undefined) return dirty.batch?.isDurable === false ? undefined : dirty.document;
    const entry = state.index.get(id);
    return entry && this.#folder.recent.get(entry);
  }

  async #read(id: string): Promise<Document | undefined> {
    for (;;) {
      const state = this.#state;
      const dirty = state.dirty.get(id);
      if (dirty !== undefined) {
        if (await isLasting(dirty.batch)) return dirty.document;
        continue;
      }
      const entry = state.index.get(id);
      if (entry === undefined) return undefined;
      const document = this.#folder.recent.get(entry) ?? (await this.#load(state, entry));
      if (document !== undefined) return document;
    }
  }

  async update<T>(id: string, change: (current: Document | undefined) => Change<T>): Promise<T> {
    checkKey('id', id);
    await this.#folder.room();
    for (;;) {
      const state = this.#state;
      const dirty = state.dirty.get(id);
      let current = dirty?.document;
      const entry = dirty === undefined ? state.index.get(id) : undefined;
      if (entry !== undefined) {
        const { revision } = entry;
        current = this.#folder.recent.get(entry) ?? (await this.#load(state, entry));
        if (current === undefined || entry.revision !== revision || this.#state !== state) continue;
      }
      const decided = change(current);
      // Even what changes nothing was decided on the ground of the last change, and waits for it.
      const batch = decided.kind === 'keep' ? dirty?.batch : this.#append(state, id, decided);
      if (batch?.isDurable === false) await batch.written;
      return decided.result;
    }
  }

  async find(prefix: string): Promise<string[]> {
    return this.#state.index.find(prefix);
  }

  async list(query: ListQuery): Promise<{ ids: string[]; total: number }> {
    return this.#state.index.list(query);
  }

  async select(query: ListQuery): Promise<Document[]> {
    const { ids } = this.#state.index.list(query);
    const documents = ids.map((id) => this.#atHand(id));
    // What is not at hand is read all at once; what is gone by then is left out.
    const missing = ids.filter((_, at) => documents[at] === undefined);
    if (missing.length === 0) return documents as Document[];
    const read = new Map(await Promise.all(missing.map(async (id) => [id, await this.#read(id)] as const)));
    return ids.map((id, at) => documents[at] ?? read.get(id)).filter((document) => document !== undefined);
  }

  async count(ranges: readonly OrderRange[]): Promise<number[]> {
    const { index } = this.#state;
    return ranges.map((range) => index.count(range));
  }

  async due(): Promise<string[]> {
    return this.#state.index.due();
  }

  /** The new generation's folder is what makes it so: one step, after which a start passes over all that is older. */
  clear(): Promise<void> {
    const clearing = this.#clearing.then(async () => {
      const { name, generation } = this.#state;
      const next = new PartitionState(this.#folder.partitionsFolder, name, generation + 1);
      await mkdir(next.documents, { recursive: true });
      if (this.#folder.sync) await syncFolder(this.#folder.partitionsFolder);
      this.#folder.replace(next);
    });
    this.#clearing = clearing.catch(() => undefined);
    return clearing;
  }

  get #state(): PartitionState {
    return this.#folder.state(this.#name);
  }

  #append(
    state: PartitionState,
    id: string,
    change: Change<unknown> & { kind: 'write' | 'remove' },
  ): Batch | undefined {
    const { name: partition, generation, index } = state;
    if (change.kind === 'remove') {
      const entry = index.get(id);
      if (entry === undefined) return state.dirty.get(id)?.batch;
      this.#folder.recent.delete(entry);
    } else {
      checkKey('order', change.order);
    }
    const { order, due } = change.kind === 'write' ? change : { order: '', due: false };
    const document = change.kind === 'write' ? change.document : undefined;
    const older = state.dirty.get(id);
    const content: Content = document ? contentOf(document, older) : { kind: 'removed' };
    const line = formatRecord({ partition, generation, id, order, due, ...content });
    const version = { document, ...extentOf(content, older), order, due };
    return state.apply(id, version, (undo) => this.#folder.append(line, undo));
  }

  #load(state: PartitionState, entry: Entry): Promise<Document | undefined> {
    let loading = state.loading.get(entry);
    if (loading === undefined) {
      loading = this.#loadFile(state, entry).finally(() => state.loading.delete(entry));
      state.loading.set(entry, loading);
    }
    return loading;
  }

  /** The document from its file, or nothing when it was changed meanwhile. */
  async #loadFile(state: PartitionState, entry: Entry): Promise<Document | undefined> {
    const { revision } = entry;
    const isOutdated = () => entry.revision !== revision || state.isRetired;
    const name = documentFileName(entry);
    const file = join(state.documents, name);
    try {
      const { document, size } = await readDocument(state.documents, name);
      if (isOutdated()) return undefined;
      this.#folder.recent.set(entry, document, size);
      this.#folder.damage.settle(file);
      return document;
    } catch (error) {
      if (isOutdated()) return undefined;
      const problem = error instanceof Error ? error.message : String(error);
      throw new DamagedDocumentError(entry.id, this.#folder.damage.add(file, problem));
    }
  }
}

/** Waits until a change is durable; false when it was taken back instead. */
async function isLasting(batch: Batch | undefined): Promise<boolean> {
  if (batch === undefined || batch.isDurable) return true;
  return batch.written.then(
    () => true,
    () => false,
  );
}

/** How many patches may follow a whole document: a start has to make them all. */
const MOST_STEPS = 100;

/**
 * What the journal has to tell of a document: all of it, or what has changed if the journal has the rest. Of a document
 * that is in its file alone all is told, so that a start need not open files to know what the journal holds.
 */
function contentOf(document: Document, older: Version | undefined): Content {
  if (older?.document && older.step < MOST_STEPS) {
    const patch = patchOf(older.document, document);
    const text = patch && JSON.stringify(patch);
    if (text !== undefined && text.length < older.size / 2)
      return { kind: 'patch', text, step: older.step + 1 };
  }
  return { kind: 'document', text: JSON.stringify(document) };
}

function extentOf(content: Content, older: Version | undefined): Pick<Version, 'size' | 'step'> {
  if (content.kind === 'removed') return { size: 0, step: 0 };
  const { length } = content.text;
  return content.kind === 'patch'
    ? { size: length + (older?.size ?? 0), step: content.step }
    : { size: length, step: 0 };
}
