import { Worker } from 'node:worker_threads';
import { type Extraction, extractStatement } from './extract.ts';
import { failure, type ReadingFailure } from './reading/failure.ts';
import { defaultLimits } from './reading/read-text.ts';

type Answer = Extraction | ReadingFailure;

/** Reads statements off the calling thread, in the order they come. */
export type StatementReader = {
  /** Never rejects: a file that cannot be read, or not in time, is answered with the reason. */
  read(bytes: Uint8Array): Promise<Answer>;
  close(): Promise<void>;
};

export type StatementReaderOptions = {
  /** How long one file may take, in real milliseconds. */
  timeLimitMs?: number;
  maxHeapMb?: number;
};

// The built package holds .js beside this file, the source tree .ts.
const workerFile = new URL(
  `./extract-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
  import.meta.url,
);

/** A reader with a thread of its own, begun with the first file; an idle one keeps no process alive. */
export function createStatementReader(options: StatementReaderOptions = {}): StatementReader {
  const { timeLimitMs = 10_000, maxHeapMb = 512 } = options;
  let worker: Worker | undefined;
  let answer: ((answer: Answer) => void) | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  const start = () => {
    const started = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    const lost = () => {
      if (worker !== started) return;
      worker = undefined;
      answer?.(failure('damaged'));
    };
    started.on('message', (message: Answer) => answer?.(message));
    // A file that takes all the memory ends the thread; the next file gets another.
    started.on('error', lost);
    started.on('exit', lost);
    return started;
  };

  const drop = async () => {
    const dropped = worker;
    worker = undefined;
    // Whoever waits for the end of an idle thread must not see the process end first.
    dropped?.ref();
    answer?.(failure('out-of-time'));
    await dropped?.terminate();
  };

  const readNext = async (bytes: Uint8Array): Promise<Answer> => {
    if (closed) return failure('out-of-time');
    worker ??= start();
    const reading = worker;
    reading.ref();
    const timer = setTimeout(drop, timeLimitMs);
    try {
      return await new Promise<Answer>((resolve) => {
        answer = resolve;
        reading.postMessage(bytes);
      });
    } finally {
      answer = undefined;
      clearTimeout(timer);
      if (worker === reading) reading.unref();
    }
  };

  return {
    read: (bytes) => {
      // Too large a file is not worth copying to the thread.
      if (bytes.length > defaultLimits.maxBytes) return extractStatement(bytes);
      const read = queue.then(() => readNext(bytes));
      queue = read;
      return read;
    },
    close: async () => {
      closed = true;
      await drop();
    },
  };
}
