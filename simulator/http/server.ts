import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import {
  http,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from '../../spec/node-http.ts';

/** A server that answers in the error shape also where Node would answer by itself, with no body at all. */
export function createServer(app: RequestListener): Server {
  const turns = new Turns();
  const begin = servePipelined(
    serveInTurns(turns, (request, response) => {
      request.url = originForm(request.url ?? '');
      app(request, response);
    }),
  );
  const serve: RequestListener = (request, response) => {
    turns.arrived();
    begin(request, response);
  };
  // The app refuses requests without a host or with an expectation, in the error shape.
  const made = 'request' in app ? madeByExpress(app as Express) : {};
  const server = http.createServer({ requireHostHeader: false, ...made }, serve);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const descriptors = descriptorLimit();
  if (descriptors !== undefined)
    server.maxConnections = Math.max(descriptors - RESERVED_DESCRIPTORS, descriptors >> 1);
  server.on('checkExpectation', serve);
  server.on('clientError', refuseBytes);
  server.on('connection', (socket) => turns.follow(socket));
  connections.set(server, turns.connections);
  // Without a listener, a connection that cannot be accepted would end the process.
  server.on('error', () => {});
  return server;
}

/**
 * Express changes the prototypes of each request and response. Of those made with its own it has none to change, which
 * saves 4 µs of 40. They are classes: what `Reflect.construct` makes is twice as slow on Node 20.
 */
function madeByExpress(app: Express): ServerOptions {
  class OwnRequest extends http.IncomingMessage {}
  class OwnResponse extends http.ServerResponse {}
  app.request = Object.setPrototypeOf(OwnRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(OwnResponse.prototype, app.response);
  return { IncomingMessage: OwnRequest, ServerResponse: OwnResponse } as object;
}

const connections = new WeakMap<Server, ReadonlySet<Socket>>();

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

/** Requests that may wait for their turn: each costs 20 µs when its connection ends, and hundreds may end at once. */
const MOST_WAITING = { ofOne: 128, ofAll: 4096 };

/** Serves pipelined requests in turn: side by side, the answers for a caller that reads none would stay in memory. */
function servePipelined(serve: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  let all = 0;
  const count = (socket: Socket, more: number): number => {
    const ofOne = (waiting.get(socket) ?? 0) + more;
    waiting.set(socket, ofOne);
    all += more;
    return ofOne;
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    // Node gives the socket to one response after the other.
    if (response.socket) return serve(request, response);
    const { socket } = request;
    if (!waiting.has(socket)) socket.once('close', () => count(socket, -(waiting.get(socket) ?? 0)));
    if (count(socket, 1) > MOST_WAITING.ofOne || all > MOST_WAITING.ofAll) socket.destroy();
    response.once('socket', () => {
      count(socket, -1);
      queueMicrotask(() => serve(request, response));
    });
  };
}

const TURN_MS = 25;

/** Requests are read and begun for a moment in each turn of the event loop; then their connections wait for the next turn. */
class Turns {
  readonly connections = new Set<Socket>();
  #ends: number | undefined;
  #isReading = true;

  follow(connection: Socket): void {
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
  }

  /** Hundreds of connections that send at once would be read in one turn. */
  arrived(): void {
    if (this.isOpen() || !this.#isReading) return;
    this.#isReading = false;
    const paused = [...this.connections].filter((connection) => !connection.isPaused());
    for (const connection of paused) connection.pause();
    setImmediate(() => {
      this.#isReading = true;
      for (const connection of paused) connection.resume();
    });
  }

  isOpen(): boolean {
    if (this.#ends === undefined) {
      this.#ends = performance.now() + TURN_MS;
      setImmediate(() => {
        this.#ends = undefined;
      });
    }
    return performance.now() < this.#ends;
  }
}

function serveInTurns(turns: Turns, serve: RequestListener): RequestListener {
  let waiting = 0;
  const wait = (request: IncomingMessage, response: ServerResponse): void => {
    setImmediate(() => {
      if (!turns.isOpen()) return wait(request, response);
      waiting -= 1;
      serve(request, response);
    });
  };
  return (request, response) => {
    if (waiting === 0 && turns.isOpen()) return serve(request, response);
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

const notHttp = ['400 Bad Request', 'The request is not valid HTTP'] as const;

const LINGER_MS = 1000;

/** Refuses bytes that are not HTTP. Node's parser has given up, so the answer is written to the socket. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.destroyed || socket.writableEnded) return;
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, problem] = connectionProblems[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ errors: [problem] });
  const type = 'Content-Type: application/json; charset=utf-8';
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [`HTTP/1.1 ${status}`, type, length, 'Connection: close'];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Closing at once, while more bytes arrive, would reset the connection and lose the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

export const stopServing = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Browsers open connections before they need them. Node takes one that has sent nothing for a busy one.
    for (const connection of connections.get(server) ?? [])
      if (connection.bytesRead === 0) connection.destroy();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
