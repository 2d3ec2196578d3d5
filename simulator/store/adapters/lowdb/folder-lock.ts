import { createHash, randomUUID } from 'node:crypto';
import {
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Thrown when another process, or another store of this one, works on the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

type Owner = {
  readonly pid: number;
  readonly host: string;
  readonly boot: string;
  readonly socket: string | null;
};

/** How often the owner touches the lock, and how long it must have been left alone to count as given up. */
const BEAT_MS = 1000;
const SILENCE_MS = 5000;

/** How the names of turns begin. */
const TURN = 'lock-after-';

/**
 * Takes the folder for this process, or throws; returns how to give it back.
 *
 * The owner listens on a socket in the folder. The kernel closes it however the process ends, and whoever sees the
 * folder can knock, from another container too, where process numbers mean nothing. Where there is no knocking
 * (another machine, a file system without sockets), the owner is there for as long as it touches the lock.
 */
export async function lockFolder(folder: string, now: () => number): Promise<() => Promise<void>> {
  const lock = join(folder, 'lock');
  const token = randomUUID();
  const socket = `lock-${token.slice(0, 8)}.sock`;
  const server = await listen(folder, socket);
  const owner: Owner = { pid: process.pid, host: hostname(), boot: bootId(), socket: server ? socket : null };
  const mine = JSON.stringify({ ...owner, token });
  const draft = `${lock}.${token}`;
  let beat: NodeJS.Timeout | undefined;
  const unlock = async () => {
    clearInterval(beat);
    if (unlessAbsent(() => readFileSync(lock, 'utf8')) === mine) rmSync(lock, { force: true });
    if (server) await new Promise((closed) => server.close(closed));
    rmSync(join(folder, socket), { force: true });
  };
  try {
    writeFileSync(draft, mine, { mode: 0o600 });
    await take(lock, folder, draft);
    // Whoever still waits for a turn after an earlier owner will find that it is over.
    for (const name of readdirSync(folder).filter((one) => one.startsWith(TURN)))
      rmSync(join(folder, name), { force: true });
  } catch (error) {
    await unlock();
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  beat = setInterval(() => unlessAbsent(() => utimesSync(lock, now() / 1000, now() / 1000)), BEAT_MS).unref();
  return unlock;
}

/**
 * Puts a lock where there is none, or in the place of one whose owner is gone; throws when the owner is there.
 *
 * To look at a lock and to replace it are two steps, between which others may have replaced it. So whoever replaces one
 * first takes, in the same way, the turn after it, a lock named after its text; and looks again.
 */
async function take(lock: string, folder: string, draft: string): Promise<void> {
  // A link appears with its content or not at all, so nobody ever reads half a lock.
  while (!isLinked(draft, lock)) {
    const theirs = unlessAbsent(() => readFileSync(lock, 'utf8'));
    if (theirs === undefined) continue;
    const their = ownerOf(theirs);
    if (await isThere(folder, lock, their)) throw new FolderInUseError(inUse(folder, their, lock));
    const leaseToken = join(folder, TURN + createHash('sha256').update(theirs).digest('hex').slice(0, 16));
    await take(leaseToken, folder, draft);
    try {
      if (unlessAbsent(() => readFileSync(lock, 'utf8')) !== theirs) continue;
      linkSync(draft, `${draft}.link`);
      renameSync(`${draft}.link`, lock);
    } finally {
      rmSync(leaseToken, { force: true });
    }
    if (their?.socket) rmSync(join(folder, their.socket), { force: true });
    return;
  }
}

async function isThere(folder: string, lock: string, owner: Owner | undefined): Promise<boolean> {
  if (owner?.socket && owner.boot === bootId()) return knock(folder, owner.socket);
  const touched = () => unlessAbsent(() => statSync(lock).mtimeMs);
  const before = touched();
  for (let waited = 0; waited < SILENCE_MS; waited += BEAT_MS / 4) {
    await delay(BEAT_MS / 4);
    if (touched() !== before) return touched() !== undefined;
  }
  return false;
}

/** Resolves with nothing where sockets cannot be. */
function listen(folder: string, name: string): Promise<Server | undefined> {
  return withShortPath(folder, name, (path) => {
    const server = createServer((knocking) => knocking.destroy()).unref();
    return new Promise((settle) => {
      server.once('error', () => settle(undefined));
      server.listen(path, () => settle(server));
    });
  });
}

/** Whether somebody listens; doubtful cases count as yes. */
function knock(folder: string, name: string): Promise<boolean> {
  return withShortPath(folder, name, (path) => {
    const socket = connect(path);
    return new Promise<boolean>((settle) => {
      socket.once('connect', () => settle(true));
      socket.once('error', (error) => settle(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))));
    }).finally(() => socket.destroy());
  });
}

/** A socket's path may have about a hundred bytes, a folder's many more: a link stands in for the folder. */
async function withShortPath<T>(folder: string, name: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return use(`\\\\.\\pipe\\payrig-${name}`);
  const link = join(tmpdir(), `payrig-${randomUUID().slice(0, 8)}`);
  symlinkSync(resolve(folder), link);
  try {
    return await use(join(link, name));
  } finally {
    rmSync(link, { force: true });
  }
}

function inUse(folder: string, owner: Owner | undefined, lock: string): string {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
  return `The data folder ${folder} is in use by ${who}. Stop that one, or choose another folder. (If there is no such process, delete ${lock}.)`;
}

function ownerOf(lock: string): Owner | undefined {
  try {
    return JSON.parse(lock);
  } catch {
    return undefined;
  }
}

/** The same for all containers of a machine, and another one after it was started anew. */
function bootId(): string {
  return unlessAbsent(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '';
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function unlessAbsent<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
