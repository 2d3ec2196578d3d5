import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createGunzip, createGzip, gzip } from 'node:zlib';
import { BadUsage } from '../judgement/failure.ts';
import type { Passed } from './memory/passed.ts';

/** One line of a recording: what set out, or what has ended. */
export type RecordingLine =
  | { readonly begin: readonly [order: number, method: string, url: string] }
  | Passed;

const first = { kind: 'payrig-recording', version: 1 } as const;
const isZipped = (file: string): boolean => /\.gz$/i.test(file);
const zip = promisify(gzip);
const NEWLINE = 0x0a;

export type RecordingWriter = {
  write(line: RecordingLine): void;
  /** Lines that could not be written: the disk was full, or too slow. */
  readonly lost: number;
  readonly bytes: number;
  close(): Promise<void>;
};

/** What waits to be written holds no more than this; traffic never waits for a disk. */
const mostWaiting = 16 * 1024 * 1024;
const writeEveryMs = 200;

/**
 * Writes JSON lines, compressed where the name ends in .gz. A recording that is there already is gone on with: each start begins
 * with a first line of its own, from which on the order is counted anew. `failed` is called with what goes wrong; the lines are
 * written again with the next ones.
 */
export function recordTo(file: string, failed: (error: Error) => void): RecordingWriter {
  let waiting: string[] = [`${JSON.stringify(first)}\n`];
  let length = 0;
  let lost = 0;
  let bytes = 0;
  let handle: FileHandle | undefined;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    let end: number | undefined;
    try {
      handle ??= await openWhole(file);
      end = (await handle.stat()).size;
      const text = Buffer.from(lines.join(''));
      const written = isZipped(file) ? await zip(text) : text;
      await handle.appendFile(written);
      bytes += written.length;
      length -= text.length;
    } catch (error) {
      failed(error as Error);
      waiting = [...lines, ...waiting];
      // Half a line would spoil the next one.
      await handle?.truncate(end).catch(() => undefined);
      await handle?.close().catch(() => undefined);
      handle = undefined;
    }
  };
  const soon = (): void => {
    writing = writing.then(flush);
  };
  soon();
  const timer = setInterval(soon, writeEveryMs);
  timer.unref();
  return {
    write: (line) => {
      const text = `${JSON.stringify(line)}\n`;
      if (length + text.length > mostWaiting) lost++;
      else {
        length += Buffer.byteLength(text);
        waiting.push(text);
      }
    },
    get lost() {
      return lost;
    },
    get bytes() {
      return bytes;
    },
    close: async () => {
      clearInterval(timer);
      soon();
      await writing;
      lost += waiting.length;
      await handle?.close();
    },
  };
}

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

/**
 * The lines of a recording, one after the other; throws a sentence when the file is none. Where a start follows another one, the
 * order goes on, and what was under way then has ended.
 */
export async function* readRecording(
  file: string,
  bytes: Readable = createReadStream(file),
): AsyncGenerator<RecordingLine> {
  let number = 0;
  let before = 0;
  let highest = 0;
  let lastAt = 0;
  const underWay = new Map<number, readonly [string, string]>();
  try {
    for await (const line of wholeLines(file, bytes)) {
      number++;
      if (line === '') continue;
      const read = JSON.parse(line);
      if (number === 1 && read.kind !== first.kind) throw new Error('it does not begin as one');
      if (read.kind === first.kind) {
        for (const [begun, sent] of underWay) yield cutOff(begun, ++highest, lastAt, ...sent);
        underWay.clear();
        before = highest;
      } else if ('begin' in read) {
        const [order, method, url] = read.begin;
        highest = Math.max(highest, before + order);
        underWay.set(before + order, [method, url]);
        yield { begin: [before + order, method, url] };
      } else {
        const passed = { ...read, begun: before + read.begun, ended: before + read.ended };
        highest = Math.max(highest, passed.ended);
        lastAt = passed.at;
        underWay.delete(passed.begun);
        yield passed;
      }
    }
  } catch (error) {
    throw new BadUsage(
      `${file} is no recording of payrig watch: line ${number}: ${(error as Error).message}`,
    );
  }
}

/** What a killed process had under way: whether it happened is unknown. */
const cutOff = (begun: number, ended: number, at: number, method: string, url: string): Passed => ({
  ...{ kind: 'exchange', begun, ended, at, durationMs: 0, method, url, status: 0 },
  ...{ requestHeaders: {}, requestText: '', responseHeaders: {}, responseText: '' },
  unread: 'the recording was cut off',
});
