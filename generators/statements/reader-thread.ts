import { Worker } from 'node:worker_threads';
import type { Extraction } from './extract.ts';
import { type FailureCode, failure, type ReadingFailure } from './reading/failure.ts';

/** What reading a file came to. */
export type Reading = Extraction | ReadingFailure;

/** What one file may take: real milliseconds, and megabytes beyond the file itself. */
export type ReadingBounds = { timeLimitMs: number; maxMemoryMb: number };

/** A thread that reads one file at a time and can be ended at any moment; an idle one keeps no process alive. */
export type ReaderThread = {
  readonly isAlive: boolean;
  /** Never rejects; a file that goes beyond its bounds costs the thread. */
  read(bytes: Uint8Array): Promise<Reading>;
  end(): Promise<void>;
};

// The built package holds .js beside this file, the source tree .ts.
const workerFile = new URL(
  `./extract-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
  import.meta.url,
);

/** How often the memory of a thread is looked at. */
const watchMs = 50;

export function startReaderThread({ timeLimitMs, maxMemoryMb }: ReadingBounds): ReaderThread {
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
    get isAlive() {
      return isAlive;
    },
    async read(bytes) {
      worker.ref();
      const timer = setTimeout(() => void end('out-of-time'), timeLimitMs);
      const before = process.memoryUsage.rss();
      const watch = setInterval(async () => {
        if ((await memoryOf(worker, before)) > maxMemoryMb * 2 ** 20) await end('too-much-memory');
      }, watchMs);
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
  const told = await worker.getHeapStatistics().catch(() => undefined);
  return told ? told.used_heap_size + told.external_memory : 0;
}
