import { createReadStream, createWriteStream, existsSync, constants as files, readFileSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createGunzip, createGzip, gzip } from 'node:zlib';
import { whyUnreadable } from '../../spec/why-unreadable.ts';
import { BadUsage } from '../judgement/failure.ts';
import { expectForm } from './expect-form.ts';
import type { Passed } from './memory/passed.ts';

type Begin = { readonly begin: readonly [order: number, method: string, url: string] };
/** One line of a recording: what set out, or what has ended. */
export type RecordingLine = Begin | Passed;
/** A place of a recording where lines are missing: so many were lost, or another process begins and some may have been. */
export type Gap = { readonly gap: number; readonly lost: number; readonly isStart: boolean };

const first = { kind: 'payrig-recording', version: 1 } as const;
const firstBegins = JSON.stringify(first).slice(0, -1);
const isZipped = (file: string): boolean => /\.gz$/i.test(file);
const zip = promisify(gzip);
const NEWLINE = 0x0a;

export type RecordingOptions = {
  /** Hears of what goes wrong; the lines are written again with the next ones. */
  readonly failed: (error: Error) => void;
  /** A file of so many bytes, or so old, is put aside, and another one begins. */
  readonly rotate?: { readonly bytes?: number; readonly ms?: number } | undefined;
  /** Files that were put aside are removed after this time. */
  readonly keepMs?: number | undefined;
  /** Hears of lines that could not be written: the disk was full, or too slow, or the process before was killed. */
  readonly lost?: (lines: number) => void;
};

/** What waits to be written holds no more than this; traffic never waits for a disk. */
const mostWaiting = 16 * 1024 * 1024;
const writeEveryMs = 200;
/** Lines that are written together: while a disk is full, no more than these are compressed in vain with each try. */
const mostAtOnce = 1000;

/** Writes JSON lines, compressed for a name in .gz, behind those of earlier starts: the first line of each counts the order anew. */
export class RecordingWriter {
  readonly #file: string;
  readonly #options: RecordingOptions;
  readonly #timer: NodeJS.Timeout;
  #waiting: string[] = [];
  #length = 0;
  /** Lines that were lost since the last one that was taken. */
  #missing = 0;
  /** Of those, what has set out and not ended. */
  readonly #missingBegins = new Map<number, Begin>();
  /** Lines that are in no file, the missing ones too. */
  #unwritten: number;
  readonly #tally: ReturnType<typeof tallyIn>;
  #handle: FileHandle | undefined;
  #since = 0;
  #writing: Promise<void>;
  bytes = 0;

