import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

type SmallDisk = {
  path: string;
  isReal: boolean;
  how: string;
  /** Leaves so many bytes, about; of this process alone where the disk cannot be filled. */
  fill(left: number, pid: number): void;
  empty(pid: number): void;
  close(): void;
};

/** A real file system of a few megabytes where one may be mounted, else a limit on the size of what a process writes. */
export function smallDisk(folder: string): SmallDisk {
  const path = join(folder, 'disk');
  mkdirSync(path);
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'payrig-test', path]);
  return mount.status === 0 ? mounted(path) : limited(path);
}

function mounted(path: string): SmallDisk {
  const filler = join(path, 'filler');
  return {
    path,
    isReal: true,
    how: 'a file system of 16 MB',
    fill(left) {
      const file = openSync(filler, 'a');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
      spawnSync('truncate', ['-s', `-${left}`, filler]);
    },
    empty: () => rmSync(filler, { force: true }),
    close: () => void execFileSync('umount', ['-l', path]),
  };
}

/**
 * As root or not, a process may be given a bound for the files it writes: beyond it the system refuses. The bound is none
 * at all, since the disk itself has room, whatever is left of the bound.
 */
function limited(path: string): SmallDisk {
  const limit = (pid: number, bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  return {
    path,
    isReal: false,
    how: 'a limit on the size of files',
    fill: (_left, pid) => void limit(pid, 0),
    empty: (pid) => void limit(pid, 'unlimited'),
    close: () => {},
  };
}
