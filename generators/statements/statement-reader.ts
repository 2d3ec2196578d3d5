import { Worker } from 'node:worker_threads';
import { type Extraction, extractStatement } from './extract.ts';
import { defaultLimits, type FailureCode, failure, type ReadingFailure } from './reading/read-text.ts';
import { READING_LIMIT_MS } from './statement.ts';

export type StatementReader = {
  /** Never rejects: a file that cannot be read within bounds gets the reason. No owner waits for another's files. */
  read(bytes: Uint8Array, owner?: string): Promise<Reading>;
  close(): Promise<void>;
};

export type StatementReaderOptions = Partial<ReadingBounds> & { threads?: number };

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
    if (!thread.isAlive() || isClosed || idle) await thread.end();
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

type Reading = Extraction | ReadingFailure;

/** What one file may take: real milliseconds, and megabytes beyond the file itself. */
type ReadingBounds = { timeLimitMs: number; maxMemoryMb: number };

// The built package holds .js beside this file, the source tree .ts.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./extract-worker.${extension}`, import.meta.url);

type ReaderThread = ReturnType<typeof startReaderThread>;

/** A thread that reads one file at a time and can be ended at any moment; an idle one keeps no process alive. */
function startReaderThread({ timeLimitMs, maxMemoryMb }: ReadingBounds) {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
  let isAlive = true;
  let settle: ((reading: Reading) => void) | undefined;
  worker.unref();
  worker.on('message', (reading: Reading) => settle?.(reading));
  const lost = (code: FailureCode) => {
    isAlive = false;
    settle?.(failure(code));
  };
  worker.on('error', ({ code }: NodeJS.ErrnoException) =>
    lost(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-much-memory' : 'damaged'),
  );
  worker.on('exit', () => lost('damaged'));

  const end = async (code: FailureCode): Promise<void> => {
    // The process must not exit before an idle thread has ended.
    worker.ref();
    lost(code);
    await worker.terminate();
  };

  return {
    isAlive: () => isAlive,
    /** Never rejects; a file that goes beyond its bounds costs the thread. */
    async read(bytes: Uint8Array): Promise<Reading> {
      worker.ref();
      const timer = setTimeout(() => void end('out-of-time'), timeLimitMs);
      const before = process.memoryUsage.rss();
      const watch = setInterval(async () => {
        if ((await memoryOf(worker, before)) > maxMemoryMb * 2 ** 20) await end('too-much-memory');
      }, 50);
      try {
        return await new Promise<Reading>((resolve) => {
          settle = resolve;
          worker.postMessage(bytes);
        });
      } finally {
        settle = undefined;
        clearTimeout(timer);
        clearInterval(watch);
        if (isAlive) worker.unref();
      }
    },
    end: () => end('out-of-time'),
  };
}

/** Bytes that a thread holds. The limits of its heap leave out buffers, and what a file unpacks to is in those. */
async function memoryOf(worker: Worker, rssBefore: number): Promise<number> {
  // Before Node 24 a thread does not tell; the growth of the whole process stands in for it.
  if (!('getHeapStatistics' in worker)) return process.memoryUsage.rss() - rssBefore;
  const heap = await worker.getHeapStatistics().catch(() => undefined);
  return heap ? heap.used_heap_size + heap.external_memory : 0;
}
