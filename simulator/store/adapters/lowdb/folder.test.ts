import { spawnSync } from 'node:child_process';
import fs, {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { DamagedDocumentError, StoreMismatchError, StoreUnavailableError } from '../../port.ts';
import { FACTS, newItem, putWork, write } from '../../testing/store-place.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { appendChecked, readChecked, writeChecked } from './disk.ts';
import { lockFolder } from './folder-lock.ts';
import { lowdbStore } from './lowdb-store.ts';

async function folder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

it('is for its owner alone, also where the folder stood there before', async () => {
  const path = await folder();
  chmodSync(path, 0o755);
  const store = await lowdbStore(path);
  await store.initialise(FACTS);
  await store.clientStore('client').change('ann', write({ n: 1 }));
  await store.clientStore('client').files.put('upload', Buffer.from('bytes'));
  const modes = ['', ...(readdirSync(path, { recursive: true }) as string[])]
    .map((name) => statSync(join(path, name)))
    .filter((stat) => !stat.isSocket())
    .map((stat) => [stat.isDirectory(), stat.mode & 0o777]);
  for (const [isFolder, mode] of modes) expect(mode).toBe(isFolder ? 0o700 : 0o600);
  expect(modes.length).toBeGreaterThan(6);
  await store.close();
});

it('is ignored by git when it makes the folder, and leaves a folder that was there alone', async () => {
  const there = await folder();
  const made = join(await folder(), 'data');
  await (await lowdbStore(made)).close();
  await (await lowdbStore(there)).close();
  expect(readFileSync(join(made, '.gitignore'), 'utf8')).toBe('*\n');
  expect(existsSync(join(there, '.gitignore'))).toBe(false);
});

it('a folder of another program is refused, and nothing in it is changed, made or given another mode', async () => {
  for (const theirs of [
    'clients/acme/contract.txt',
    'clients/acme.txt',
    'clients/acme/generation-1.bak',
    'src/main.ts',
    '.git',
    'payrig.json',
  ]) {
    const path = await folder();
    mkdirSync(dirname(join(path, theirs)), { recursive: true });
    writeFileSync(join(path, theirs), 'theirs');
    chmodSync(path, 0o755);
    const before = readdirSync(path, { recursive: true });
    await expect(lowdbStore(path)).rejects.toThrow(StoreMismatchError);
    expect(readdirSync(path, { recursive: true })).toEqual(before);
    expect(statSync(path).mode & 0o777).toBe(0o755);
  }
});

it('what a start that was killed has left, and what a new disk holds, are no reason to refuse a folder', async () => {
  const path = await folder();
  const unlock = await lockFolder(path, () => Date.now());
  for (const name of ['lost+found', 'clients/sandbox/generation-1'])
    mkdirSync(join(path, name), { recursive: true });
  writeFileSync(join(path, '.payrig.json.tmp'), 'ha');
  await expect(lowdbStore(path)).rejects.toThrow(/is in use/);
  await unlock();
  await (await lowdbStore(path)).close();
});

it('opening removes only what a store has made', async () => {
  const path = await folder();
  const store = await lowdbStore(path);
  await store.initialise(FACTS);
  store.clientStore('client');
  await store.close();
  writeFileSync(join(path, 'clients/client/notes.txt'), 'theirs');
  await (await lowdbStore(path)).close();
  expect(readFileSync(join(path, 'clients/client/notes.txt'), 'utf8')).toBe('theirs');
});

it('changes nothing when the disk refuses a write, says so in health, and goes on when it can', async () => {
  const path = await folder();
  const store = await lowdbStore(path);
  const clientStore = store.clientStore('client');
  await putWork(clientStore, [newItem('1')]);
  const file = join(path, 'clients/client/generation-1/aggregates/ann.json');
  // A folder where the file should be: the same for every user of the system, root included.
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  const [claim] = await clientStore.work.claim({ now: 100, limit: 1, leaseMs: 60_000 });
  const change = () =>
    clientStore.change('ann', () => ({ document: { n: 2 }, removeWork: ['1'], result: undefined }), {
      claim,
    });
  await expect(change()).rejects.toThrow(StoreUnavailableError);
  expect(await clientStore.read('ann')).toEqual({});
  expect(await clientStore.work.get('1')).toBeDefined();
  expect((await store.health()).problems[0]).toMatch(/cannot be used: EISDIR/);
  await expect(clientStore.read('bob')).resolves.toBeUndefined();

  rmSync(file, { recursive: true });
  renameSync(`${file}.away`, file);
  await change();
  expect(await clientStore.read('ann')).toEqual({ n: 2 });
  expect(await store.health()).toMatchObject({ problems: [] });
  await store.close();
  await expect(change()).rejects.toThrow();
});

it('sweeps what a killed process left, and keeps the contents that count', async () => {
  const path = await folder();
  const store = await lowdbStore(path);
  const clientStore = store.clientStore('client');
  await clientStore.change('ann', write({ n: 1 }));
  await clientStore.replace(await clientStore.contents());
  await store.close();
  const client = join(path, 'clients', 'client');
  expect(readdirSync(client)).toEqual(['generation-2']);
  for (const left of [
    'draft/aggregates/bob.json',
    'generation-1/aggregates/bob.json',
    'generation-2/files/.f.json.tmp',
  ]) {
    mkdirSync(dirname(join(client, left)), { recursive: true });
    writeFileSync(join(client, left), 'half');
  }
  const again = await lowdbStore(path);
  expect(await again.clientStore('client').find('')).toEqual(['ann']);
  expect(await again.health()).toMatchObject({ problems: [] });
  expect(readdirSync(client)).toEqual(['generation-2']);
  expect(existsSync(join(client, 'generation-2/files/.f.json.tmp'))).toBe(false);
  await again.close();
});

it('starts with, lists and changes many files with few descriptors', async () => {
  const path = await folder();
  const store = await lowdbStore(path);
  const clientStore = store.clientStore('client');
  const users = Array.from({ length: 1500 }, (_, at) => `user-${at}`);
  // Of this store alone: other tests of the process have descriptors, too.
  const isOwn = (descriptor: string): boolean => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(path);
    } catch {
      return false;
    }
  };
  let open = 0;
  const watching = setInterval(() => {
    open = Math.max(open, readdirSync('/proc/self/fd').filter(isOwn).length);
  }, 1);
  await Promise.all(users.map((id) => clientStore.change(id, write({ id }, { sortKey: id }))));
  await Promise.all(users.map((id) => clientStore.change(id, write({ id, again: true }))));
  clearInterval(watching);
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(150);
  await store.close();
  // Opened by a process that may have few.
  const opener = fileURLToPath(new URL('../../testing/folder-opener.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, opener, path],
    { encoding: 'utf8' },
  );
  expect(stdout + stderr).toBe('1500\n');
});