  constructor(file: string, options: RecordingOptions) {
    this.#file = file;
    this.#options = options;
    this.#tally = tallyIn(`${file}.lost`);
    this.#put(first);
    this.#missing = this.#unwritten = this.#tally.count;
    options.lost?.(this.#missing);
    this.#writing = this.#removeOld().then(() => this.#flush());
    this.#timer = setInterval(() => this.#soon(), writeEveryMs).unref();
  }

  write(line: RecordingLine): void {
    this.#unwritten++;
    if (this.#length > mostWaiting) {
      this.#options.lost?.(1);
      this.#missing++;
      if ('begin' in line) this.#missingBegins.set(line.begin[0], line);
      else this.#missingBegins.delete(line.begun);
      return;
    }
    for (const begin of this.#missingBegins.values()) this.#put(begin);
    this.#unwritten += this.#missingBegins.size;
    if (this.#missing > 0) this.#put({ lost: this.#missing });
    this.#missing = 0;
    this.#missingBegins.clear();
    this.#put(line);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#soon();
    await this.#writing;
    this.#options.lost?.(this.#waiting.length);
    await this.#handle?.close();
    await this.#tally.close();
  }

  #put(line: object, where: 'push' | 'unshift' = 'push'): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#length += Buffer.byteLength(text);
    this.#waiting[where](text);
  }

  #soon(): void {
    // A disk that is slow is told of before it has written.
    if (this.#missing > 0) void this.#tally.set(this.#unwritten);
    this.#writing = this.#writing.then(() => this.#flush());
  }

  async #flush(): Promise<void> {
    let isWritten = true;
    while (isWritten && this.#waiting.length > 0) isWritten = await this.#append();
    await this.#tally.set(isWritten ? this.#missing : this.#unwritten);
  }

  async #append(): Promise<boolean> {
    let lines: string[] = [];
    let end: number | undefined;
    try {
      end = await this.#open();
      if (end === 0 && !this.#waiting[0]?.startsWith(firstBegins))
        this.#put({ ...first, continued: true }, 'unshift');
      lines = this.#waiting.splice(0, mostAtOnce);
      const text = Buffer.from(lines.join(''));
      const written = isZipped(this.#file) ? await zip(text) : text;
      await this.#handle!.appendFile(written);
      this.bytes += written.length;
      this.#length -= text.length;
      for (const line of lines) this.#unwritten -= countIn(line);
      return true;
    } catch (error) {
      this.#options.failed(error as Error);
      this.#waiting = [...lines, ...this.#waiting];
      // Half a line would spoil the next one.
      if (end !== undefined) await this.#handle?.truncate(end).catch(() => undefined);
      await this.#handle?.close().catch(() => undefined);
      this.#handle = undefined;
      return false;
    }
  }

  /** Opens the file where it is not open yet, or another one where it is due; returns how long it is. */
  async #open(): Promise<number> {
    this.#handle ??= await openWhole(this.#file);
    const { size, birthtimeMs } = await this.#handle.stat();
    this.#since ||= birthtimeMs || Date.now();
    const { bytes = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY } = this.#options.rotate ?? {};
    if (size === 0 || (size < bytes && Date.now() - this.#since < ms)) return size;
    // Each has a name of its own, whatever the clock does.
    this.#since = Math.max(Date.now(), this.#since + 1);
    try {
      await rename(this.#file, asideAt(this.#file, stampOf(this.#since)));
    } catch (error) {
      this.#options.failed(error as Error);
      return size;
    }
    await this.#handle.close();
    this.#handle = await openWhole(this.#file);
    await this.#removeOld();
    return 0;
  }

  async #removeOld(): Promise<void> {
    const { keepMs, failed } = this.#options;
    if (keepMs === undefined) return;
    const [head = '', tail = ''] = asideAt(basename(this.#file), 'TIME').split('TIME');
    const oldest = stampOf(Date.now() - keepMs);
    try {
      for (const name of await readdir(dirname(this.#file))) {
        const stamp = name.slice(head.length, -tail.length || undefined);
        if (name === head + stamp + tail && isStamp.test(stamp) && stamp < oldest)
          await unlink(join(dirname(this.#file), name));
      }
    } catch (error) {
      failed(error as Error);
    }
  }
}

/** How many of the lines that were given to the writer a line of the file stands for. */
const countIn = (line: string): number => {
  if (line.startsWith('{"lost":')) return JSON.parse(line).lost;
  return line.startsWith(firstBegins) ? 0 : 1;
};

/**
 * How many lines a process has that are in no file, in a file beside the recording: the next process says so where this one is
 * killed. Its few bytes are on the disk from the start, so that they can be changed while the disk is full.
 */
function tallyIn(file: string) {
  const text = existsSync(file) ? readFileSync(file, 'latin1') : '';
  let handle: FileHandle | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    handle ??= await open(file, files.O_RDWR | files.O_CREAT, 0o600);
    await handle.write(`${tally.count}\n`.padStart(16), 0);
  };
  const tally = {
    count: /^ {0,14}\d{1,15}\n$/.test(text) ? Number(text) : 0,
    /** Writes it where it is another one; the recording's writer tells why it cannot. */
    set(count: number): Promise<void> {
      if (!handle || count !== tally.count) writing = writing.then(write).catch(() => undefined);
      tally.count = count;
      return writing;
    },
    async close(): Promise<void> {
      await writing;
      await handle?.close();
    },
  };
  return tally;
}

const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(':', '-');
const isStamp = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** `night.jsonl.gz` is put aside as `night-2026-11-18T10-00-00.000Z.jsonl.gz`: by name is by time. */
const asideAt = (file: string, stamp: string): string =>
  file.replace(/((?:\.\w+)?(?:\.gz)?)$/i, `-${stamp}$1`);

/** Opens a file to append to, once it ends with a whole line: a process that was killed may have written half of one. */
async function openWhole(file: string): Promise<FileHandle> {
  if (existsSync(file) && !(await endsWhole(file))) {
    const lines = Readable.from(wholeLines(file, createReadStream(file))).map((line) => `${line}\n`);
    const zipped = isZipped(file) ? createGzip() : new PassThrough();
    await pipeline(lines, zipped, createWriteStream(`${file}.new`, { mode: 0o600 }));
    await rename(`${file}.new`, file);
  }
  return open(file, 'a', 0o600);
}

async function endsWhole(file: string): Promise<boolean> {
  const { size } = await stat(file);
  const bytes = createReadStream(file, { start: isZipped(file) ? 0 : Math.max(0, size - 1) });
  let last = NEWLINE;
  try {
    for await (const chunk of isZipped(file) ? bytes.pipe(createGunzip()) : bytes) last = chunk.at(-1);
    return last === NEWLINE;
  } catch {
    return false;
  }
}

/** The lines of a file up to the last whole one; the rest of a line at the end was cut off. */
async function* wholeLines(file: string, bytes: Readable): AsyncGenerator<string> {
  // Whatever the file ends with, what was compressed before is read.
  const text = isZipped(file) ? bytes.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })) : bytes;
  bytes.on('error', (error) => text.destroy(error));
  let last: number | undefined;
  text.on('data', (chunk: Buffer) => {
    last = chunk.at(-1);
  });
  let held: string | undefined;
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (held !== undefined) yield held;
    held = line;
  }
  if (held !== undefined && last === NEWLINE) yield held;
}

/** The lines of all files of a recording, whose order goes on from one start to the next; throws a sentence when a file is none. */
export async function* readRecording(
  files: readonly string[],
  opened: (file: string) => Readable = (file) => createReadStream(file),
): AsyncGenerator<RecordingLine | Gap> {
  let before = 0;
  let highest = 0;
  let lost: number | undefined;
  let isStart = false;
  for (const file of files) {
    let number = 0;
    try {
      for await (const line of wholeLines(file, opened(file))) {
        number++;
        if (line === '') continue;
        const read = JSON.parse(line);
        if (number === 1 && read?.kind !== first.kind) throw new Error('it does not begin as one');
        expectForm('line', read);
        if (read.kind === first.kind) {
          if (read.continued) continue;
          lost ??= highest > 0 ? 0 : undefined;
          isStart = true;
          before = highest;
        } else if ('lost' in read) lost = (lost ?? 0) + read.lost;
        else {
          const ordered: RecordingLine =
            'begin' in read
              ? { begin: [before + read.begin[0], read.begin[1], read.begin[2]] }
              : { ...read, begun: before + read.begun, ended: before + read.ended };
          const order = 'begin' in ordered ? ordered.begin[0] : ordered.ended;
          // What was lost came before the line that follows.
          if (lost !== undefined) yield { gap: order - 0.5, lost, isStart };
          [lost, isStart] = [undefined, false];
          highest = Math.max(highest, order);
          yield ordered;
        }
      }
    } catch (error) {
      if (number === 0) throw new BadUsage(`Cannot read the recording ${file}: ${whyUnreadable(error)}`);
      const why = `line ${number}: ${(error as Error).message}`;
      throw new BadUsage(`${file} is not a recording of payrig watch: ${why}`);
    }
  }
  if (lost) yield { gap: highest + 0.5, lost, isStart };
}
