import { join } from 'node:path';
import { DocumentIndex, type Entry } from '../document-index.ts';
import { encodeKey } from '../keys.ts';
import type { Document } from '../store.ts';
import { documentFileName } from './document-file.ts';
import type { Batch } from './journal.ts';

/** A document as a change left it. */
export type Version = {
  /** Nothing when it was removed. */
  document: Document | undefined;
  /** Characters of JSON text, or a few more. */
  size: number;
  /** How many patches the journal has of it since the last whole document. */
  step: number;
  order: string;
  due: boolean;
};

/** A version that the journal has, and its own file not yet. */
export type Dirty = Version & {
  /** The change that made it so; nothing when it was found in the journal at the start. */
  batch: Batch | undefined;
  /** The file that some older version is in, shared by all versions since. */
  home: { file: string | undefined };
};

/** One generation of a partition: what it holds from one clearing to the next. */
export class PartitionState {
  readonly name: string;
  readonly generation: number;
  readonly folder: string;
  readonly index: DocumentIndex;
  readonly dirty = new Map<string, Dirty>();
  /** Loads under way, shared by all who ask. */
  readonly loading = new Map<Entry, Promise<Document | undefined>>();

  /** The partition was cleared since: whatever is here is of no interest any more. */
  isRetired = false;

  constructor(root: string, name: string, generation: number, entries: Iterable<Entry> = []) {
    this.name = name;
    this.generation = generation;
    this.folder = join(root, generationFolderName(name, generation));
    this.index = new DocumentIndex(entries);
  }

  get documents(): string {
    return join(this.folder, 'documents');
  }

  get files(): string {
    return join(this.folder, 'files');
  }

  /** Puts a change in place at once; `append` gets it on its way to the disk, and how to take it back if that fails. */
  apply(id: string, next: Version, append: (undo: () => void) => Batch): Batch {
    const before = this.index.get(id);
    const was = before && { order: before.order, due: before.due };
    const older = this.dirty.get(id);
    const home = older?.home ?? { file: was && documentFileName({ id, ...was }) };
    const batch = append(() => {
      if (older === undefined) this.dirty.delete(id);
      else this.dirty.set(id, older);
      this.#point(id, was);
    });
    this.dirty.set(id, { ...next, batch, home });
    this.#point(id, next.document && next);
    return batch;
  }

  /** Takes up a version that the journal has, at a start. */
  restore(id: string, version: Version): void {
    const before = this.index.get(id);
    const home = { file: before && documentFileName(before) };
    if (version.document !== undefined || before !== undefined) {
      this.dirty.set(id, { ...version, batch: undefined, home });
    }
    this.#point(id, version.document && version);
  }

  #point(id: string, to: { order: string; due: boolean } | undefined): void {
    if (to === undefined) this.index.remove(id);
    else this.index.put(id, to.order, to.due);
  }
}

export function generationFolderName(name: string, generation: number): string {
  return `${encodeKey(name)}.${generation}`;
}
