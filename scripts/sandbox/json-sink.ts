import { createRequire } from 'node:module';
import type { DestinationStream, Logger } from 'pino';
import type { Sink } from './sandbox-log.ts';

const load = createRequire(import.meta.url);

/** JSON lines by pino. It is loaded at once: where descriptors have run out, a log that cannot be opened would be the end. */
export function jsonSink(destination?: DestinationStream): Sink {
  const { logger, flush } = open(destination);
  return {
    write({ level, message, request, delivery, requestId, error }) {
      logger[level](
        {
          ...(request && { ...request, durationMs: rounded(request.durationMs) }),
          ...(delivery && { ...delivery, durationMs: rounded(delivery.durationMs) }),
          ...(requestId !== undefined && { requestId }),
          ...(error && { err: error }),
        },
        message,
      );
    },
    flush,
  };
}

function open(destination: DestinationStream | undefined): { logger: Logger; flush: () => void } {
  const { pino } = load('pino') as typeof import('pino');
  const stderr = destination ? undefined : pino.destination({ dest: 2, sync: false });
  const logger = pino(
    {
      level: 'trace',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // What arrives here is clean already, and an error is plain data by now.
      serializers: { err: (error) => error },
    },
    (destination ?? stderr) as DestinationStream,
  );
  return { logger, flush: () => stderr?.flushSync() };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
