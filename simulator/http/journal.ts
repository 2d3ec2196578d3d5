import type { IncomingHttpHeaders } from 'node:http';
import type { components } from '../../spec/generated/sandbox.ts';
import { isoInstant } from '../domain/instant.ts';
import { redactBody, redactHeaders } from './redact.ts';

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
};

const capacity = 1000;

/** The latest requests of one client, kept in memory. */
export class Journal {
  #exchanges: Exchange[] = [];
  #next = 0;

  add(exchange: Exchange): void {
    this.#exchanges[this.#next % capacity] = exchange;
    this.#next += 1;
  }

  clear(): void {
    this.#exchanges = [];
    this.#next = 0;
  }

  /** Newest first, without secrets. */
  list(limit: number, operation?: string): JournalEntry[] {
    const start = this.#next > capacity ? this.#next % capacity : 0;
    const ordered = [...this.#exchanges.slice(start), ...this.#exchanges.slice(0, start)].reverse();
    return ordered
      .filter((exchange) => operation === undefined || exchange.operation === operation)
      .slice(0, limit)
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
    query: exchange.query,
    request_headers: redactHeaders(exchange.requestHeaders),
    request_body: redactBody(exchange.requestBody),
    status: exchange.status,
    response_body: redactBody(exchange.responseBody),
    duration_ms: exchange.durationMs,
    violations: [...exchange.violations],
  };
}
