import {
  type Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type InformationEvent,
  type OutgoingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Copy } from './copy.ts';
import { type Intake, longestBody, type RawPassed } from './intake.ts';
import { type Framing, framingOf, headersOf, pairsOf, passedOn } from './wire-headers.ts';

/** Where requests go, and to whom they are shown. */
export type Upstream = {
  readonly base: URL;
  readonly agent: Agent;
  readonly prefix: string;
  readonly kind: RawPassed['kind'];
  readonly intake: Intake;
};
/** A request as the proxy's server got it; `headers` and `framing` are read from its raw headers. */
export type Received = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Record<string, string>;
  readonly framing: Framing;
};

const maxHeaderSize = 1024 * 1024;

/** One request on its way to the deployment, and its response on its way back. */
export class Exchange {
  readonly #received: Received;
  readonly #upstream: Upstream;
  readonly #begun: number;
  readonly #at = Date.now();
  readonly #started = performance.now();
  readonly #sent = new Copy(longestBody);
  readonly #got = new Copy(longestBody);
  #sending: ClientRequest | undefined;
  #answer: { status: number; headers: Record<string, string> } | undefined;
  #isOver = false;

  constructor(received: Received, upstream: Upstream) {
    const { request } = received;
    this.#received = received;
    this.#upstream = upstream;
    this.#begun = upstream.intake.begin(upstream.kind, request.method ?? 'GET', request.url ?? '/');
    this.#send(upstream.agent);
    request.on('error', () => this.leave());
  }

  /** The response is over; the client may have gone before it had all of it. */
  close(): void {
    if (!this.#received.response.writableFinished) this.leave();
  }

  get isRequestWhole(): boolean {
    return this.#received.request.complete;
  }

  leave(): void {
    this.#over('the client went away');
    this.#sending?.destroy();
  }

  /** Ends it with an answer of the proxy's own, or by closing where the deployment's has begun. */
  stop(status: 400 | 431 | 502, text: string): void {
    const { request, response } = this.#received;
    this.#over(text);
    this.#sending?.destroy();
    request.resume();
    if (response.headersSent) this.#cut();
    else refuse(response, status, text);
  }

  #send(agent: Agent | false): void {
    const { request, headers, framing } = this.#received;
    const { base, prefix } = this.#upstream;
    const { method = 'GET', url = '/' } = request;
    let sending: ClientRequest;
    try {
      sending = (base.protocol === 'https:' ? httpsRequest : httpRequest)({
        agent,
        method,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        path: `${prefix}${url}`,
        headers: passedOn(request.rawHeaders, headers, framing, { host: base.host, method }),
        maxHeaderSize,
      });
    } catch (error) {
      // Node sends no path or header with characters that HTTP does not allow.
      return void this.stop(400, `the request cannot be passed on: ${(error as Error).message}`);
    }
    this.#sending = sending;
    sending.maxHeadersCount = 0;
    sending.on('response', (head) => this.#answered(head));
    sending.on('information', (information) => this.#inform(information));
    sending.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#fail('it changed the protocol, which the request did not ask for');
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#isOver) return;
      const isStale = sending.reusedSocket && error.code === 'ECONNRESET' && !this.#answer;
      const isSafe = framing === 'none' && (method === 'GET' || method === 'HEAD');
      if (isStale && isSafe) this.#send(false);
      else this.#fail(error.message);
    });
    if (framing === 'none') sending.end();
    else this.#passBody(sending);
  }

