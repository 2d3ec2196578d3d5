import {
  Agent,
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { type Intake, longestBody, type RawPassed } from './intake.ts';

/** Headers that belong to one connection; those that Connection names do too. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export type ProxyOptions = {
  readonly kind: RawPassed['kind'];
  /** Base address to which everything is passed on. */
  readonly to: string;
  readonly port: number;
  readonly host?: string;
  readonly intake: Intake;
};

export type Proxy = { readonly url: string; close(): Promise<void> };

/** Passes requests on and responses back as they come, byte for byte, and shows them to the intake when they are over. */
export async function startProxy({
  kind,
  to,
  port,
  host = '127.0.0.1',
  intake,
}: ProxyOptions): Promise<Proxy> {
  const base = new URL(to);
  const isTls = base.protocol === 'https:';
  // A connection that was idle for long may be closed by the deployment just when it is used again.
  const kept = { keepAlive: true, timeout: 1000 };
  const agent = isTls ? new TlsAgent(kept) : new Agent(kept);
  const prefix = base.pathname.replace(/\/$/, '');
  const server = createServer({ keepAlive: true }, (request, response) => {
    const url = request.url ?? '/';
    const method = request.method ?? 'GET';
    const at = Date.now();
    const started = performance.now();
    const begun = intake.begin(kind, method, url);
    const sent = new Copy(request);
    let answer: { head: IncomingMessage; copy: Copy } | undefined;
    let isOver = false;
    const over = (unread?: string): void => {
      if (isOver) return;
      isOver = true;
      const raw: RawPassed = {
        ...{ kind, method, url, at },
        durationMs: performance.now() - started,
        requestHeaders: headersOf(request),
        requestBody: sent.bytes,
        status: answer?.head.statusCode ?? 0,
        responseHeaders: answer ? headersOf(answer.head) : {},
        responseBody: answer?.copy.bytes ?? Buffer.alloc(0),
        unread:
          unread ?? (sent.isWhole && answer?.copy.isWhole ? undefined : 'a body is too long to be judged'),
      };
      // The order is kept, and the client does not wait for the judge.
      setImmediate(() => intake.end(begun, raw));
    };
    const failed = (error: Error): void => {
      over(`the deployment did not answer: ${error.message}`);
      if (response.headersSent) response.destroy();
      else sayBadGateway(response, base.origin, error);
    };
    let upstream: ClientRequest | undefined;
    const send = (isAgain: boolean): void => {
      try {
        upstream = (isTls ? httpsRequest : httpRequest)({
          agent: isAgain ? false : agent,
          method,
          protocol: base.protocol,
          hostname: base.hostname.replace(/^\[|\]$/g, ''),
          port: base.port,
          path: `${prefix}${url}`,
          headers: passedOn(request, base.host),
        });
      } catch (error) {
        // Node sends no path or header with characters that HTTP does not allow.
        failed(error as Error);
        return;
      }
      const sending = upstream;
      sending.on('response', (head) => {
        answer = { head, copy: new Copy(head) };
        try {
          response.writeHead(head.statusCode ?? 502, head.statusMessage, rawPassedOn(head));
        } catch (error) {
          sending.destroy();
          return failed(error as Error);
        }
        head.pipe(response);
        head.on('end', () => over());
        head.on('close', () => {
          if (head.complete) return;
          over('the response was cut off');
          response.destroy();
        });
      });
      sending.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = sending.reusedSocket && error.code === 'ECONNRESET' && !answer && !isOver;
        if (isStale && (method === 'GET' || method === 'HEAD')) send(true);
        else failed(error);
      });
      if (isAgain) sending.end();
      else request.pipe(sending);
    };
    send(false);
    response.on('close', () => {
      if (response.writableFinished) return;
      over('the client went away');
      upstream?.destroy();
    });
    request.on('error', () => upstream?.destroy());
  });
  // The deployment and the client decide how long they wait.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.timeout = 0;
  await listening(server, port, host);
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

const listening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });

/** The bytes of a body as they pass, up to the longest that is judged. */
class Copy {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(message: IncomingMessage) {
    message.on('data', (chunk: Buffer) => {
      this.#length += chunk.length;
      if (this.isWhole) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
    });
  }

  get isWhole(): boolean {
    return this.#length <= longestBody;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : `${value}`,
  ]);
  return Object.fromEntries(pairs);
}

/** Name and value of each header that goes to the other side, spelt as it came. */
function rawPassedOn(message: IncomingMessage): string[] {
  const named = new Set(
    (message.headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  const raw = message.rawHeaders;
  return raw.flatMap((name, at) => {
    const lower = name.toLowerCase();
    return at % 2 === 1 || hopByHop.has(lower) || named.has(lower) ? [] : [name, raw[at + 1] ?? ''];
  });
}

function passedOn(request: IncomingMessage, host: string): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  const raw = rawPassedOn(request);
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1]!;
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  const named = Object.keys(headers).find((name) => name.toLowerCase() === 'host') ?? 'Host';
  return { ...headers, [named]: host };
}

function sayBadGateway(response: ServerResponse, origin: string, error: Error): void {
  const text = `payrig watch says this, not the deployment: the proxy got no answer from ${origin}: ${error.message}`;
  response.writeHead(502, { 'Content-Type': 'application/json', 'X-Payrig-Watch': 'proxy' });
  response.end(JSON.stringify({ errors: [text] }));
}
