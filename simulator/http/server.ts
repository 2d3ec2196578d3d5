import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import type { SandboxLog } from '../options.ts';
import { logWhenDone } from './log-when-done.ts';
import { messageClasses, notesOf } from './messages.ts';
import { http } from './node-http.ts';
import { sendErrors } from './send.ts';

/** What the server needs to know beyond the app that it serves. */
export type ServerOptions = { newId: () => string; log: SandboxLog['request'] };

/** A server that answers in the error shape also where Node would answer by itself, with no body at all. */
export function createServer(app: Express, { newId, log }: ServerOptions): Server {
  const serve = (message: IncomingMessage, answer: ServerResponse): void => {
    const [request, response] = [message as Request, answer as Response];
    request.url = originForm(request.url);
    notesOf(response).requestId = newId();
    if (log) logWhenDone(request, response, log);
    if (isWellFormed(request, response)) app(request, response, nobody);
  };
  const server = http.createServer({ requireHostHeader: false, ...messageClasses(app) }, serve);
  server.on('checkExpectation', serve);
  server.on('clientError', refuseBytes);
  return server;
}

/** The app answers every request, so nobody comes after it. */
const nobody = (): void => {};

/** The first thing that a request meets: whether its form is right; if not, it is refused. */
function isWellFormed(request: Request, response: Response): boolean {
  const { host, expect } = request.headers;
  if (host === undefined && request.httpVersion === '1.1')
    sendErrors(response, 400, ['Request is missing the required header [Host]']);
  else if (expect !== undefined && !/^100-continue$/i.test(expect))
    sendErrors(response, 417, [`The expectation [${expect}] cannot be met`]);
  else return true;
  return false;
}

/** A path and query, also where somebody sends a whole address, as to a proxy; what is neither is a path to nowhere. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  if (!URL.canParse(target)) return `/${target}`;
  const { pathname, search } = new URL(target);
  return `${pathname.startsWith('/') ? '' : '/'}${pathname}${search}`;
}

const problems: Record<string, readonly [status: string, problem: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come in time'],
};

/** How long a caller may go on sending what nobody reads. */
const lingering = 1000;

/** Refuses bytes that are no request; the parser has given up, so the answer is written by hand. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, problem] = problems[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP',
  ];
  const body = JSON.stringify({ errors: [problem] });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // To close at once, with more on its way, would reset the connection and take the answer along.
  setTimeout(() => socket.destroy(), lingering).unref();
}

/** Resolves when the server takes connections. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/** Lets requests under way finish, and cuts connections that only wait. */
export function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
}
