import type { Response } from 'express';
import { notesOf } from './messages.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends an answer as JSON; one without a body is empty. */
export function sendJson(response: Response, status: number, body: unknown, headers: Headers = {}): void {
  const notes = notesOf(response);
  const head: string[] = ['X-Request-Id', notes.requestId];
  for (const name in headers) head.push(name, headers[name] as string);
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  if (body !== undefined) head.push('Content-Type', 'application/json; charset=utf-8');
  // An answer that can have no content has no length either.
  if (status !== 204) head.push('Content-Length', String(length));
  notes.isAnswered = true;
  notes.bytes += length;
  // Text of one byte a character is the same in both encodings, and written faster in this one.
  const encoding = length === text.length ? 'latin1' : 'utf8';
  if (ready.length === 0) setImmediate(sendReady);
  ready.push({ response, status, head, text, encoding });
}

type Ready = {
  response: Response;
  status: number;
  head: string[];
  text: string;
  encoding: 'latin1' | 'utf8';
};

let ready: Ready[] = [];

/**
 * Sends what was answered in one turn of the event loop, at its end. The first answer wakes whoever waits at the other
 * end, which takes longer than all else about sending; those that follow at once find it awake.
 */
function sendReady(): void {
  const all = ready;
  ready = [];
  for (const { response, status, head, text, encoding } of all) {
    // Somebody else has answered since, and their half of an answer is worth nothing.
    if (response.headersSent) response.destroy();
    else response.writeHead(status, head).end(text, encoding);
  }
}

/** Sends the one error body of the service. */
export function sendErrors(
  response: Response,
  status: number,
  errors: readonly string[],
  headers: Headers = {},
): void {
  const notes = notesOf(response);
  if (notes.isAnswered || response.headersSent) {
    response.destroy();
    return;
  }
  // For the log, which tells why a request was refused.
  notes.errors = errors;
  sendJson(response, status, { errors }, headers);
}