it('a written file is lines of JSON that others can read', async () => {
  const file = join(await folder(), 'file.json');
  appendChecked(file, await writeChecked(file, { n: 1 }), 'more');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { length: expect.any(String), checksum: expect.any(String) },
    { n: 1 },
    'more',
  ]);
});

it('a change writes what it changes, and the file stays in proportion to what it holds', async () => {
  const path = await folder();
  const store = await lowdbStore(path);
  const clientStore = store.clientStore('client');
  const file = join(path, 'clients/client/generation-1/aggregates/ann.json');
  const things = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`thing-${n}`, 'x'.repeat(100)]));
  await clientStore.change('ann', write({ things }));
  const { size } = statSync(file);
  const add = (n: number) =>
    clientStore.change('ann', ({ document }) => ({
      document: { ...document, things: { ...(document?.things as object), [`more-${n}`]: 'y'.repeat(5000) } },
      result: undefined,
    }));
  await add(0);
  expect(statSync(file).size - size).toBeLessThan(5100);
  for (let n = 0; n < 80; n += 1) await add(n % 3);
  expect(statSync(file).size).toBeLessThan(3 * size);
  const before = await clientStore.contents();
  await store.close();
  const again = await lowdbStore(path);
  expect(JSON.stringify(await again.clientStore('client').contents())).toBe(JSON.stringify(before));
  await again.close();
});

it('what a killed process had begun to add does not count, and what was cut off is noticed', async () => {
  const path = await folder();
  const open = async () => {
    const store = await lowdbStore(path);
    onTestFinished(() => store.close());
    return store;
  };
  const file = join(path, 'clients/client/generation-1/aggregates/ann.json');
  const first = await open();
  await first.clientStore('client').change('ann', write({ n: 1 }));
  await first.clientStore('client').change('ann', write({ n: 2 }));
  await first.close();
  appendFileSync(file, '[[["document","n"],');
  const second = await open();
  expect(await second.clientStore('client').read('ann')).toEqual({ n: 2 });
  await second.clientStore('client').change('ann', write({ n: 3 }));
  await second.close();
  const third = await open();
  expect(await third.clientStore('client').read('ann')).toEqual({ n: 3 });
  await third.close();
  const { length } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0]!);
  truncateSync(file, readFileSync(file).indexOf('\n') + Number.parseInt(length, 16));
  const fourth = await open();
  await expect(fourth.clientStore('client').read('ann')).rejects.toThrow(DamagedDocumentError);
});

it('an addition that the system writes in pieces is added as a whole, or not at all', async () => {
  const path = join(await folder(), 'x.json');
  const { writeSync } = fs;
  const replace = (write: typeof writeSync) => {
    fs.writeSync = write;
    syncBuiltinESMExports();
  };
  onTestFinished(() => replace(writeSync));
  const before = await writeChecked(path, { n: 1 });
  let left = Number.POSITIVE_INFINITY;
  // A disk that is getting full writes what fits, and refuses the next write.
  replace(((file: number, bytes: Buffer, from: number, length: number, position: number) => {
    if (left === 0) throw Object.assign(new Error('ENOSPC'), { syscall: 'write' });
    const fits = Math.min(7, length, left);
    left -= fits;
    return writeSync(file, bytes, from, fits, position);
  }) as typeof writeSync);
  const after = appendChecked(path, before, { added: 'ü'.repeat(20) });
  expect(readChecked(path)?.values).toHaveLength(2);
  left = 10;
  expect(() => appendChecked(path, after, { added: 'more than there is room for' })).toThrow('ENOSPC');
  expect(readChecked(path)).toMatchObject({ values: [{ n: 1 }, { added: 'ü'.repeat(20) }] });
});
