import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another process, or another store of this one, works on the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, pid: number, lock: string) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop that one, or choose another folder. (If there is no such process, delete ${lock}.)`,
    );
    this.folder = folder;
    this.pid = pid;
  }
}

/**
 * Takes the folder for this process, or throws; returns how to give it back. The lock of a process that has died is
 * taken over. Processes that cannot see each other (containers sharing a volume) are not told apart by it.
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, 'lock');
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), token: randomUUID() });
  const draft = `${lock}.${process.pid}.${randomUUID()}`;
  writeFileSync(draft, mine);
  try {
    // A link appears with its content or not at all, so nobody ever reads half a lock.
    while (!attempt(() => linkSync(draft, lock), 'EEXIST')) {
      const theirs = readLock(lock);
      if (theirs === undefined) continue;
      const { pid, started } = ownerOf(theirs);
      if (isRunning(pid, started)) throw new FolderInUseError(folder, pid, lock);
      takeAway(lock, theirs, `${draft}.stale`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readLock(lock) === mine) rmSync(lock, { force: true });
  };
}

/** Removes a stale lock; should somebody have been quicker and this be theirs, it is put back. */
function takeAway(lock: string, stale: string, aside: string): void {
  if (!attempt(() => renameSync(lock, aside), 'ENOENT')) return;
  if (readLock(aside) !== stale) attempt(() => linkSync(aside, lock), 'EEXIST');
  rmSync(aside, { force: true });
}

function ownerOf(lock: string): { pid: number; started: string | null } {
  try {
    const { pid, started } = JSON.parse(lock);
    return { pid: Number.isInteger(pid) ? pid : 0, started: typeof started === 'string' ? started : null };
  } catch {
    return { pid: 0, started: null };
  }
}

/** Whether it is that very process: a later one may have got the same number, but not the same start. */
function isRunning(pid: number, started: string | null): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return started === null || now === null || now === started;
}

/** When a process was started, where the system tells (Linux): the boot, and the clock tick since. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the command, may hold blanks and brackets; the start is the 20th after it.
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return null;
  }
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function attempt(action: () => void, excused: string): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (codeOf(error) === excused) return false;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
