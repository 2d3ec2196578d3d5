import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { servePipelined } from './serve-pipelined.ts';

/** A server that answers in the error shape also where Node would answer by itself, with no body at all. */
export function createServer(app: RequestListener): Server {
  const serve = servePipelined((request, response) => {
    request.url = originForm(request.url ?? '');
    app(request, response);
  });
  // A request without a host, or with an expectation, is refused by the app.
  const server = createHttpServer({ requireHostHeader: false }, serve);
  const descriptors = descriptorLimit();
  if (descriptors !== undefined) server.maxConnections = Math.max(descriptors - reserved, descriptors >> 1);
  server.on('checkExpectation', serve);
  server.on('clientError', refuseBytes);
  // A connection that could not be taken; unheard, it would end the process.
  server.on('error', () => {});
  return server;
}

/** Descriptors kept back for files, modules and deliveries; connections must not take them all. */
const reserved = 256;

/** How many descriptors the process may have; undefined where the machine does not say. */
function descriptorLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
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
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

/** Lets requests under way finish, and cuts connections that only wait. */
export function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
}
