import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../write-rules.ts';

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

type Owner = Readonly<{ pid: number; host: string; boot: string; socket: string | null }>;

/** How often the owner touches the lock, and after how long without a touch the lock counts as abandoned. */
const BEAT_MS = 1000;
const SILENCE_MS = 5000;

/** The names of the files that locking makes in a folder. */
export const LOCK_NAME = /^lock(\.[0-9a-f-]{36}(\.link)?|-[0-9a-f]{8}\.sock|-after-[0-9a-f]{16})?$/;

const REPLACEMENT = 'lock-after-';

/**
 * Locks the folder for this process, or throws; returns a function that unlocks it.
 *
 * The owner listens on a socket in the folder. The kernel closes the socket however the process ends, and any process that
 * sees the folder can connect to it, also from another container, where process ids mean nothing. Where sockets do not
 * work (another machine, some file systems), the owner counts as alive for as long as it touches the lock.
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
    // On a disk that refuses writes the lock stays, and the next process replaces it, since its owner is gone.
    unlessRefused(() => {
      if (fs.readFileSync(lock, 'utf8') === mine) fs.rmSync(lock, { force: true });
    });
    if (server) await new Promise((closed) => server.close(closed));
    unlessRefused(() => fs.rmSync(join(folder, socket), { force: true }));
  };
  try {
    fs.writeFileSync(draft, mine, { mode: 0o600 });
    await take(lock, folder, draft);
    // A process that still tries to replace an earlier lock finds that the lock has changed.
    for (const name of fs.readdirSync(folder).filter((file) => file.startsWith(REPLACEMENT)))
      fs.rmSync(join(folder, name), { force: true });
  } catch (error) {
    await unlock();
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  // On a disk that refuses the touch, no other process can take the lock either; the socket still shows that this process holds it.
  const touch = () => unlessRefused(() => fs.utimesSync(lock, now() / 1000, now() / 1000));
  beat = setInterval(touch, BEAT_MS).unref();
  return unlock;
}

/**
 * Makes a lock, or replaces the lock of an owner that is gone; throws when the owner is alive.
 *
 * Another process may replace the lock between the check and the replacement. So a process first takes, in the same way,
 * a second lock that is named after the text of the first, and then checks the first again.
 */
async function take(lock: string, folder: string, draft: string): Promise<void> {
  // A link appears with its content at once, so no process reads half a lock.
  while (!isLinked(draft, lock)) {
    const theirs = unlessAbsent(() => fs.readFileSync(lock, 'utf8'));
    if (theirs === undefined) continue;
    const their = ownerOf(theirs);
    if (await isAlive(folder, lock, their)) throw new FolderInUseError(inUse(folder, their, lock));
    const digest = createHash('sha256').update(theirs).digest('hex');
    const replacement = join(folder, REPLACEMENT + digest.slice(0, 16));
    await take(replacement, folder, draft);
    try {
      if (unlessAbsent(() => fs.readFileSync(lock, 'utf8')) !== theirs) continue;
      fs.linkSync(draft, `${draft}.link`);
      fs.renameSync(`${draft}.link`, lock);
    } finally {
      fs.rmSync(replacement, { force: true });
    }
    if (their?.socket) fs.rmSync(join(folder, their.socket), { force: true });
    return;
  }
}

async function isAlive(folder: string, lock: string, owner: Owner | undefined): Promise<boolean> {
  if (owner?.socket && owner.boot === bootId()) {
    const answers = await isListening(folder, owner.socket);
    if (answers !== undefined) return answers;
  }
  const touched = () => unlessAbsent(() => fs.statSync(lock).mtimeMs);
  const before = touched();
  for (let waited = 0; waited < SILENCE_MS; waited += BEAT_MS / 4) {
    await delay(BEAT_MS / 4);
    if (touched() !== before) return touched() !== undefined;
  }
  return false;
}

/** Resolves with undefined where sockets do not work. */
const listen = (folder: string, name: string): Promise<Server | undefined> =>
  withShortPath(folder, name, (path) => {
    const server = createServer((connection) => connection.destroy()).unref();
    return new Promise<Server | undefined>((settle) => {
      server.once('error', () => settle(undefined));
      server.listen(path, () => settle(server));
    });
  });

/** Whether a process listens on the socket; doubtful cases count as yes. Undefined where the socket cannot be reached. */
const isListening = (folder: string, name: string): Promise<boolean | undefined> =>
  withShortPath(folder, name, (path) => {
    const socket = connect(path);
    return new Promise<boolean>((settle) => {
      socket.once('connect', () => settle(true));
      socket.once('error', (error) => settle(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))));
    }).finally(() => socket.destroy());
  });

/** The most bytes of a socket's path that every system takes. */
const LONGEST_SOCKET = 100;

/** A socket's path, or that of a link where it is too long; undefined where no link can be made. */
async function withShortPath<T>(folder: string, name: string, use: (path: string) => Promise<T>) {
  if (process.platform === 'win32') return use(`\\\\.\\pipe\\payrig-${name}`);
  const path = resolve(folder, name);
  if (Buffer.byteLength(path) <= LONGEST_SOCKET) return use(path);
  const link = join(tmpdir(), `payrig-${randomUUID().slice(0, 8)}`);
  try {
    fs.symlinkSync(resolve(folder), link);
  } catch {
    return undefined;
  }
  try {
    return await use(join(link, name));
  } finally {
    fs.rmSync(link, { force: true });
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

/** Identifies the machine since its last start; the same in all of its containers. */
const bootId = (): string =>
  unlessAbsent(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '';

const isLinked = (from: string, to: string): boolean =>
  unless(/^EEXIST$/, () => fs.linkSync(from, to) ?? true) === true;

const unlessAbsent = <T>(action: () => T): T | undefined => unless(/^ENOENT$/, action);

const unlessRefused = (action: () => void): void => unless(/./, action);

/** The result of an action; undefined where the system refuses it with such a code. */
function unless<T>(codes: RegExp, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (codes.test(codeOf(error))) return undefined;
    throw error;
  }
}
