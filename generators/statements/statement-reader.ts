import { extractStatement } from './extract.ts';
import { type ReaderThread, type Reading, type ReadingBounds, startReaderThread } from './reader-thread.ts';
import { failure } from './reading/failure.ts';
import { defaultLimits } from './reading/read-text.ts';
import { READING_LIMIT_MS } from './statement.ts';

/** Reads statements off the calling thread. */
export type StatementReader = {
  /**
   * Never rejects: a file that cannot be read, or not within its bounds, is answered with the reason. Files of one owner
   * are read in the order they come, one at a time, so that no owner waits for another's.
   */
  read(bytes: Uint8Array, owner?: string): Promise<Reading>;
  close(): Promise<void>;
};

export type StatementReaderOptions = Partial<ReadingBounds> & {
  /** How many files are read at the same time. */
  threads?: number;
};

type Job = { bytes: Uint8Array; resolve: (reading: Reading) => void };

/** A reader with a few threads, each begun when there is a file for it. */
export function createStatementReader(options: StatementReaderOptions = {}): StatementReader {
  const { threads = 4, timeLimitMs = READING_LIMIT_MS, maxMemoryMb = 256 } = options;
  const waiting = new Map<string, Job[]>();
  const busy = new Map<string, ReaderThread>();
  let idle: ReaderThread | undefined;
  let isClosed = false;

  const readNext = () => {
    for (const [owner, jobs] of waiting) {
      if (busy.size >= threads) return;
      if (!busy.has(owner)) void readOne(owner, jobs);
    }
  };

  const readOne = async (owner: string, [job, ...rest]: Job[]): Promise<void> => {
    // An owner with more files goes to the end of the queue.
    waiting.delete(owner);
    if (rest.length > 0) waiting.set(owner, rest);
    if (!job) return;
    const thread = idle ?? startReaderThread({ timeLimitMs, maxMemoryMb });
    idle = undefined;
    busy.set(owner, thread);
    job.resolve(await thread.read(job.bytes));
    busy.delete(owner);
    if (!thread.isAlive || isClosed || idle) await thread.end();
    else idle = thread;
    readNext();
  };

  return {
    read(bytes, owner = '') {
      // Too large a file is not worth copying to a thread.
      if (bytes.length > defaultLimits.maxBytes) return extractStatement(bytes);
      if (isClosed) return Promise.resolve(failure('out-of-time'));
      return new Promise((resolve) => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), { bytes, resolve }]);
        readNext();
      });
    },
    async close() {
      isClosed = true;
      for (const { resolve } of [...waiting.values()].flat()) resolve(failure('out-of-time'));
      waiting.clear();
      await Promise.all([...busy.values(), idle].map((thread) => thread?.end()));
    },
  };
}
