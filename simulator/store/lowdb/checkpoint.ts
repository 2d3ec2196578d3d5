import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { documentFileName, writeDocument } from './document-file.ts';
import { type Journal, syncFolder } from './journal.ts';
import type { Dirty, PartitionState } from './partition-state.ts';
import type { RecentDocuments } from './recent-documents.ts';

/** Half of the threads that Node has for files, so that the journal never waits for all of them. */
const WRITERS = 2;

/** What a checkpoint works on. */
export type CheckpointScope = {
  journal: Journal;
  recent: RecentDocuments;
  states: () => PartitionState[];
  sync: boolean;
  /** Asked before each document; what is not written then stays in the journal. */
  isCancelled: () => boolean;
};

/**
 * Brings what the journal holds into the documents' own files, and then drops that part of the journal. Until then a
 * crash costs nothing: the journal has every change, and a start reads it again.
 */
export async function checkpoint({
  journal,
  recent,
  states,
  sync,
  isCancelled,
}: CheckpointScope): Promise<void> {
  const ended = await journal.rotate();
  const work = states().flatMap((state) => [...state.dirty.keys()].map((id) => ({ state, id })));
  const touched = new Set(work.map(({ state }) => state));
  for (const state of touched) await mkdir(state.documents, { recursive: true });
  const writer = async () => {
    for (let next = work.pop(); next !== undefined && !isCancelled(); next = work.pop()) {
      await settle(next.state, next.id, recent, sync);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  if (isCancelled()) return;
  if (sync) for (const state of touched) await syncFolder(state.documents);
  await journal.drop(ended);
}

async function settle(
  state: PartitionState,
  id: string,
  recent: RecentDocuments,
  sync: boolean,
): Promise<void> {
  const dirty = await durableVersion(state, id);
  if (dirty === undefined) return;
  const { document, home } = dirty;
  const name = document && documentFileName({ id, order: dirty.order, due: dirty.due });
  if (document !== undefined && name !== undefined) {
    await writeDocument(state.documents, name, document);
    if (sync) await syncFile(join(state.documents, name));
  }
  if (home.file !== undefined && home.file !== name)
    await rm(join(state.documents, home.file), { force: true });
  home.file = name;
  // A change that came meanwhile waits for its own turn.
  if (state.dirty.get(id) !== dirty) return;
  state.dirty.delete(id);
  const entry = state.index.get(id);
  if (document !== undefined && entry !== undefined) recent.set(entry, document, dirty.size);
}

/** The newest version, once it is sure to stay; nothing when the document needs no writing after all. */
async function durableVersion(state: PartitionState, id: string): Promise<Dirty | undefined> {
  for (;;) {
    const dirty = state.isRetired ? undefined : state.dirty.get(id);
    if (dirty?.batch === undefined || dirty.batch.isDurable) return dirty;
    const failed = await dirty.batch.written.then(
      () => false,
      () => true,
    );
    if (!failed) return state.isRetired ? undefined : dirty;
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