  #passBody(sending: ClientRequest): void {
    const { request } = this.#received;
    request.on('data', (chunk: Buffer) => {
      this.#sent.add(chunk);
      if (!sending.destroyed && !sending.write(chunk)) request.pause();
    });
    sending.on('drain', () => request.resume());
    request.on('end', () => {
      addTrailers(sending, request);
      sending.end();
    });
  }

  #inform(information: InformationEvent): void {
    const { request, response, headers } = this.#received;
    const { statusCode, rawHeaders } = information;
    if (request.httpVersionMinor === 0 || response.headersSent) return;
    // Node would put it behind the head of the response while an earlier response of the connection is under way.
    if (!response.socket) return void response.once('socket', () => this.#inform(information));
    if (statusCode === 100 && headers['expect'] !== undefined) response.writeContinue();
    if (statusCode === 102) response.writeProcessing();
    if (statusCode !== 103) return;
    const { link, ...others } = headersOf(rawHeaders);
    try {
      if (link !== undefined) response.writeEarlyHints({ link, ...others });
    } catch {
      // Node writes no hint whose link is malformed; the response itself is still to come.
    }
  }

  #answered(head: IncomingMessage): void {
    const { request, response, headers } = this.#received;
    const { statusCode = 0, statusMessage = '', rawHeaders } = head;
    const answer = { status: statusCode, headers: headersOf(rawHeaders) };
    this.#answer = answer;
    const isBodiless = request.method === 'HEAD' || statusCode === 204 || statusCode === 304;
    const framing = framingOf(answer.headers);
    if (statusCode < 200 || (framing === undefined && !isBodiless))
      return void this.#fail('its response has no valid status or length');
    const isChunked = framing === 'chunked' && !isBodiless && request.httpVersionMinor > 0;
    // A client that waits for leave to send its body will not send it now: what comes next is another request.
    if (headers['expect'] !== undefined && !request.complete && this.#sent.length === 0)
      response.shouldKeepAlive = false;
    try {
      const passed = passedOn(rawHeaders, answer.headers, isChunked ? 'chunked' : 'length');
      response.writeHead(statusCode, writable(statusMessage), passed);
    } catch (error) {
      return void this.#fail((error as Error).message);
    }
    const length = framing === 'length' && !isBodiless ? Number(answer.headers['content-length']) : -1;
    head.on('data', (chunk: Buffer) => {
      this.#got.add(chunk);
      if (this.#got.length === length) response.end(chunk);
      else if (!response.write(chunk)) head.pause();
    });
    response.on('drain', () => head.resume());
    head.on('end', () => {
      if (this.#isOver) return;
      if (isChunked) addTrailers(response, head);
      if (!response.writableEnded) response.end();
      this.#over();
    });
    head.on('close', () => {
      if (head.complete) return;
      this.#over('the response was cut off');
      this.#cut();
    });
  }

  /** Closes the connection: a response that is not whole cannot be followed by another one. */
  #cut(): void {
    this.#received.request.socket.destroy();
  }

  #fail(why: string): void {
    this.stop(502, `the proxy got no answer from ${this.#upstream.base.origin}: ${why}`);
  }

  #over(unread?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { request, headers } = this.#received;
    const { kind, intake } = this.#upstream;
    const raw: RawPassed = {
      kind,
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      at: this.#at,
      durationMs: performance.now() - this.#started,
      requestHeaders: headers,
      requestBody: this.#sent.bytes,
      status: this.#answer?.status ?? 0,
      responseHeaders: this.#answer?.headers ?? {},
      responseBody: this.#got.bytes,
      unread:
        unread ?? (this.#sent.isWhole && this.#got.isWhole ? undefined : 'a body is too long to be judged'),
    };
    // The order is kept, and the client does not wait for the judge.
    setImmediate(() => intake.end(this.#begun, raw));
  }
}

function addTrailers(message: OutgoingMessage, { rawTrailers }: IncomingMessage): void {
  try {
    if (rawTrailers.length > 0) message.addTrailers(pairsOf(rawTrailers));
  } catch {
    // A trailer that Node does not write is left out; the body is whole.
  }
}

/** A text that may stand in the first line of a response. */
const writable = (text: string): string => text.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ' ');

/** An answer of the proxy itself, which says so. */
export function refuse(response: ServerResponse, status: 400 | 403 | 431 | 502, text: string): void {
  // What follows a request whose end is unknown cannot be read either.
  if (status < 403) response.shouldKeepAlive = false;
  const told = `payrig watch says this, not the deployment: ${text}`;
  response.writeHead(status, STATUS_CODES[status], {
    'Content-Type': 'application/json',
    'X-Payrig-Watch': 'proxy',
  });
  response.end(JSON.stringify({ errors: [told] }));
}
