import type { Agent, AgentOptions, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { allowedHosts, hostNameIn } from '../../spec/allowed-hosts.ts';
import { listening } from '../../spec/local-server.ts';
import { http } from '../../spec/node-http.ts';
import { type Exchange, passedOnTo, refusalBody, refuse, type Upstream } from './exchange.ts';
import type { Intake, RawPassed } from './intake.ts';
import { framingOf, type Headers, headersOf } from './wire-headers.ts';

export type ProxyOptions = {
  readonly kind: RawPassed['kind'];
  readonly to: string;
  readonly port: number;
  readonly host?: string;
  /** Names in the Host header that are taken besides the loopback names, as the sandbox does. */
  readonly allowedHosts?: readonly string[];
  readonly intake: Intake;
  /** A certificate and its key, as PEM, to be called by https. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
};

/** What is under way on one connection; `refusal` is for what came behind it. */
type UnderWay = { readonly exchanges: Set<Exchange>; refusal?: string };

export type Proxy = { readonly url: string; close(): Promise<void> };

/** The longest head of a message; Node's own limit of 16 kB is less than some deployments take. */
const longestHead = 128 * 1024;

/** Passes messages on as they come, and then to the intake. Each is framed anew: what its peer makes of it is what was recorded. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { kind, to, port, host = '127.0.0.1', intake, tls } = options;
  const base = new URL(to);
  const agent = agentFor(base.protocol === 'https:');
  const upstream: Upstream = { base, agent, prefix: base.pathname.replace(/\/$/, ''), kind, intake };
  const isAllowed = allowedHosts(options);
  let lastHost: string | undefined;
  const underWay = new WeakMap<object, UnderWay>();
  /** Connections that close behind an answer: what follows there was no request. */
  const closing = new WeakSet<object>();
  const sockets = new Set<Socket>();

  const connected = (socket: Socket): UnderWay => {
    const own: UnderWay = { exchanges: new Set() };
    underWay.set(socket, own);
    // A response that waits for an earlier one of its connection does not learn that the client has gone.
    socket.on('close', () => {
      for (const exchange of own.exchanges) exchange.leave();
    });
    return own;
  };

  /** Earlier requests of the connection get their answers first. */
  const dismiss = (socket: Duplex, status: 400 | 431, text: string): void => {
    const own = underWay.get(socket);
    if (own && own.exchanges.size > 0) own.refusal = rawRefusal(status, text);
    else lastWords(socket, rawRefusal(status, text));
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // Pipelined behind a request whose connection was closed meanwhile.
    if (request.socket.destroyed) return;
    const headers = headersOf(request.rawHeaders);
    const framing = framingOf(headers);
    const problem = framing === undefined ? 'The end of its body is not clear.' : problemOf(request, headers);
    if (framing === undefined || problem !== undefined) {
      closing.add(request.socket);
      return void refuse(response, 400, problem ?? '');
    }
    const named = headers['host'];
    if (named !== lastHost) {
      if (named !== undefined && !isAllowed(hostNameIn(named) ?? ''))
        return void refuse(response, 403, `Host [${named}] is not allowed; name it by --allowed-host.`);
      lastHost = named;
    }
    const own = underWay.get(request.socket) ?? connected(request.socket);
    // Node drops what came in one packet with it; that the connection closes says so to a client that waits for more.
    if (headers['upgrade'] !== undefined) response.shouldKeepAlive = false;
    const exchange = passedOnTo(upstream, { request, response, headers, framing });
    own.exchanges.add(exchange);
    response.on('close', () => {
      // The client may have gone before it had all of it.
      if (!response.writableFinished) exchange.leave();
      own.exchanges.delete(exchange);
      if (own.exchanges.size === 0 && own.refusal !== undefined) lastWords(request.socket, own.refusal);
    });
  };

  const settings = { keepAlive: true, maxHeaderSize: longestHead, requireHostHeader: false };
  const server = tls ? createTlsServer({ ...settings, ...tls }, handle) : http.createServer(settings, handle);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // One that was taken from the server, as for a tunnel, would end the process by its error.
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => socket.destroy()));
  server.on('checkContinue', handle).on('checkExpectation', handle);
  server.on('connect', (_, socket) => dismiss(socket, 400, 'The proxy opens no tunnels.'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return void socket.destroy();
    if (closing.has(socket)) return;
    const isLong = error.code === 'HPE_HEADER_OVERFLOW';
    const [status, text] = isLong
      ? ([431, `A head is longer than ${longestHead} bytes.`] as const)
      : ([400, `This is not an HTTP request: ${error.message}.`] as const);
    const broken = [...(underWay.get(socket)?.exchanges ?? [])].find(({ request }) => !request.complete);
    // A request whose body broke off is answered by the refusal.
    if (broken) broken.stop(status, text);
    else dismiss(socket, status, text);
  });
  // No header is left out, however many there are.
  server.maxHeadersCount = 0;
  // The deployment and the client decide how long they wait.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.timeout = 0;
  // A client that is about to use a connection again finds it open, also on a busy machine: Node's five seconds are soon over.
  server.keepAliveTimeout = 65_000;
  const url = await listening(server, port, host);
  return {
    url: tls ? url.replace('http:', 'https:') : url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        agent.destroy();
      }),
  };
}

/** Why a request is refused that Node's parser took. */
function problemOf({ url = '', httpVersion }: IncomingMessage, { host }: Headers): string | undefined {
  if (!url.startsWith('/')) return 'The target of a request must be a path.';
  if (host === undefined && httpVersion !== '1.0') return 'The request has no Host header.';
  // Several Host headers are joined here.
  return host?.includes(',') ? 'The request has several Host headers.' : undefined;
}

/** Closes a connection behind an answer, a second later: a client that still sends would lose the answer otherwise. */
function lastWords(socket: Duplex, text: string): void {
  if (socket.writableEnded) return;
  socket.end(text);
  socket.resume().on('end', () => socket.destroy());
  setTimeout(() => socket.destroy(), 1000).unref();
}

function rawRefusal(status: 400 | 431, text: string): string {
  const body = refusalBody(text);
  const reason = status === 400 ? 'Bad Request' : 'Request Header Fields Too Large';
  return `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nX-Payrig-Watch: proxy\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function agentFor(isTls: boolean): Agent {
  // A connection that was idle for long may be closed by the deployment just when it is used again.
  const kept: AgentOptions = { keepAlive: true, timeout: 1000, maxFreeSockets: 256 };
  const agent = isTls ? new TlsAgent(kept) : new http.Agent(kept);
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = create(options, callback);
    if (socket) readOn(socket);
    return socket;
  };
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    // The client would read bytes that it has not asked for as the answer to its next request.
    socket.on('data', destroyed);
    return !isSpoilt.has(socket) && keep(socket);
  };
  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    socket.off('data', destroyed);
    reuse(socket, request);
  };
  return agent;
}

function destroyed(this: Duplex): void {
  this.destroy();
}

const isSpoilt = new WeakSet<Duplex>();
const goneCodes: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/**
 * A deployment may refuse a request before it has read all of it, and close. Node throws away what such a connection has
 * received as soon as a write to it fails; here the rest of the request goes nowhere, and the answer is read.
 */
function readOn(socket: Duplex): void {
  const tolerant =
    (done: (error?: Error | null) => void) =>
    (error?: (Error & { code?: string }) | null): void => {
      if (!goneCodes.has(error?.code)) return void done(error);
      isSpoilt.add(socket);
      done();
    };
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, tolerant(done));
  if (writev) socket._writev = (chunks, done) => writev(chunks, tolerant(done));
}
