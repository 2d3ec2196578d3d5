import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

const holder = fileURLToPath(new URL('../../testing/lock-holder.ts', import.meta.url));
const now = () => Date.now();

async function folder(name = ''): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  mkdirSync(join(path, name), { recursive: true });
  return join(path, name);
}

/** A process that has the folder, as soon as this resolves. */
async function hold(path: string, before: readonly string[] = []): Promise<ChildProcess> {
  const [command = '', ...args] = [...before, process.execPath, holder, path];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
}

it('a folder belongs to one store, until that gives it back', async () => {
  const path = await folder();
  const unlock = await lockFolder(path, now);
  await expect(lockFolder(path, now)).rejects.toThrow(FolderInUseError);
  await expect(lockFolder(path, now)).rejects.toThrow(`is in use by process ${process.pid} on `);
  await unlock();
  await (await lockFolder(path, now))();
  expect(readdirSync(path)).toEqual([]);
});

it('a folder with a long path can be locked, too', async () => {
  const path = await folder(Array.from({ length: 12 }, () => 'quite-a-long-name-for-a-folder').join('/'));
  const unlock = await lockFolder(path, now);
  await expect(lockFolder(path, now)).rejects.toThrow(FolderInUseError);
  await unlock();
});

it('a folder can be locked where nothing can be written outside of it', async () => {
  const { TMPDIR = '/tmp' } = process.env;
  onTestFinished(() => {
    process.env.TMPDIR = TMPDIR;
  });
  const path = await folder();
  const long = await folder(Array.from({ length: 8 }, () => 'quite-a-long-name').join('/'));
  process.env.TMPDIR = '/proc';
  const unlock = await lockFolder(path, now);
  await expect(lockFolder(path, now)).rejects.toThrow(FolderInUseError);
  await unlock();
  await (await lockFolder(long, now))();
  expect([...readdirSync(path), ...readdirSync(long)]).toEqual([]);
});

it('of many who want it at the same time one gets it', async () => {
  const path = await folder();
  writeFileSync(
    join(path, 'lock'),
    JSON.stringify({ pid: 1, host: 'gone', boot: bootId(), socket: 'lock-gone.sock' }),
  );
  const wanting = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(path, now)));
  const got = wanting.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(got).toHaveLength(1);
  await got[0]!();
  expect(readdirSync(path)).toEqual([]);
});

it('the lock of a process that was killed is taken over at once', async () => {
  const path = await folder();
  const child = await hold(path);
  await expect(lockFolder(path, now)).rejects.toThrow(`in use by process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const start = performance.now();
  const unlock = await lockFolder(path, now);
  expect(performance.now() - start).toBeLessThan(1000);
  await unlock();
  expect(readdirSync(path)).toEqual([]);
});

const namespaces = ['unshare', '--pid', '--fork', '--net', '--kill-child'];
const canUnshare =
  process.platform === 'linux' && spawnSync(namespaces[0]!, [...namespaces.slice(1), 'true']).status === 0;

it.skipIf(!canUnshare)(
  'a process in other pid and network namespaces is seen, and so is its end',
  async () => {
    const path = await folder();
    const child = await hold(path, namespaces);
    await expect(lockFolder(path, now)).rejects.toThrow(FolderInUseError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // The kernel ends the namespace's processes a moment after its parent.
    await expect
      .poll(() =>
        lockFolder(path, now).then(
          (unlock) => unlock(),
          (error) => error.name,
        ),
      )
      .toBeUndefined();

    const unlock = await lockFolder(path, now);
    const [command = '', ...args] = [...namespaces, process.execPath, holder, path];
    expect(spawnSync(command, args, { encoding: 'utf8' }).stderr).toContain('FolderInUseError');
    await unlock();
  },
);

it('an owner on another machine is there as long as it touches the lock', { timeout: 20_000 }, async () => {
  const path = await folder();
  const lock = join(path, 'lock');
  const unlock = await lockFolder(path, now);
  const mine = readFileSync(lock, 'utf8');
  // The owner goes on touching what now looks like the lock of another machine.
  writeFileSync(lock, mine.replace(/"boot":"[^"]*"/, '"boot":"of another machine"'));
  await expect(lockFolder(path, now)).rejects.toThrow(FolderInUseError);
  writeFileSync(lock, mine);
  await unlock();
  writeFileSync(
    lock,
    JSON.stringify({ pid: 1, host: 'gone', boot: 'of another machine', socket: 'lock-gone.sock' }),
  );
  await (await lockFolder(path, now))();
});

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
