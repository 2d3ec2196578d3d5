import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { loadContract } from '../../../spec/contract.ts';
import { isObject } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { completeProfile, type PartialProfile } from '../../../spec/profile.ts';
import { textHeaders } from '../../target/exchange.ts';
import { readJson } from '../../target/read-json.ts';
import { routeFinder } from '../../target/route-finder.ts';

/** A request as it is about to enter the sandbox; whatever is changed in it is what the sandbox sees. */
export type EdgeRequest = {
  readonly operation: OperationId | undefined;
  url: string;
  /** By lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  /** The fields of a body that is an object, which may be changed in place; empty for any other body. */
  sent: Record<string, unknown>;
};

/** An answer, success or refusal, as it is about to leave the sandbox: its body parsed, or a Buffer where it is no JSON. */
export type EdgeAnswer = { status: number; headers: Record<string, string>; body: unknown };

export type Matches = OperationId | readonly OperationId[] | '*' | RegExp;

export type Edge = {
  matches: Matches;
  /** The words of the sandbox, when they are not the stand-ins. */
  naming?: PartialProfile['naming'];
  /** Changes the request; an answer in return keeps it from the sandbox altogether. */
  request?: (request: EdgeRequest) => Pick<EdgeAnswer, 'status' | 'body'> | false | undefined;
  answer?: (answer: EdgeAnswer, request: EdgeRequest) => EdgeAnswer | undefined;
};

const routesOf = (naming: PartialProfile['naming']) =>
  routeFinder(loadContract(completeProfile({ naming })).operations.values());

let standIns: ReturnType<typeof routesOf> | undefined;

function fits(matches: Matches, operation: OperationId | undefined, path: string): boolean {
  if (matches === '*') return operation !== undefined;
  if (matches instanceof RegExp) return matches.test(path);
  return operation !== undefined && [matches].flat().includes(operation);
}

export function edgeMiddleware({ matches, naming, request: ask, answer: change }: Edge): RequestHandler {
  standIns ??= routesOf({});
  const operationAt = naming ? routesOf(naming) : standIns;
  return async (incoming, outgoing, next) => {
    const path = incoming.url.split('?', 1)[0] ?? '';
    const operation = operationAt(incoming.method, path)?.id;
    if (!fits(matches, operation, path)) return next();
    const { url, headers } = incoming;
    const request: EdgeRequest = { operation, url, headers, body: undefined, sent: {} };
    if (ask) {
      request.body = readJson(String(await peekBody(incoming)));
      if (isObject(request.body)) request.sent = request.body;
      const given = JSON.stringify(request.body);
      const instead = ask(request);
      if (instead) return send(outgoing, { headers: {}, ...instead });
      incoming.url = request.url;
      if (JSON.stringify(request.body) !== given) await replaceBody(incoming, request.body);
    }
    if (change) intercept(outgoing, (answer) => change(answer, request) ?? answer);
    next();
  };
}

/** Reads a body and puts it back, so that the sandbox can still refuse it; the stream does not end before. */
async function peekBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  while (true) {
    for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) chunks.push(chunk);
    if (incoming.complete) break;
    await once(incoming, 'readable');
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > 0) incoming.unshift(bytes);
  return bytes;
}

/** Gives the sandbox another body: one that was read to its end is not parsed again. */
async function replaceBody(incoming: Request, body: unknown): Promise<void> {
  for await (const _chunk of incoming);
  incoming.body = body;
}

/** Holds an answer back until it is whole, and sends what the change makes of it. A stream passes unchanged. */
function intercept(outgoing: ServerResponse, change: (answer: EdgeAnswer) => EdgeAnswer): void {
  const { writeHead, end } = outgoing;
  outgoing.writeHead = (status: number, head?: string | OutgoingHttpHeaders | OutgoingHttpHeader[]) => {
    if (typeof head === 'string' || Array.isArray(head))
      throw new TypeError('The edge reads the headers of writeHead as an object');
    outgoing.statusCode = status;
    for (const [name, value] of Object.entries(head ?? {}))
      if (value !== undefined) outgoing.setHeader(name, value);
    return outgoing;
  };
  outgoing.end = (content?: unknown) => {
    Object.assign(outgoing, { writeHead, end });
    if (outgoing.headersSent) return outgoing.end(content);
    const headers = textHeaders(outgoing.getHeaders());
    const bytes = bytesOf(content);
    const isJson = headers['content-type']?.startsWith('application/json') === true;
    const answer = { status: outgoing.statusCode, headers, body: isJson ? readJson(String(bytes)) : bytes };
    const text = JSON.stringify(answer.body);
    const changed = change(answer);
    // The very bytes of the sandbox, unless the change made something else of them.
    const isSame = changed.body === answer.body && JSON.stringify(changed.body) === text;
    send(outgoing, isSame ? { ...changed, body: bytes } : changed);
    return outgoing;
  };
}

const bytesOf = (content: unknown): Buffer =>
  typeof content === 'string' || content instanceof Uint8Array ? Buffer.from(content) : Buffer.alloc(0);

/** Sends a Buffer as it is and anything else as JSON; headers that the answer lacks are removed. */
function send(outgoing: ServerResponse, { status, headers, body }: EdgeAnswer): void {
  const bytes = Buffer.isBuffer(body) ? body : bytesOf(JSON.stringify(body));
  for (const name of outgoing.getHeaderNames())
    if (!Object.hasOwn(headers, name)) outgoing.removeHeader(name);
  // Setting a header anew would write its name in lower case.
  for (const [name, value] of Object.entries(headers))
    if (String(outgoing.getHeader(name)) !== value) outgoing.setHeader(name, value);
  outgoing.statusCode = status;
  if (bytes.length === 0) return void outgoing.end();
  if (!outgoing.hasHeader('content-type'))
    outgoing.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (outgoing.getHeader('content-length') !== bytes.length)
    outgoing.setHeader('Content-Length', bytes.length);
  outgoing.end(bytes);
}
