import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { components } from '../../spec/generated/sandbox.ts';
import { isoInstant } from '../domain/instant.ts';
import { redactBody, redactHeaders, redactQuery } from './redact.ts';

export type JournalEntry = components['schemas']['JournalEntry'];

/** One request and its answer, as they were; what is shown of it is redacted. */
export type Exchange = {
  at: number;
  requestId: string;
  operation: string;
  method: string;
  path: string;
  query: string;
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

/** The size of both bodies; a request that does not tell its own counts as large as it may be. */
export function sizeOf({ headers }: IncomingMessage, response: ServerResponse): number {
  const isTold = headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined;
  const asked = isTold ? Number(headers['content-length'] ?? 0) : largestBody;
  return asked + Number(response.getHeader('content-length') ?? 0);
}

const capacity = 1000;
/** Bodies can be a megabyte each: a thousand of them are more than a journal is worth. */
const mostBytes = 16 << 20;

/** The latest requests of one client, kept in memory. */
export class Journal {
  #exchanges: Exchange[] = [];
  #bytes = 0;

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#bytes += exchange.bytes;
    while (this.#exchanges.length > capacity || (this.#bytes > mostBytes && this.#exchanges.length > 1)) {
      this.#bytes -= (this.#exchanges.shift() as Exchange).bytes;
    }
  }

  clear(): void {
    this.#exchanges = [];
    this.#bytes = 0;
  }

  /** Newest first, without secrets. */
  list(limit: number, operation?: string): JournalEntry[] {
    return this.#exchanges
      .filter((exchange) => operation === undefined || exchange.operation === operation)
      .slice(-limit)
      .reverse()
      .map(shown);
  }
}

function shown(exchange: Exchange): JournalEntry {
  return {
    at: isoInstant(exchange.at),
    request_id: exchange.requestId,
    operation: exchange.operation,
    method: exchange.method,
    path: exchange.path,
    query: redactQuery(exchange.query),
    request_headers: redactHeaders(exchange.requestHeaders),
    request_body: redactBody(exchange.requestBody),
    status: exchange.status,
    response_body: redactBody(exchange.responseBody),
    duration_ms: exchange.durationMs,
    violations: [...exchange.violations],
  };
}
