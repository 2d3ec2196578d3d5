import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { components } from '../../spec/generated/sandbox.ts';
import { redactQuery } from '../../spec/redact-urls.ts';
import { isoInstant } from '../domain/instant.ts';
import type { Document, RequestLog } from '../store/port.ts';
import { redactBody, redactHeaders } from './redact.ts';

export type JournalEntry = components['schemas']['JournalEntry'];

/** One request and its answer, as they were; what is shown of it is redacted. */
export type Exchange = {
  requestId: string;
  method: string;
  path: string;
  search: string;
  at: number;
  operation: string;
  requestHeaders: IncomingHttpHeaders;
  requestBody: unknown;
  status: number | null;
  responseBody: unknown;
  durationMs: number;
  violations: readonly string[];
  /** Of both bodies, as JSON. */
  bytes: number;
};

const largestBody = 1 << 20;

/** The size of a request's body; one that does not tell it counts as large as it may be. */
export function sizeOf({ headers }: IncomingMessage): number {
  const isTold = headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined;
  return isTold ? Number(headers['content-length'] ?? 0) : largestBody;
}

/** More than any store keeps. */
const ALL = 1_000_000;

/** The latest requests of one client, without secrets. */
export class Journal {
  readonly #requests: RequestLog;

  constructor(requests: RequestLog) {
    this.#requests = requests;
  }

  add(exchange: Exchange): void {
    this.#requests.add(() => shown(exchange) as Document, exchange.bytes);
  }

  clear(): Promise<void> {
    return this.#requests.clear();
  }

  /** Newest first. */
  async list(limit: number, operation?: string): Promise<JournalEntry[]> {
    const entries = (await this.#requests.list(operation === undefined ? limit : ALL)) as JournalEntry[];
    return entries.filter((entry) => (operation ?? entry.operation) === entry.operation).slice(0, limit);
  }
}

function shown(exchange: Exchange): JournalEntry {
  return {
    at: isoInstant(exchange.at),
    request_id: exchange.requestId,
    operation: exchange.operation,
    method: exchange.method,
    path: exchange.path,
    query: redactQuery(exchange.search),
    request_headers: redactHeaders(exchange.requestHeaders),
    request_body: redactBody(exchange.requestBody),
    status: exchange.status,
    response_body: redactBody(exchange.responseBody),
    duration_ms: exchange.durationMs,
    violations: [...exchange.violations],
  };
}
