import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkKey, decodeKey, encodeKey, isKey } from '../keys.ts';
import type { Files } from '../store.ts';
import { syncFolder } from './journal.ts';

/** Files in a folder, which is asked for with each call because a cleared partition gets another one. */
export function uploadedFiles(folder: () => string, sync: boolean): Files {
  let drafts = 0;
  return {
    async put(id, bytes) {
      checkKey('id', id);
      const place = folder();
      drafts += 1;
      const draft = join(place, `.${drafts}.tmp`);
      await mkdir(place, { recursive: true });
      const handle = await open(draft, 'w');
      try {
        await handle.writeFile(bytes);
        if (sync) await handle.datasync();
      } finally {
        await handle.close();
      }
      await rename(draft, join(place, encodeKey(id)));
      if (sync) await syncFolder(place);
    },
    async get(id) {
      if (!isKey(id)) return undefined;
      return unlessAbsent(readFile(join(folder(), encodeKey(id))), undefined);
    },
    async remove(ids) {
      const place = folder();
      for (const id of ids.filter(isKey)) await rm(join(place, encodeKey(id)), { force: true });
    },
    async list() {
      const names = await unlessAbsent(readdir(folder()), []);
      return names.flatMap((name) => decodeKey(name) ?? []);
    },
  };
}

async function unlessAbsent<T, U>(promise: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  }
}
