import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what is dear to make and is made once for all tests of a run. */
    sharedFolder: string;
  }
}

export default async function sharedFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-shared-'));
  project.provide('sharedFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
