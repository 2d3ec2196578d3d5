import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { SandboxLog } from '../options.ts';
import { logWhenDone } from './log-when-done.ts';
import { http } from './node-http.ts';
import { sendErrors } from './send.ts';

/** The first thing that a request meets: it gets an id, a line in the log, and a refusal if its form is wrong. */
export function front(newId: () => string, log: SandboxLog | undefined): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = newId();
    response.locals['requestId'] = requestId;
    response.setHeader('X-Request-Id', requestId);
    if (log?.request) logWhenDone(request, response, log.request);
    const { host, expect } = request.headers;
    if (host === undefined && request.httpVersion === '1.1')
      sendErrors(response, 400, ['Request is missing the required header [Host]']);
    else if (expect !== undefined && !/^100-continue$/i.test(expect))
      sendErrors(response, 417, [`The expectation [${expect}] cannot be met`]);
    else next();
  };
}

/** A server that answers in the error shape also where Node would answer by itself, with no body at all. */
export function createServer(app: RequestHandler): Server {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    request.url = originForm(request.url ?? '/');
    app(request as Request, response as Response, () => {});
  };
  const server = http.createServer({ requireHostHeader: false }, serve);
  server.on('checkExpectation', serve);
  server.on('clientError', refuseBytes);
  return server;
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
