import { printable } from '../../conformance/printable.ts';
import type { Paint } from '../paint.ts';
import type { Entry, Sink } from './sandbox-log.ts';

/** One compact line a request, for a person at a terminal. */
export const terminalSink = (write: (text: string) => void, paint: Paint, now: () => Date): Sink => ({
  write(entry) {
    write(`${paint.dim(now().toTimeString().slice(0, 8))} ${lineOf(entry, paint)}\n`);
  },
  flush() {},
});

function lineOf({ request, delivery, error, message, level }: Entry, paint: Paint): string {
  if (request) {
    const { method, path, status, durationMs, errors, client } = request;
    const whose = client === undefined || client === 'sandbox' ? '' : paint.dim(` ${client}`);
    const why = (errors ?? []).map((error) => `\n${' '.repeat(9)}${paint.dim(oneLine(error))}`).join('');
    return `${coloured(status, paint)} ${method.padEnd(6)} ${oneLine(path)}${whose} ${paint.dim(time(durationMs))}${why}`;
  }
  if (delivery) {
    const { url, status, error: why, durationMs } = delivery;
    return `${status === null ? paint.red('err') : coloured(status, paint)} ${'→ POST'.padEnd(6)} ${oneLine(url)}${why ? ` ${oneLine(why)}` : ''} ${paint.dim(time(durationMs))}`;
  }
  if (level === 'info') return oneLine(message);
  return paint.red(printable(`${level} ${error?.stack ?? message}`));
}

function coloured(status: number | null, paint: Paint): string {
  if (status === null) return paint.red('cut');
  const colour = status < 300 ? paint.green : status < 500 ? paint.yellow : paint.red;
  return colour(String(status));
}

const time = (milliseconds: number): string =>
  milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;

/** A text of a caller on one line, without characters that steer a terminal. */
const oneLine = (text: string): string => printable(text).replaceAll('\n', ' ');
