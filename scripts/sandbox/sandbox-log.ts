import type { RequestLine, SandboxLog } from '../../simulator/app/options.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import { type LogLevel, logLevels } from './settings.ts';

/** One log entry. Lines are made of named fields alone, so that no secret gets in by accident. */
export type Entry = {
  level: Exclude<LogLevel, 'silent'>;
  message: string;
  request?: RequestLine;
  delivery?: DeliveryLine;
  requestId?: string;
  error?: { type: string; message: string; stack?: string; code?: string };
};

export type DeliveryLine = { url: string; status: number | null; error?: string; durationMs: number };

/** Where entries go: to a terminal, or as JSON to a log collector. */
export type Sink = { write: (entry: Entry) => void; flush: () => void };

export function sandboxLog(
  level: LogLevel,
  sink: Sink,
  secrets: readonly string[],
): SandboxLog & { delivery?: (line: DeliveryLine) => void; event(message: string): void } {
  const least = logLevels.indexOf(level);
  const clean = (text: string) => redactText(text, secrets);
  const tell = (entry: Entry): void => {
    if (logLevels.indexOf(entry.level) >= least) sink.write(entry);
  };
  const log: ReturnType<typeof sandboxLog> = {
    event: (message) => tell({ level: 'info', message }),
    error(error, requestId) {
      const entry = errorOf(error, clean);
      tell({ level: 'error', message: entry.message, error: entry, requestId });
    },
  };
  // Requests that would not be logged are not even timed.
  if (least <= logLevels.indexOf('warn')) {
    log.request = ({ path, errors, ...line }) =>
      tell({
        level: levelOf(line.status),
        message: 'request',
        request: { ...line, path: clean(path), errors: errors?.map(clean) },
      });
    log.delivery = ({ url, error, ...line }) =>
      tell({
        level: line.status !== null && line.status < 300 ? 'info' : 'warn',
        message: 'delivery',
        delivery: { ...line, url: withoutQuery(url), error: error === undefined ? undefined : clean(error) },
      });
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
    stack: error.stack === undefined ? undefined : clean(error.stack),
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

/** A text for a log, without the secrets that are known and without what looks like one. */
export function redactText(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets) redacted = redacted.replaceAll(secret, mask);
  for (const [shape, replacement] of shapes) redacted = redacted.replace(shape, replacement);
  return redactUrls(redacted);
}
