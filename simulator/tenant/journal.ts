import type { IncomingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { components } from '../../spec/generated/sandbox.ts';
import { redactQuery } from '../../spec/redact-urls.ts';
import { isoInstant } from '../domain/instant.ts';
import type { Document, RequestEntry, RequestLog } from '../store/port.ts';
import { redactBody, redactHeaders } from './redact.ts';

export type JournalEntry = components['schemas']['JournalEntry'];

const largestBody = 1 << 20;

/** A request as it came. */
type Asked = {
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
};

/** One request and its answer, as far as they have come; what is shown of them is redacted. */
export class JournalRecord implements RequestEntry {
  readonly #asked: Asked;
  readonly #started = performance.now();
  #status: number | null = null;
  #answer: unknown;
  #durationMs = 0;
  bytes = 0;
  readonly violations: string[] = [];
  /** The client's time, once it is known who asks. */
  at = 0;
  body: unknown;
  /** Where it is kept, once that is known. */
  log: RequestLog | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** It was answered with a body of so many bytes, or, with no status, its connection was cut. */
  end(status: number | null, answer: unknown, size: number): void {
    this.#status = status;
    this.#answer = answer;
    this.#durationMs = performance.now() - this.#started;
    const { headers } = this.#asked;
    // A request that does not tell the size of its body counts as large as it may be.
    const isTold = headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined;
    this.bytes = size + (isTold ? Number(headers['content-length'] ?? 0) : largestBody);
    this.log?.add(this);
  }

  document(): Document {
    const { requestId, operation, method, path, search, headers } = this.#asked;
    const entry: JournalEntry = {
      at: isoInstant(this.at),
      request_id: requestId,
      ...{ operation, method, path },
      query: redactQuery(search),
      request_headers: redactHeaders(headers),
      request_body: redactBody(this.body),
      status: this.#status,
      response_body: redactBody(this.#answer),
      duration_ms: this.#durationMs,
      violations: [...this.violations],
    };
    return entry as Document;
  }
}

/** More than any store keeps. */
const ALL = 1_000_000;

export type Journal = ReturnType<typeof journal>;

/** The latest requests of one client, without secrets. */
export const journal = (requests: RequestLog) => ({
  clear: () => requests.clear(),
  /** Newest first. */
  async list(limit: number, operation?: string): Promise<JournalEntry[]> {
    const entries = (await requests.list(operation === undefined ? limit : ALL)) as JournalEntry[];
    return entries.filter((entry) => (operation ?? entry.operation) === entry.operation).slice(0, limit);
  },
});
