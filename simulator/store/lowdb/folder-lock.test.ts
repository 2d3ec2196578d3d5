import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lowdbStore } from '../lowdb-store.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder.remove());

it('a folder in use is refused in one sentence that names the folder and the process', async () => {
  const store = await lowdbStore(folder.path);
  const second = lowdbStore(folder.path);
  await expect(second).rejects.toThrow(FolderInUseError);
  await expect(second).rejects.toThrow(`data folder ${folder.path} is in use by process ${process.pid}`);
  await store.close();
  await (await lowdbStore(folder.path)).close();
});

it('another process is refused while this one has the folder', async () => {
  const release = lockFolder(folder.path);
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    try { lockFolder(${JSON.stringify(folder.path)}); } catch (error) { console.log(error.name); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let said = '';
  for await (const chunk of child.stdout) said += chunk;
  expect(said.trim()).toBe('FolderInUseError');
  release();
});

it.each([
  ['of a process that has died', JSON.stringify({ pid: 2 ** 22 + 1, started: 'boot/1' })],
  ['of a process whose number another one has now', JSON.stringify({ pid: process.pid, started: 'boot/1' })],
  ['that nobody can read', 'half a li'],
])('a lock %s is taken over', (_, content) => {
  writeFileSync(join(folder.path, 'lock'), content);
  // Where the system does not tell when a process was started, its number alone has to do.
  if (content.includes(`:${process.pid},`) && process.platform !== 'linux') return;
  const release = lockFolder(folder.path);
  expect(JSON.parse(readFileSync(join(folder.path, 'lock'), 'utf8')).pid).toBe(process.pid);
  release();
  expect(readdirSync(folder.path)).toEqual([]);
});

it('a lock that somebody else holds by now is not given back', () => {
  const release = lockFolder(folder.path);
  writeFileSync(join(folder.path, 'lock'), 'theirs');
  release();
  expect(readFileSync(join(folder.path, 'lock'), 'utf8')).toBe('theirs');
});
