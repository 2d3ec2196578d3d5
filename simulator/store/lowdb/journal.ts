import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Changes that are written, and become durable, together. */
export type Batch = { readonly written: Promise<void>; isDurable: boolean };

type OpenBatch = Batch & {
  lines: string[];
  /** How to take the changes back, should the write fail. */
  undo: (() => void)[];
  resolve: () => void;
  reject: (reason: unknown) => void;
};

type Rotation = { resolve: (ended: number) => void; reject: (reason: unknown) => void };

/**
 * An append-only log in numbered segments. Whoever appends while a write is under way shares the next one, so many
 * concurrent changes cost one write (and one flush of the disk, if asked for).
 */
export class Journal {
  readonly #folder: string;
  readonly #sync: boolean;
  readonly #segmentBytes: number;
  #segment: number;
  #file: FileHandle | undefined;
  #bytes = 0;
  readonly #ended = new Map<number, number>();
  #gathering: OpenBatch | undefined;
  #draining: Promise<void> | undefined;
  readonly #rotations: Rotation[] = [];

  /**
   * `found` are the segments that there are, with their sizes. They count as any other, lest a process that is killed
   * again and again leaves more and more of them; none is appended to, since a crash may have left half a line in it.
   */
  constructor(
    folder: string,
    options: { found: ReadonlyMap<number, number>; sync: boolean; segmentBytes: number },
  ) {
    this.#folder = folder;
    this.#sync = options.sync;
    this.#segmentBytes = options.segmentBytes;
    for (const [number, bytes] of options.found) this.#ended.set(number, bytes);
    this.#segment = Math.max(0, ...options.found.keys()) + 1;
  }

  /** Takes a change, to be written with all others that come before the write begins. */
  append(line: string, undo: () => void): Batch {
    this.#gathering ??= openBatch();
    const batch = this.#gathering;
    batch.lines.push(line);
    batch.undo.push(undo);
    this.#draining ??= this.#drain();
    return batch;
  }

  /** Ends the current segment once all that was appended is in it, and returns its number. */
  rotate(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#rotations.push({ resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Forgets the segments up to a number: their changes are kept elsewhere by now. */
  async drop(upTo: number): Promise<void> {
    for (const number of await segmentNumbers(this.#folder)) {
      if (number > upTo) continue;
      await rm(segmentFile(this.#folder, number), { force: true });
      this.#ended.delete(number);
    }
  }

  /** The bytes of all segments that were not dropped yet. */
  get bytes(): number {
    let sum = this.#bytes;
    for (const bytes of this.#ended.values()) sum += bytes;
    return sum;
  }

  /** Writes and rotations happen in one loop, so that no segment ends under a write. */
  async #drain(): Promise<void> {
    for (;;) {
      if (this.#rotations.length > 0) await this.#turnOver(this.#rotations.splice(0));
      else if (this.#gathering !== undefined) await this.#commit(this.#gathering);
      else break;
    }
    this.#draining = undefined;
  }

  async #turnOver(waiting: Rotation[]): Promise<void> {
    try {
      await this.#endSegment();
      for (const { resolve } of waiting) resolve(this.#segment - 1);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  async #commit(batch: OpenBatch): Promise<void> {
    this.#gathering = undefined;
    try {
      await this.#write(batch.lines.splice(0).join(''));
      batch.isDurable = true;
      // Whoever looks at the batch later needs no more of it; the steps back would keep every older version alive.
      batch.undo.length = 0;
      batch.resolve();
    } catch (error) {
      await this.#abandon(batch, error);
    }
  }

  async #write(text: string): Promise<void> {
    if (this.#bytes >= this.#segmentBytes) await this.#endSegment();
    const bytes = Buffer.from(text);
    this.#file ??= await openSegment(this.#folder, this.#segment, this.#sync);
    await this.#file.appendFile(bytes);
    if (this.#sync) await this.#file.datasync();
    this.#bytes += bytes.length;
  }

  /** What was applied on top of a change that could not be written has no ground either: all of it is taken back. */
  async #abandon(batch: OpenBatch, error: unknown): Promise<void> {
    const good = this.#bytes;
    await this.#file?.truncate(good).catch(() => undefined);
    await this.#endSegment().catch(() => undefined);
    const abandoned = this.#gathering === undefined ? [batch] : [batch, this.#gathering];
    this.#gathering = undefined;
    for (const { undo } of abandoned.toReversed()) for (const step of undo.toReversed()) step();
    for (const { reject } of abandoned) reject(error);
  }

  async #endSegment(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    this.#file = undefined;
    this.#ended.set(this.#segment, this.#bytes);
    this.#bytes = 0;
    this.#segment += 1;
    await file.close();
  }
}

/** The numbers of the segments in a folder, oldest first. */
export async function segmentNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .flatMap((name) => /^(\d{8,})\.log$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export function segmentFile(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(8, '0')}.log`);
}

async function openSegment(folder: string, number: number, sync: boolean): Promise<FileHandle> {
  const file = await open(segmentFile(folder, number), 'a');
  if (sync) await syncFolder(folder);
  return file;
}

/** Makes the names in a folder durable; where folders cannot be flushed (Windows), the file system sees to it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function openBatch(): OpenBatch {
  const { promise, resolve, reject } = promiseWithResolvers();
  // Somebody may wait for the changes and nobody for the batch: a failure is told to those who changed something.
  promise.catch(() => undefined);
  return { written: promise, isDurable: false, lines: [], undo: [], resolve, reject };
}

function promiseWithResolvers() {
  let resolve!: () => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
