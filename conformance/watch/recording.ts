import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { BadUsage } from '../judgement/failure.ts';
import type { Passed } from './memory/passed.ts';

/** One line of a recording: what set out, or what has ended. */
export type RecordingLine =
  | { readonly begin: readonly [order: number, method: string, url: string] }
  | Passed;

const first = { kind: 'payrig-recording', version: 1 } as const;

export type RecordingWriter = { write(line: RecordingLine): void; close(): Promise<void> };

/** Writes JSON lines, compressed where the name ends in .gz; a recording that is there already is gone on with. */
export function recordTo(file: string, failed: (error: Error) => void): RecordingWriter {
  const out = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk ends the recording, and neither the traffic nor the judging.
  out.on('error', failed);
  const zipped = /\.gz$/i.test(file) ? createGzip() : undefined;
  const into = zipped ?? out;
  zipped?.pipe(out);
  into.write(`${JSON.stringify(first)}\n`);
  return {
    write: (line) => void into.write(`${JSON.stringify(line)}\n`),
    close: () =>
      new Promise((resolve) => {
        out.on('close', () => resolve());
        if (out.destroyed) resolve();
        else into.end();
      }),
  };
}

/** The lines of a recording, one after the other; throws a sentence when the file is none. */
export async function* readRecording(
  file: string,
  bytes: Readable = createReadStream(file),
): AsyncGenerator<RecordingLine> {
  const text = /\.gz$/i.test(file) ? bytes.pipe(createGunzip()) : bytes;
  bytes.on('error', (error) => text.destroy(error));
  let number = 0;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line === '') continue;
      const read = JSON.parse(line);
      if (number === 1 && read.kind !== first.kind) throw new Error('it does not begin as one');
      if (read.kind !== first.kind) yield read;
    }
  } catch (error) {
    throw new BadUsage(
      `${file} is no whole recording of payrig watch: line ${number + 1}: ${(error as Error).message}`,
    );
  }
}
