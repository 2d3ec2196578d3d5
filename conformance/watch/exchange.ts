import { request as httpsRequest } from 'node:https';
import {
  type Agent,
  type ClientRequest,
  http,
  type IncomingMessage,
  type InformationEvent,
  type OutgoingMessage,
  type ServerResponse,
} from '../../spec/node-http.ts';
import { Copy } from './copy.ts';
import type { Intake, RawPassed } from './intake.ts';
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

export type Exchange = ReturnType<typeof passedOnTo>;

/** Passes one request on to the deployment, and its response back. */
export function passedOnTo(upstream: Upstream, { request, response, headers, framing }: Received) {
  const { base, prefix, kind, intake } = upstream;
  const { method = 'GET', url = '/' } = request;
  const at = Date.now();
  const started = performance.now();
  const begun = intake.begin(kind, method, url);
  const sent = new Copy();
  const got = new Copy();
  let sending: ClientRequest | undefined;
  let answer: { status: number; headers: Record<string, string> } | undefined;
  let isOver = false;

  const over = (unread?: string): void => {
    if (isOver) return;
    isOver = true;
    const raw: RawPassed = {
      ...{ kind, method, url, at, durationMs: performance.now() - started },
      ...{ requestHeaders: headers, requestBody: sent.bytes },
      ...{ status: answer?.status ?? 0, responseHeaders: answer?.headers ?? {}, responseBody: got.bytes },
      unread: unread ?? (sent.isWhole && got.isWhole ? undefined : 'a body is too long to be judged'),
    };
    // The order is kept, and the client does not wait for the judge.
    setImmediate(() => intake.end(begun, raw));
  };
  /** Closes the connection: a response that is not whole cannot be followed by another one. */
  const cut = (): void => void request.socket.destroy();
  const leave = (): void => {
    over('the client went away');
    sending?.destroy();
  };
  /** Ends it with an answer of the proxy's own, or by closing where the deployment's has begun. */
  const stop = (status: 400 | 431 | 502, text: string): void => {
    over(text);
    sending?.destroy();
    request.resume();
    if (response.headersSent) cut();
    else refuse(response, status, text);
  };
  const fail = (why: string): void => stop(502, `the proxy got no answer from ${base.origin}: ${why}`);

  const passBody = (to: ClientRequest): void => {
    request.on('data', (chunk: Buffer) => {
      sent.add(chunk);
      if (!to.destroyed && !to.write(chunk)) request.pause();
    });
    to.on('drain', () => request.resume());
    request.on('end', () => {
      addTrailers(to, request);
      to.end();
    });
  };

  const inform = (information: InformationEvent): void => {
    const { statusCode, rawHeaders } = information;
    if (request.httpVersionMinor === 0 || response.headersSent) return;
    // Node would put it behind the head of the response while an earlier response of the connection is under way.
    if (!response.socket) return void response.once('socket', () => inform(information));
    if (statusCode === 100 && headers['expect'] !== undefined) response.writeContinue();
    if (statusCode === 102) response.writeProcessing();
    if (statusCode !== 103) return;
    const { link, ...others } = headersOf(rawHeaders);
    try {
      if (link !== undefined) response.writeEarlyHints({ link, ...others });
    } catch {
      // Node writes no hint whose link is malformed; the response itself is still to come.
    }
  };

  const answered = (head: IncomingMessage): void => {
    const { statusCode = 0, statusMessage = '', rawHeaders } = head;
    const given = headersOf(rawHeaders);
    answer = { status: statusCode, headers: given };
    const isBodiless = method === 'HEAD' || statusCode === 204 || statusCode === 304;
    const framed = framingOf(given);
    if (statusCode < 200 || (framed === undefined && !isBodiless))
      return void fail('its response has no valid status or length');
    const isChunked = framed === 'chunked' && !isBodiless && request.httpVersionMinor > 0;
    // A client that waits for leave to send its body will not send it now: what comes next is another request.
    if (headers['expect'] !== undefined && !request.complete && sent.length === 0)
      response.shouldKeepAlive = false;
    try {
      const passed = passedOn(rawHeaders, given, isChunked ? 'chunked' : 'length');
      response.writeHead(statusCode, writable(statusMessage), passed);
    } catch (error) {
      return void fail((error as Error).message);
    }
    const length = framed === 'length' && !isBodiless ? Number(given['content-length']) : -1;
    head.on('data', (chunk: Buffer) => {
      got.add(chunk);
      if (got.length === length) response.end(chunk);
      else if (!response.write(chunk)) head.pause();
    });
    response.on('drain', () => head.resume());
    head.on('end', () => {
      if (isOver) return;
      if (isChunked) addTrailers(response, head);
      if (!response.writableEnded) response.end();
      over();
    });
    head.on('close', () => {
      if (head.complete) return;
      over('the response was cut off');
      cut();
    });
  };

  const send = (agent: Agent | false): void => {
    let to: ClientRequest;
    try {
      to = (base.protocol === 'https:' ? httpsRequest : http.request)({
        agent,
        method,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        path: `${prefix}${url}`,
        headers: passedOn(request.rawHeaders, headers, framing, { host: base.host, method }),
        maxHeaderSize: 1024 * 1024,
      });
    } catch (error) {
      // Node sends no path or header with characters that HTTP does not allow.
      return void stop(400, `the request cannot be passed on: ${(error as Error).message}`);
    }
    sending = to;
    to.maxHeadersCount = 0;
    to.on('response', answered);
    to.on('information', inform);
    to.on('upgrade', (_, socket) => {
      socket.destroy();
      fail('it changed the protocol, which the request did not ask for');
    });
    to.on('error', (error: NodeJS.ErrnoException) => {
      if (isOver) return;
      const isStale = to.reusedSocket && error.code === 'ECONNRESET' && !answer;
      const isSafe = framing === 'none' && (method === 'GET' || method === 'HEAD');
      if (isStale && isSafe) send(false);
      else fail(error.message);
    });
    if (framing === 'none') to.end();
    else passBody(to);
  };

  send(upstream.agent);
  request.on('error', leave);
  return { request, leave, stop };
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
  const headers = { 'Content-Type': 'application/json', 'X-Payrig-Watch': 'proxy' };
  response.writeHead(status, http.STATUS_CODES[status], headers).end(refusalBody(text));
}

export const refusalBody = (text: string): string =>
  JSON.stringify({ errors: [`payrig watch says this, not the deployment: ${text}`] });
