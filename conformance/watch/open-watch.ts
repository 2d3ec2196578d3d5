import { createHash, hash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { whyUnreadable } from '../../spec/why-unreadable.ts';
import { BadUsage } from '../judgement/failure.ts';
import { expectForm } from './expect-form.ts';
import { guessBase, judgeHar, readHar } from './har.ts';
import { Intake, type IntakeOptions } from './intake.ts';
import type { LedgerFile, TrafficSource } from './ledger.ts';
import { type RecordingOptions, RecordingWriter, readRecording } from './recording.ts';
import { sampleOf } from './sample.ts';
import { standInsFor } from './stand-ins.ts';
import { Watch, type WatchOptions } from './watch.ts';

export type OpenOptions = Omit<WatchOptions, 'ledger'> &
  Pick<IntakeOptions, 'secret' | 'encryptionKey'> & {
    /** A file to go on from, and to write to. */
    readonly ledgerFile?: string;
    readonly record?: string;
    readonly rotate?: RecordingOptions['rotate'];
    readonly keepMs?: number;
    readonly sample?: number;
    /** Takes a sentence when a file cannot be written; the traffic goes on. */
    readonly warn?: (text: string) => void;
    /** Personal data and secrets stay as they are, in every file. */
    readonly keepValues?: boolean;
  };

export class OpenWatch {
  readonly watch: Watch;
  readonly intake: Intake;
  readonly #options: OpenOptions;
  readonly #recording: RecordingWriter | undefined;
  /** How often a file could not be written. */
  fileErrors = 0;
  /** Where what was judged came from. */
  source: TrafficSource = { kind: 'live', hands: 'passed payrig watch on its way, which judged it itself' };

  constructor(options: OpenOptions) {
    const { ledgerFile, record, rotate, keepMs, keepValues = false, sample, profile } = options;
    this.#options = options;
    const ledger = ledgerFile === undefined ? undefined : readLedger(ledgerFile, true);
    this.watch = new Watch({ ...options, ledger });
    const failed = (error: Error): void => this.#warn(record ?? '', error);
    const lost = (lines: number): void => {
      this.watch.ledger.lost += lines;
    };
    this.#recording =
      record === undefined ? undefined : new RecordingWriter(record, { failed, rotate, keepMs, lost });
    this.intake = new Intake(this.watch, {
      ...{ secret: options.secret, encryptionKey: options.encryptionKey },
      vendor: profile?.naming?.vendor,
      standIns: keepValues ? undefined : standInsFor(profile, record && this.#keyOf(record)),
      record: this.#recording && ((line) => this.#recording?.write(line)),
      sample: sample === undefined ? undefined : sampleOf(sample),
    });
  }

  #warn(file: string, error: unknown): void {
    this.fileErrors++;
    this.#options.warn?.(`${file} cannot be written, and will be tried again: ${(error as Error).message}`);
  }

  /** The key of a recording's stand-ins, in a file beside it: after a restart the same person has the same stand-ins. */
  #keyOf(record: string): string | undefined {
    const file = `${record}.key`;
    try {
      if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
      return readFileSync(file, 'utf8');
    } catch (error) {
      this.#warn(file, error);
      return undefined;
    }
  }

  get recorded(): number {
    return this.#recording?.bytes ?? 0;
  }

  /** Writes the ledger's file, if there is one; a crash while writing leaves the older one. Returns why it could not be written. */
  save(target: string): string | undefined {
    const { ledgerFile } = this.#options;
    if (ledgerFile === undefined) return undefined;
    try {
      const text = `${JSON.stringify(this.watch.ledger.file(target), null, 2)}\n`;
      writeFileSync(`${ledgerFile}.new`, text, { mode: 0o600 });
      renameSync(`${ledgerFile}.new`, ledgerFile);
    } catch (error) {
      this.fileErrors++;
      return `The ledger ${ledgerFile} cannot be written: ${(error as Error).message}`;
    }
  }

  /** Writes and closes the files; throws when the ledger could not be written. */
  async close(target: string): Promise<void> {
    const problem = this.save(target);
    await this.#recording?.close();
    if (problem !== undefined) throw new BadUsage(problem);
  }

  /** Judges a HAR; returns the base address and how many requests went to other services. */
  async har(file: string, base?: string): Promise<{ base: string; others: number }> {
    const text = await textOf(file);
    const entries = readHar(text, file);
    const hands = `is in a file that ${toolOf(text)} exported; those who held the file could change it`;
    this.source = { kind: 'har', hands, sha256: hash('sha256', text) };
    const found = base ?? guessBase(entries, this.watch);
    if (found === undefined)
      throw new BadUsage(
        `None of the ${entries.length} exchanges of ${file} is an operation of the contract. Name the base URL if the paths have a prefix, and the authority's word by --profile.`,
      );
    return { base: found, others: judgeHar(entries, found, this.intake) };
  }

  /** Judges the files of a recording of ours, whose order it keeps. */
  async recording(files: readonly string[]): Promise<void> {
    const sum = createHash('sha256');
    const opened = (file: string) => createReadStream(file).on('data', (chunk) => sum.update(chunk));
    const hands = 'is in a file that payrig watch recorded; those who held the file could change it';
    for await (const line of readRecording(files, opened)) {
      if ('begin' in line) this.watch.begin(...line.begin);
      else if ('gap' in line) this.watch.gap(line);
      else this.watch.end(line);
    }
    this.source = { kind: 'recording', hands, sha256: sum.digest('hex') };
  }
}

/** The tool that a HAR names as its creator. */
function toolOf(text: string): string {
  const [, name] =
    /"creator"\s*:\s*\{\s*"name"\s*:\s*"([A-Za-z][\w .-]{0,40})"/.exec(text.slice(0, 2000)) ?? [];
  return name ?? 'a tool without a name';
}

/** A string of Node holds half a gigabyte, and it reads no file of more than two at once. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isLong = ['ERR_STRING_TOO_LONG', 'ERR_FS_FILE_TOO_LARGE'].includes(code);
    const why = isLong ? 'it is too large; export fewer exchanges at a time' : whyUnreadable(error);
    throw new BadUsage(`Cannot read the HAR ${file}: ${why}`);
  }
}

export function readLedger(file: string, mayBeNew = false): LedgerFile | undefined {
  try {
    const read: LedgerFile = JSON.parse(readFileSync(file, 'utf8'));
    expectForm('ledger', read);
    return read;
  } catch (error) {
    if (mayBeNew && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new BadUsage(`${file} is not a ledger of payrig watch: ${whyUnreadable(error)}`);
  }
}
