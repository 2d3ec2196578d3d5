import { statfs } from 'node:fs/promises';
import { DamagedDocumentError, StoreUnavailableError } from '../../port.ts';

/** How many files are open at the same time; a process may have about a thousand descriptors in all. */
const MOST_AT_ONCE = 64;

/** With less than this many bytes left a disk is full, though a little still fits. */
const ROOM = 1 << 20;

/** What a folder's spaces share: whether it can be written, and what was found to be wrong with it. */
export class Disk {
  readonly #folder: string;
  readonly #bytesLeft: () => Promise<number>;
  readonly #damage = new Map<string, string>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #failure: string | undefined;
  #closed = false;

  constructor(folder: string, bytesLeft = bytesLeftAt(folder)) {
    this.#folder = folder;
    this.#bytesLeft = bytesLeft;
  }

  get problems(): string[] {
    return [...(this.#failure === undefined ? [] : [this.#failure]), ...this.#damage.values()];
  }

  /** Notes what cannot be read, to be told by health. */
  note(path: string, error: DamagedDocumentError): void {
    this.#damage.set(path, `${error.message}; put it back from a backup or delete it, and start again`);
  }

  /** What was wrong under a path has been replaced. */
  forget(folder: string): void {
    for (const path of this.#damage.keys()) if (path.startsWith(folder)) this.#damage.delete(path);
  }

  /** Runs a write; what the system refuses is told as the disk's failure until a write succeeds and there is room. */
  async write<T>(task: () => Promise<T>): Promise<T> {
    const written = await this.#run(task);
    if (this.#failure !== undefined && (await this.#bytesLeft()) >= ROOM) this.#failure = undefined;
    return written;
  }

  async read<T>(path: string, task: () => Promise<T>): Promise<T> {
    try {
      return await this.#run(task);
    } catch (error) {
      if (error instanceof DamagedDocumentError) this.note(path, error);
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

  /** Takes no more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }
}

/** Where a system does not tell how much is left, nothing speaks against there being enough. */
function bytesLeftAt(folder: string): () => Promise<number> {
  const left = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return () => left().catch(() => ROOM);
}
