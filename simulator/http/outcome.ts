import { Readable } from 'node:stream';
import { Refusal } from '../domain/refusal.ts';
import { DamagedDocumentError, StoreUnavailableError } from '../store/port.ts';
import { jsonOf } from './json.ts';
import type { RequestContext } from './request-context.ts';

/** What a request comes to. */
export type Outcome = {
  status: number;
  body: unknown;
  /** The field of the body that is a list of documents. */
  documents?: string | undefined;
  headers?: Readonly<Record<string, string>>;
};

export const errorOutcome = (
  status: number,
  errors: readonly string[],
  headers?: Outcome['headers'],
): Outcome => ({ status, body: { errors }, ...(headers && { headers }) });

/** What the caller is told when a request is refused; undefined when the sandbox itself is at fault. */
export function refusalOutcome(error: unknown): Outcome | undefined {
  return error instanceof Refusal ? errorOutcome(error.status, error.errors, error.headers) : undefined;
}

/** What the caller is told when the sandbox itself is at fault; a strict one tells how. */
export function faultOutcome(error: unknown, strict = false): Outcome {
  if (error instanceof StoreUnavailableError)
    return errorOutcome(503, ['The data cannot be reached or written at the moment: try again later'], {
      'Retry-After': '1',
    });
  if (error instanceof DamagedDocumentError)
    return errorOutcome(500, ['The stored data that this needs is damaged; GET /_sandbox/health tells what']);
  const told = strict && error instanceof Error ? error.message : 'The sandbox broke; its log says how';
  return errorOutcome(500, [told]);
}

/**
 * Sends an outcome as JSON, bytes as a PDF, batches of events as they come; one without a body is empty. The result is the
 * size of the body, where it has an end.
 */
export function send(call: RequestContext, { status, body, documents, headers }: Outcome): number {
  if (status >= 400) call.errors = (body as { errors?: string[] })?.errors;
  if (isEvents(body)) return sendEvents(call, body);
  if (body === undefined) return write(call, status, { ...headers });
  return body instanceof Uint8Array
    ? write(call, status, { ...headers, 'Content-Type': 'application/pdf' }, body)
    : write(call, status, { ...headers, 'Content-Type': JSON_TYPE }, jsonOf(body, documents));
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a page or a file of the sandbox's own. */
export function sendFile(
  call: RequestContext,
  type: string,
  content: string | Uint8Array,
  headers: Outcome['headers'] = {},
): void {
  const charset = typeof content === 'string' ? '; charset=utf-8' : '';
  write(call, 200, { ...headers, 'Content-Type': type + charset }, content);
}

/** A text goes out in one write with its head. */
function write(
  { response, requestId }: RequestContext,
  status: number,
  headers: Record<string, string | number>,
  content?: string | Uint8Array,
): number {
  const size = content === undefined ? 0 : Buffer.byteLength(content);
  // Half an answer is on its way, and cannot be taken back.
  if (response.headersSent) {
    response.destroy();
    return size;
  }
  headers['X-Request-Id'] = requestId;
  if (content !== undefined) headers['Content-Length'] = size;
  response.writeHead(status, headers).end(content);
  return size;
}

type Events = AsyncIterable<readonly { event: string; data: unknown }[]>;

/** Whether a body is a stream of server-sent events. */
export const isEvents = (body: unknown): body is Events =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Sends server-sent events until there are no more or nobody is there to get them. */
function sendEvents({ response, requestId }: RequestContext, events: Events): number {
  response.writeHead(200, {
    'X-Request-Id': requestId,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Kept open after its end, the connection would hold up a sandbox that closes.
    Connection: 'close',
  });
  response.flushHeaders();
  const texts = Readable.from(eventTexts(events));
  texts.on('error', () => response.destroy());
  response.on('close', () => texts.destroy());
  texts.pipe(response);
  return 0;
}

async function* eventTexts(events: Events): AsyncGenerator<string> {
  for await (const batch of events) {
    // A line that says nothing keeps whatever stands between from giving up on a silent connection.
    yield batch.length === 0
      ? ':\n\n'
      : batch.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  }
}
