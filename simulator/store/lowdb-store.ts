import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkKey } from './keys.ts';
import { DamageRegister } from './lowdb/damage-register.ts';
import { lockFolder } from './lowdb/folder-lock.ts';
import { Journal } from './lowdb/journal.ts';
import { LowdbFolder } from './lowdb/lowdb-folder.ts';
import { LowdbPartition } from './lowdb/lowdb-partition.ts';
import { RecentDocuments } from './lowdb/recent-documents.ts';
import { recover } from './lowdb/recovery.ts';
import type { Damage, Store } from './store.ts';

export { FolderInUseError } from './lowdb/folder-lock.ts';

export type LowdbStoreOptions = {
  /** Flush the disk with every write, so that a power cut loses nothing either; without, a killed process loses nothing. */
  sync?: boolean;
  /** JSON text of documents to keep parsed in memory, in characters. */
  cacheSize?: number;
  /** The journal's size at which its documents are brought into their own files. */
  journalBytes?: number;
  /** Told of each damaged file when it is met. */
  report?: (damage: Damage) => void;
};

/**
 * Opens a store in a folder, which it has to itself. Every document is a lowdb file of its own; a change is
 * acknowledged when it is in the journal, which all concurrent changes share, and reaches its file soon after.
 */
export async function lowdbStore(directory: string, options: LowdbStoreOptions = {}): Promise<Store> {
  const { sync = false, cacheSize = 16 << 20, journalBytes = 32 << 20, report = () => {} } = options;
  const root = resolve(directory);
  // What signs tokens and deliveries is in there: it is the owner's alone.
  await mkdir(root, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(root);
  try {
    const partitionsFolder = join(root, 'partitions');
    const journalFolder = join(root, 'journal');
    const damage = new DamageRegister(report);
    const recent = new RecentDocuments(cacheSize);
    const { states, segments } = await recover(partitionsFolder, journalFolder, damage);
    const journal = new Journal(journalFolder, { found: segments, sync, segmentBytes: journalBytes });
    const folder = new LowdbFolder({
      partitionsFolder,
      journalFolder,
      journalBytes,
      sync,
      recent,
      damage,
      journal,
      states,
    });
    const partitions = new Map<string, LowdbPartition>();
    let closing: Promise<void> | undefined;
    return {
      partition(name) {
        checkKey('partition', name);
        let partition = partitions.get(name);
        if (partition === undefined) {
          partition = new LowdbPartition(folder, name);
          partitions.set(name, partition);
        }
        return partition;
      },
      damage: () => damage.list(),
      close() {
        closing ??= folder.close().finally(unlock);
        return closing;
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
