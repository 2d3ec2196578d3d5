import { open, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DataFile, DataFileSync } from 'lowdb/node';
import { DamagedDocumentError, type Json, StoreUnavailableError } from '../../port.ts';

/** The most files that are open at the same time; a process may have about a thousand descriptors in all. */
const MOST_AT_ONCE = 64;

/** A disk with fewer free bytes counts as full, though a small file may still fit. */
const ROOM = 1 << 20;

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

  /** Reports a damaged file as a problem. */
  reportDamage(path: string, error: DamagedDocumentError): void {
    this.#damage.set(path, `${error.message}; put it back from a backup or delete it, and start again`);
  }

  /** Drops the problems of a folder that was replaced. */
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

  /** Refuses further calls, and waits for those that run. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }
}

/** A system that does not tell how much is left counts as having room. */
async function bytesLeftAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return ROOM;
  }
}

/**
 * Reads a file, or returns undefined when there is none; throws `DamagedDocumentError` when its checksum differs. Reads
 * synchronously, so that one file is open at a time however many a folder has.
 */
export function readChecked(path: string): Json | undefined {
  try {
    return new DataFileSync<Json>(path, { parse, stringify }).read() ?? undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DamagedDocumentError(`${path} is damaged (${error.message})`);
  }
}

/** Replaces a file as a whole: lowdb writes a draft beside it, made here readable for its owner alone, and renames it. */
export async function writeChecked(path: string, data: unknown): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.tmp`);
  await (await open(draft, 'w', 0o600)).close();
  try {
    await new DataFile<unknown>(path, { parse, stringify }).write(data);
  } catch (error) {
    // Half a draft would take the last free bytes of a full disk.
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Whether a killed process left this draft of lowdb behind. */
export const isDraft = (name: string): boolean => name.startsWith('.') && name.endsWith('.tmp');

const BEFORE = '{"checksum":"';
const BETWEEN = '","data":';
const AFTER = '}\n';

/** JSON with a checksum of its text, so that a single flipped bit is noticed. */
function stringify(data: unknown): string {
  const text = JSON.stringify(data);
  return `${BEFORE}${checksum(text)}${BETWEEN}${text}${AFTER}`;
}

function parse(text: string): Json {
  const data = text.slice(BEFORE.length + 8 + BETWEEN.length, -AFTER.length);
  if (text !== `${BEFORE}${checksum(data)}${BETWEEN}${data}${AFTER}`)
    throw new SyntaxError('the checksum differs');
  return JSON.parse(data);
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');
