import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DataFile, DataFileSync } from 'lowdb/node';
import { DamagedDocumentError, type Json, type StoreHealth, StoreUnavailableError } from '../../port.ts';

/** The most files that are open at the same time; a process may have about a thousand descriptors in all. */
const MOST_AT_ONCE = 64;

/** A disk with fewer free bytes counts as full, though a small file may still fit. */
const ROOM = 1 << 20;

/** The file by which a disk is tried; a name that the data folder counts as its own. */
const PROBE = '.payrig.json.tmp';

/** The files of a data folder: JSON with a checksum, and the problems that reads and writes ran into. */
export class Disk {
  readonly #folder: string;
  readonly #bytesLeft: () => Promise<number>;
  readonly #damage = new Map<string, string>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #failure: string | undefined;
  #closed = false;

  constructor(folder: string, bytesLeft = () => bytesLeftAt(folder)) {
    this.#folder = folder;
    this.#bytesLeft = bytesLeft;
  }

  get problems(): string[] {
    return [...(this.#failure === undefined ? [] : [this.#failure]), ...this.#damage.values()];
  }

  /** The disk is away when it is full, or when a write after one that failed fails too. */
  async health(): Promise<StoreHealth> {
    const isFull = (await this.#bytesLeft()) < ROOM;
    const full = isFull && this.#failure === undefined ? [`The disk of ${this.#folder} is full`] : [];
    const isAway = isFull || (this.#failure !== undefined && !(await this.#takesFiles()));
    const problems = [...full, ...this.problems];
    return isAway ? { problems, isAway } : { problems };
  }

  async #takesFiles(): Promise<boolean> {
    const probe = join(this.#folder, PROBE);
    try {
      await writeFile(probe, '', { mode: 0o600 });
      await rm(probe);
      return true;
    } catch {
      return false;
    }
  }

  reportDamage(path: string, error: DamagedDocumentError): void {
    this.#damage.set(path, `${error.message}; put it back from a backup or delete it, and start again`);
  }

  forgetDamage(folder: string): void {
    for (const path of this.#damage.keys()) if (path.startsWith(folder)) this.#damage.delete(path);
  }

  /** Runs a write. A write that the system refuses is a problem until another one succeeds and the disk has room. */
  async write<T>(task: () => Promise<T>): Promise<T> {
    const written = await this.#run(task);
    if (this.#failure !== undefined && (await this.#bytesLeft()) >= ROOM) this.#failure = undefined;
    return written;
  }

  async read<T>(path: string, task: () => Promise<T>): Promise<T> {
    try {
      return await this.#run(task);
    } catch (error) {
      if (error instanceof DamagedDocumentError) this.reportDamage(path, error);
      throw error;
    }
  }

  async #run<T>(task: () => Promise<T>): Promise<T> {
    while (this.#running.size >= MOST_AT_ONCE)
      await new Promise<void>((resume) => this.#waiting.push(resume));
    if (this.#closed) throw new StoreUnavailableError(`The data folder ${this.#folder} is closed`);
    const running = task();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      this.#failure = `The data folder ${this.#folder} cannot be used: ${error.message}`;
      throw new StoreUnavailableError(this.#failure, { cause: error });
    } finally {
      this.#running.delete(running);
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }
}

/** A system that cannot report its free space counts as having room. */
async function bytesLeftAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return ROOM;
  }
}

/** How much of a file counts, in bytes after its first line, and their checksum; `whole` is the size of its first value. */
export type FileState = { readonly length: number; readonly checksum: number; readonly whole: number };

type CheckedFile = { readonly values: readonly Json[]; readonly state: FileState };

/** Undefined when there is no file. Synchronous, so that one file is open at a time however many a folder has. */
export function readChecked(path: string): CheckedFile | undefined {
  try {
    return new DataFileSync<CheckedFile>(path, { parse, stringify: String }).read() ?? undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DamagedDocumentError(`${path} is damaged (${error.message})`);
  }
}

/** Replaces a file as a whole: lowdb writes a draft beside it, made here readable for its owner alone, and renames it. */
export async function writeChecked(path: string, value: unknown): Promise<FileState> {
  const draft = join(dirname(path), `.${basename(path)}.tmp`);
  const line = lineOf(value);
  const state = stateAfter({ length: 0, checksum: 0, whole: Buffer.byteLength(line) }, line);
  await (await open(draft, 'w', 0o600)).close();
  try {
    await new DataFile<string>(path, { parse: String, stringify: String }).write(headOf(state) + line);
    return state;
  } catch (error) {
    // Half a draft would take the last free bytes of a full disk.
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Writes the head last, within one page: readers ignore the bytes beyond the length that it states. Synchronous: the system
 * takes a line into its memory in 10 µs, and to hand four such steps to other threads takes 150.
 */
export function appendChecked(path: string, before: FileState, value: unknown): FileState {
  const line = lineOf(value);
  const state = stateAfter(before, line);
  const file = openSync(path, 'r+');
  try {
    writeAll(file, line, HEAD_BYTES + before.length);
    writeAll(file, headOf(state), 0);
  } finally {
    closeSync(file);
  }
  return state;
}

/** On a disk that is nearly full the system may write a part and report its size: only the next write fails then. */
function writeAll(file: number, text: string, position: number): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
}

/** Whether a killed process left this draft of lowdb behind. */
export const isDraft = (name: string): boolean => name.startsWith('.') && name.endsWith('.tmp');

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/** A file is a head of fixed size, and lines of JSON. The checksum of the lines shows a single flipped bit. */
const headOf = ({ length, checksum }: FileState): string =>
  `{"length":"${hex(length, 12)}","checksum":"${hex(checksum, 8)}"}\n`;

const HEAD_BYTES = headOf({ length: 0, checksum: 0, whole: 0 }).length;

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

function stateAfter({ length, checksum, whole }: FileState, line: string): FileState {
  return { length: length + Buffer.byteLength(line), checksum: crc32(line, checksum), whole };
}

function parse(text: string): CheckedFile {
  const bytes = Buffer.from(text);
  const length = Number.parseInt(text.slice('{"length":"'.length).slice(0, 12), 16);
  const counted = bytes.subarray(HEAD_BYTES, HEAD_BYTES + length);
  const lines = counted.toString().split('\n').slice(0, -1);
  const whole = Buffer.byteLength(`${lines[0]}\n`);
  const state = { length, checksum: crc32(counted), whole };
  if (counted.length !== length || !text.startsWith(headOf(state)))
    throw new SyntaxError('the checksum differs');
  return { values: lines.map((line) => JSON.parse(line)), state };
}
