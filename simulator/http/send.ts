import type { Response } from 'express';

/** Sends an answer as JSON; one without a body is empty. */
export function sendJson(response: Response, status: number, body: unknown): void {
  response.statusCode = status;
  if (body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const length = Buffer.byteLength(text);
  response.setHeader('Content-Length', length);
  // Text of one byte a character is the same in both encodings, and written faster in this one.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
}

/** Sends the one error body of the service. */
export function sendErrors(
  response: Response,
  status: number,
  errors: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // For the log, which tells why a request was refused.
  response.locals['errors'] = errors;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, { errors });
}
