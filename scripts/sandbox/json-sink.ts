import { write as writeLater, writeSync } from 'node:fs';
import type { Sink } from './sandbox-log.ts';

/** Where lines go: whole ones, each with its end. */
export type LineWriter = { write: (line: string) => void; flush: () => void };

/** The most characters that wait for a slow reader of the log; further lines are dropped. */
const MOST_WAITING = 8 << 20;

/** JSON lines for log collectors. Entries arrive here redacted, with errors as plain data. */
export const jsonSink = (now: () => Date, lines: LineWriter = descriptorLines(2)): Sink => ({
  write({ level, message, request, delivery, requestId, error }) {
    const exchange = request ?? delivery;
    const line = {
      level,
      time: now().toISOString(),
      ...exchange,
      durationMs: exchange && Math.round(exchange.durationMs * 100) / 100,
      requestId: requestId ?? request?.requestId,
      err: error,
      msg: message,
    };
    lines.write(`${JSON.stringify(line)}\n`);
  },
  flush: lines.flush,
});

/**
 * Writes lines to a descriptor in the background, so that a parent process that does not read the log cannot block the
 * sandbox. When the log cannot be written (a closed pipe, a full disk), only the log is lost.
 */
function descriptorLines(descriptor: number): LineWriter {
  let waiting = '';
  let underWay = false;
  const next = (): void => {
    if (underWay || waiting === '') return;
    const bytes = Buffer.from(waiting);
    waiting = '';
    underWay = true;
    send(bytes);
  };
  const send = (bytes: Buffer): void =>
    writeLater(descriptor, bytes, (error, written) => {
      if (!error && written < bytes.length) return send(bytes.subarray(written));
      underWay = false;
      next();
    });
  return {
    write(line) {
      if (waiting.length + line.length <= MOST_WAITING) waiting += line;
      next();
    },
    flush() {
      // With a write under way the reader may have stopped reading, and waiting could take for ever.
      if (underWay || waiting === '') return;
      try {
        writeSync(descriptor, waiting);
      } catch {}
      waiting = '';
    },
  };
}
