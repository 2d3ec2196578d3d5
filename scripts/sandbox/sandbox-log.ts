import { write as writeLater, writeSync } from 'node:fs';
import { printable } from '../../conformance/target/printable.ts';
import type { RequestLine, SandboxLog } from '../../simulator/app/options.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import type { Paint } from '../terminal/paint.ts';
import { type LogLevel, logLevels } from './settings.ts';

/** One log entry. Lines are made of named fields alone, so that no secret gets in by accident. */
type Entry = {
  level: Exclude<LogLevel, 'silent'>;
  message: string;
  request?: RequestLine;
  delivery?: DeliveryLine;
  requestId?: string;
  error?: { type: string; message: string; stack?: string; code?: string };
};

export type DeliveryLine = { url: string; status: number | null; error?: string; durationMs: number };

export type Sink = { write: (entry: Entry) => void; flush: () => void };

export type FullLog = SandboxLog & { delivery?: (line: DeliveryLine) => void; event(message: string): void };

export function sandboxLog(level: LogLevel, sink: Sink, secrets: readonly string[]): FullLog {
  const least = logLevels.indexOf(level);
  const clean = (text: string) => redactText(text, secrets);
  const tell = (entry: Entry): void => {
    if (logLevels.indexOf(entry.level) >= least) sink.write(entry);
  };
  const log: FullLog = {
    event: (message) => tell({ level: 'info', message }),
    warn: (sentence) => tell({ level: 'warn', message: clean(sentence) }),
    error(error, requestId) {
      const entry = errorOf(error, clean);
      tell({ level: 'error', message: entry.message, error: entry, requestId });
    },
  };
  // Requests that would not be logged are not even timed.
  if (least <= logLevels.indexOf('warn')) {
    log.request = (line) => {
      const request = { ...line, path: clean(line.path), errors: line.errors?.map(clean) };
      tell({ level: levelOf(line.status), message: 'request', request });
    };
    log.delivery = ({ url, error, ...line }) => {
      const level = line.status !== null && line.status < 300 ? 'info' : 'warn';
      const delivery = { ...line, url: withoutQuery(url), error: error && clean(error) };
      tell({ level, message: 'delivery', delivery });
    };
  }
  return log;
}

function levelOf(status: number | null): Entry['level'] {
  if (status === null || (status >= 400 && status < 500)) return 'warn';
  return status >= 500 ? 'error' : 'info';
}

function errorOf(error: unknown, clean: (text: string) => string): NonNullable<Entry['error']> {
  if (!(error instanceof Error)) return { type: typeof error, message: clean(String(error)) };
  return {
    type: error.name,
    message: clean(error.message),
    stack: error.stack && clean(error.stack),
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  };
}

/** A receiver's address may carry a secret of its own in the query or before the host. */
function withoutQuery(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

const mask = '[redacted]';

/** What opens doors, by its looks. */
const shapes: readonly [RegExp, string][] = [
  [/\bBearer +[\w.~+/-]+=*/gi, `Bearer ${mask}`],
  [/\beyJ[\w-]{5,}(\.[\w-]*){0,2}/g, mask],
  [/([?&](?:signature|token|key|secret|password)=)[^&\s"']*/gi, `$1${mask}`],
  [/((?:x-api-key|x-sandbox-key|authorization)["']?\s*[:=]\s*["']?)[^\s"',}]+/gi, `$1${mask}`],
  [
    /(["']?(?:password|jwt|token|signing_secret|encryption_key|mfa|api_key|apiKey)["']?\s*[:=]\s*["'])[^"']*/gi,
    `$1${mask}`,
  ],
];

export function redactText(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets) if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, mask);
  // No shape fits the paths of nearly all requests, and to try all of them took 5% of a request's time.
  if (!/[^\w/-]|eyJ/i.test(redacted)) return redacted;
  for (const [shape, replacement] of shapes) redacted = redacted.replace(shape, replacement);
  return redactUrls(redacted);
}

/** Where lines go: whole ones, each with its end. */
export type LineWriter = { write: (line: string) => void; flush: () => void };

/** The most characters that wait for a slow reader of the log; further lines are dropped. */
const MOST_WAITING = 8 << 20;

const jsonField = (name: string, value: unknown): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;

/**
 * JSON lines for log collectors. Entries arrive here redacted, with errors as plain data. Put together field by field, with
 * the time written once a millisecond: an object of all fields takes a request 3 µs more where other code runs in between.
 */
export function jsonSink(now = Date.now, lines: LineWriter = descriptorLines(2)): Sink {
  let instant = Number.NaN;
  let time = '';
  return {
    write({ level, message, request, delivery, requestId, error }) {
      const at = now();
      if (at !== instant) time = new Date(at).toISOString();
      instant = at;
      const id = requestId ?? request?.requestId;
      let line = `{"level":"${level}","time":"${time}"${id === undefined ? '' : `,"requestId":"${id}"`}`;
      for (const [name, value] of delivery ? Object.entries(delivery) : [])
        if (name !== 'durationMs') line += jsonField(name, value);
      if (request) {
        const { operation, client, errors, method, path, status } = request;
        if (operation !== undefined) line += `,"operation":"${operation}"`;
        line += `${jsonField('client', client)}${jsonField('errors', errors)},"method":"${method}"`;
        line += `${jsonField('path', path)},"status":${status}`;
      }
      const exchange = request ?? delivery;
      if (exchange) line += `,"durationMs":${Math.round(exchange.durationMs * 100) / 100}`;
      const said = exchange ? `,"msg":"${message}"` : jsonField('msg', message);
      lines.write(`${line}${jsonField('err', error)}${said}}\n`);
    },
    flush: lines.flush,
  };
}

/** Lines are written together: a write for each turn of the event loop took 20 µs of the 100 µs that a term by its id takes, and every 10 ms 2 µs. */
const GATHER_MS = 50;

/** Writes in the background: a parent that does not read the log cannot block the sandbox, nor can a full disk. */
function descriptorLines(descriptor: number): LineWriter {
  let waiting = '';
  let underWay = false;
  let isGathering = false;
  const next = (): void => {
    isGathering = false;
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
      // Lines that are being gathered wait for their time, also when the disk is quick.
      if (!isGathering) next();
    });
  return {
    write(line) {
      if (waiting.length + line.length <= MOST_WAITING) waiting += line;
      if (isGathering) return;
      isGathering = true;
      setTimeout(next, GATHER_MS).unref();
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

export const terminalSink = (write: (text: string) => void, paint: Paint, now = () => new Date()): Sink => ({
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

const oneLine = (text: string): string => printable(text).replaceAll('\n', ' ');
