import type { IncomingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import { MOST_LEVELS } from '../../spec/bounds.ts';
import type { components } from '../../spec/generated/sandbox.ts';
import { mask, redactQuery, redactUrls, secretName } from '../../spec/redact-urls.ts';
import { isoInstant } from '../domain/instant.ts';
import type { Document, RequestEntry, RequestLog } from '../store/port.ts';

export type JournalEntry = components['schemas']['JournalEntry'];

/** The largest JSON body that the service takes. */
const LARGEST_BODY = 1 << 20;

type ReceivedRequest = {
  readonly requestId: string;
  /** Null where no operation was reached. */
  readonly operation: string | null;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
};

/** One request and its answer, filled in as the request is served. What it shows of them is redacted. */
export class JournalRecord implements RequestEntry {
  readonly #request: ReceivedRequest;
  readonly #started = performance.now();
  #status: number | null = null;
  #answer: unknown;
  #document: Document | undefined;
  durationMs = 0;
  bytes = 0;
  readonly violations: string[] = [];
  /** The client's time, once the client is known. */
  at = 0;
  body: unknown;
  /** The journal of the client, once the client is known; undefined for requests that no journal keeps. */
  log: RequestLog | undefined;

  constructor(request: ReceivedRequest) {
    this.#request = request;
  }

  /** Notes the answer with the size of its body, or a null status for a cut connection, and adds itself to the journal. */
  end(status: number | null, answer: unknown, size: number): void {
    this.#status = status;
    this.#answer = answer;
    this.durationMs = performance.now() - this.#started;
    const { headers } = this.#request;
    // A request whose headers do not give the size of its body counts as the largest.
    // A body that was not read, or that was too large, is not kept.
    const hasSize = headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined;
    const sent = hasSize ? Number(headers['content-length'] ?? 0) : LARGEST_BODY;
    this.bytes = size + (this.body === undefined ? 0 : sent);
    this.log?.add(this);
  }

  /** Made once, however many streams follow the requests. */
  document(): Document {
    this.#document ??= this.#redacted();
    return this.#document;
  }

  #redacted(): Document {
    const { requestId, operation, method, url, headers } = this.#request;
    const queryAt = url.indexOf('?');
    const entry: JournalEntry = {
      at: isoInstant(this.at),
      request_id: requestId,
      operation,
      source: sourceOf(headers),
      method,
      path: queryAt < 0 ? url : url.slice(0, queryAt),
      query: redactQuery(queryAt < 0 ? '' : url.slice(queryAt + 1)),
      request_headers: redactHeaders(headers),
      request_body: redactBody(this.body),
      status: this.#status,
      response_body: redactBody(this.#answer),
      duration_ms: this.durationMs,
      violations: [...this.violations],
    };
    return entry as Document;
  }
}

/** The part of Payrig that sent a request: its console, its command line or a check; null for a caller under test. */
function sourceOf(headers: IncomingHttpHeaders): JournalEntry['source'] {
  if (headers['x-payrig-console'] !== undefined) return 'console';
  const name = /^payrig-(command|check)$/.exec(headers['user-agent'] ?? '')?.[1];
  return name === 'command' || name === 'check' ? name : null;
}

/** More than any store keeps. */
const ALL = 1_000_000;

/** Only requests of an operation, or older ones than that with this id. */
type JournalQuery = { operation?: string | undefined; before?: string | undefined };

export type Journal = ReturnType<typeof journal>;

export const journal = (requests: RequestLog) => ({
  clear: () => requests.clear(),
  /** Adds a line about what was done to the client, between the requests before it and those after it. */
  mark(at: number, request: Pick<ReceivedRequest, 'requestId' | 'operation' | 'method' | 'url'>): void {
    const mark = new JournalRecord({ ...request, headers: {} });
    mark.at = at;
    mark.log = requests;
    mark.end(200, undefined, 0);
  },
  /** A function that returns the requests since it was last called, oldest first. */
  follow: (limit: number) => requests.follow(limit) as Promise<() => Promise<JournalEntry[]>>,
  /** Newest first. */
  async list(limit: number, { operation, before }: JournalQuery = {}): Promise<JournalEntry[]> {
    const isPart = operation !== undefined || before !== undefined;
    const entries = (await requests.list(isPart ? ALL : limit)) as JournalEntry[];
    // One that is no longer kept is older than all.
    const at = before === undefined ? -1 : entries.findIndex(({ request_id }) => request_id === before);
    const older = before !== undefined && at < 0 ? [] : entries.slice(at + 1);
    return older.filter((entry) => (operation ?? entry.operation) === entry.operation).slice(0, limit);
  },
});

const redactHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? mask : String(value)]),
  );

/** A body without secrets: neither in fields of that name nor in URLs. */
export function redactBody(body: unknown, depth = 0): unknown {
  if (typeof body === 'string') return redactUrls(body);
  if (typeof body !== 'object' || body === null) return body;
  if (depth === MOST_LEVELS) return '[nested too deeply to be shown]';
  if (Array.isArray(body)) return body.map((item) => redactBody(item, depth + 1));
  const shown = (name: string, value: unknown) =>
    secretName.test(name) && value !== null ? mask : redactBody(value, depth + 1);
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shown(name, value)]));
}
