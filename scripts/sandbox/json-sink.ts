import { write as writeLater, writeSync } from 'node:fs';
import type { Sink } from './sandbox-log.ts';

/** Where lines go: whole ones, each with its end. */
export type LineWriter = { write: (line: string) => void; flush: () => void };

/** How many characters wait for a reader of the log that does not read; what comes on top of that is left out. */
const MOST_WAITING = 8 << 20;

/** JSON lines, for whatever collects logs. What arrives here is clean already, and an error is plain data by now. */
export function jsonSink(now: () => Date, lines: LineWriter = descriptorLines(2)): Sink {
  return {
    write({ level, message, request, delivery, requestId, error }) {
      const line = {
        level,
        time: now().toISOString(),
        ...(request && { ...request, durationMs: rounded(request.durationMs) }),
        ...(delivery && { ...delivery, durationMs: rounded(delivery.durationMs) }),
        ...(requestId !== undefined && { requestId }),
        ...(error && { err: error }),
        msg: message,
      };
      lines.write(`${JSON.stringify(line)}\n`);
    },
    flush: lines.flush,
  };
}

/**
 * Lines to a descriptor in the background: whoever started the sandbox and does not read its log must not stop it.
 * A log that cannot be written (nobody at the other end, a full disk) is lost, and nothing else.
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
      // With a write under way the reader may have stopped reading; waiting for it could take for ever.
      if (underWay || waiting === '') return;
      try {
        writeSync(descriptor, waiting);
      } catch {}
      waiting = '';
    },
  };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
