import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A server that answers in the error shape also where Node would answer by itself, with no body at all. */
export function createServer(app: RequestListener): Server {
  const serve = servePipelined(
    serveInTurns((request, response) => {
      request.url = originForm(request.url ?? '');
      app(request, response);
    }),
  );
  // The app refuses requests without a host or with an expectation, in the error shape.
  const server = createHttpServer({ requireHostHeader: false }, serve);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const descriptors = descriptorLimit();
  if (descriptors !== undefined)
    server.maxConnections = Math.max(descriptors - RESERVED_DESCRIPTORS, descriptors >> 1);
  server.on('checkExpectation', serve);
  server.on('clientError', refuseBytes);
  // Without a listener, a connection that cannot be accepted would end the process.
  server.on('error', () => {});
  return server;
}

/** Callers keep idle connections for up to a minute; Node's five seconds would close one that is about to be used. */
const KEEP_ALIVE_MS = 65_000;

/** Descriptors that connections leave to files, modules and deliveries. */
const RESERVED_DESCRIPTORS = 256;

/** How many descriptors the process may have; undefined where the system does not say. */
function descriptorLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** Requests of one connection that wait for their turn; ending hundreds of connections with more would take a second. */
const MOST_WAITING = 128;

/** Serves pipelined requests in turn: side by side, the answers for a caller that reads none would stay in memory. */
function servePipelined(serve: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request: IncomingMessage, response: ServerResponse) => {
    // Node gives the socket to one response after the other.
    if (response.socket) return serve(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MOST_WAITING) socket.destroy();
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      queueMicrotask(() => serve(request, response));
    });
  };
}

const TURN_MS = 25;

/** Begins requests for a moment in each turn of the event loop: hundreds that arrive at once keep nothing else waiting. */
function serveInTurns(serve: RequestListener): RequestListener {
  let turnEnds: number | undefined;
  let waiting = 0;
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    if (turnEnds === undefined) {
      turnEnds = performance.now() + TURN_MS;
      setImmediate(() => {
        turnEnds = undefined;
      });
    }
    serve(request, response);
  };
  const mayBegin = () => turnEnds === undefined || performance.now() < turnEnds;
  const wait = (request: IncomingMessage, response: ServerResponse): void => {
    setImmediate(() => {
      if (!mayBegin()) return wait(request, response);
      waiting -= 1;
      begin(request, response);
    });
  };
  return (request, response) => {
    if (waiting === 0 && mayBegin()) return begin(request, response);
    waiting += 1;
    wait(request, response);
  };
}

/** Path and query of a target, which may be a whole URL, as sent to a proxy. Any other target becomes an unknown path. */
function originForm(target: string): string {
  const [address = ''] = target.split('#', 1);
  if (address.startsWith('/')) return address;
  if (!URL.canParse(address)) return `/${address}`;
  const { pathname, search } = new URL(address);
  return `${pathname.startsWith('/') ? '' : '/'}${pathname}${search}`;
}

const connectionProblems: Record<string, readonly [status: string, problem: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come in time'],
};

const LINGER_MS = 1000;

/** Refuses bytes that are not HTTP. Node's parser has given up, so the answer is written to the socket. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, problem] = connectionProblems[error.code ?? ''] ?? [
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
  // Closing at once, while more bytes arrive, would reset the connection and lose the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Starts to take connections; returns the port, which the system has picked if 0 was asked for. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

export const stopServing = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
