import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { BadUsage } from '../failure.ts';
import { guessBase, judgeHar, readHar } from './har.ts';
import { Intake, type IntakeOptions } from './intake.ts';
import type { LedgerFile } from './ledger.ts';
import { type RecordingWriter, readRecording, recordTo } from './recording.ts';
import { StandIns } from './stand-ins.ts';
import { Watch, type WatchOptions } from './watch.ts';

export type OpenOptions = Omit<WatchOptions, 'ledger'> &
  Pick<IntakeOptions, 'secret' | 'encryptionKey'> & {
    /** A file to go on from, and to write to. */
    readonly ledgerFile?: string;
    readonly record?: string;
    /** Personal data and secrets stay as they are, in every file. */
    readonly keepValues?: boolean;
  };

/** A watch with the files that belong to it. */
export class OpenWatch {
  readonly watch: Watch;
  readonly intake: Intake;
  readonly #options: OpenOptions;
  readonly #recording: RecordingWriter | undefined;

  constructor(options: OpenOptions) {
    const { ledgerFile, record, keepValues = false, profile, secret, encryptionKey } = options;
    this.#options = options;
    this.watch = new Watch({
      ...options,
      ledger: ledgerFile === undefined ? undefined : readLedger(ledgerFile, true),
    });
    this.#recording =
      record === undefined ? undefined : recordTo(record, (error) => this.watch.ledger.fault(error));
    const standIns = keepValues ? undefined : new StandIns(profile);
    this.intake = new Intake(this.watch, {
      ...{ secret, encryptionKey },
      vendor: profile?.naming?.vendor,
      standIn: standIns?.of,
      standInUrl: standIns?.url,
      record: this.#recording?.write,
    });
  }

  /**
   * Writes the ledger's file, if there is one; a crash while writing leaves the older one. Returns why it could not: the
   * traffic goes on, and the next call tries again.
   */
  save(target: string): string | undefined {
    const { ledgerFile } = this.#options;
    if (ledgerFile === undefined) return undefined;
    try {
      const text = `${JSON.stringify(this.watch.ledger.file(target), null, 2)}\n`;
      writeFileSync(`${ledgerFile}.new`, text, { mode: 0o600 });
      renameSync(`${ledgerFile}.new`, ledgerFile);
      return undefined;
    } catch (error) {
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
    const entries = readHar(await textOf(file), file);
    const found = base ?? guessBase(entries, this.watch);
    if (found === undefined)
      throw new BadUsage(
        `None of the ${entries.length} exchanges of ${file} is an operation of the contract. Name the base URL if the paths have a prefix, and the authority's word by --profile.`,
      );
    return { base: found, others: judgeHar(entries, found, this.intake) };
  }

  /** Judges a recording of ours, whose order it keeps. */
  async recording(file: string): Promise<void> {
    for await (const line of readRecording(file)) {
      if ('begin' in line) this.watch.begin(...line.begin);
      else this.watch.end(line);
    }
  }
}

/** A string of Node holds half a gigabyte, and it reads no file of more than two at once. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isLong = code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE';
    const why = isLong ? 'it is too large; export fewer exchanges at a time' : message;
    throw new BadUsage(`The HAR ${file} cannot be read: ${why}.`);
  }
}

/** A ledger's file; throws a sentence when it is none. */
export function readLedger(file: string, mayBeNew = false): LedgerFile | undefined {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'));
    if (read?.kind === 'payrig-ledger' && read.version === 1) return read;
  } catch (error) {
    if (mayBeNew && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new BadUsage(`The ledger ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new BadUsage(`${file} is no ledger of payrig watch.`);
}
