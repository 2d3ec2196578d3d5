import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { loadContract } from '../../../spec/contract.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { completeProfile, type PartialProfile } from '../../../spec/profile.ts';

/** A request as it is about to enter the sandbox; whatever is changed in it is what the sandbox sees. */
export type EdgeRequest = {
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Path and query. */
  url: string;
  /** By lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON body; undefined when there is none. */
  body: unknown;
};

/** An answer, success or refusal, as it is about to leave the sandbox. */
export type EdgeAnswer = { status: number; headers: Record<string, string>; body: unknown };

export type Matches = OperationId | readonly OperationId[] | '*' | RegExp;

/** What happens to a request or its answer at the edge of a sandbox. */
export type Edge = {
  matches: Matches;
  /** The words of the sandbox, when they are not the stand-ins. */
  naming?: PartialProfile['naming'];
  /** Changes the request; an answer in return keeps it from the sandbox altogether. */
  request?: (request: EdgeRequest) => EdgeAnswer | undefined;
  /** Changes the answer, or gives another one. */
  answer?: (answer: EdgeAnswer, request: EdgeRequest) => EdgeAnswer | undefined;
};

type Route = { id: OperationId; method: string; pattern: RegExp };

const routesOf = (naming: PartialProfile['naming']): Route[] =>
  [...loadContract(completeProfile({ naming })).operations.values()].map(({ id, method, path }) => ({
    id,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

let standIns: Route[] | undefined;

function operationAt(routes: readonly Route[], method: string, path: string): OperationId | undefined {
  const found = routes.filter((route) => route.method === method && route.pattern.test(path));
  // A literal path is told before one with a parameter in its place.
  return (found.find(({ pattern }) => !pattern.source.includes('[^/]+')) ?? found[0])?.id;
}

function fits(matches: Matches, operation: OperationId | undefined, path: string): boolean {
  if (matches === '*') return operation !== undefined;
  if (matches instanceof RegExp) return matches.test(path);
  return operation !== undefined && [matches].flat().includes(operation);
}

/** A middleware for the front of a sandbox that changes requests and answers on their way. */
export function edgeMiddleware({
  matches,
  naming,
  request: onRequest,
  answer: onAnswer,
}: Edge): RequestHandler {
  standIns ??= routesOf({});
  const routes = naming ? routesOf(naming) : standIns;
  return async (incoming, outgoing, next) => {
    const path = incoming.url.split('?', 1)[0] ?? '';
    const operation = operationAt(routes, incoming.method, path);
    if (!fits(matches, operation, path)) return next();
    const request: EdgeRequest = {
      operation,
      method: incoming.method,
      url: incoming.url,
      headers: incoming.headers,
      body: undefined,
    };
    if (onRequest) {
      request.body = await readJson(incoming);
      const instead = onRequest(request);
      if (instead) return send(outgoing, instead);
      incoming.url = request.url;
      incoming.body = request.body;
    }
    if (onAnswer) intercept(outgoing, (answer) => onAnswer(answer, request) ?? answer);
    next();
  };
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function intercept(outgoing: ServerResponse, change: (answer: EdgeAnswer) => EdgeAnswer): void {
  const { writeHead, end } = outgoing;
  outgoing.writeHead = ((status: number, head: readonly string[] = []) => {
    outgoing.statusCode = status;
    for (let at = 0; at < head.length; at += 2)
      outgoing.setHeader(head[at] as string, head[at + 1] as string);
    return outgoing;
  }) as typeof outgoing.writeHead;
  outgoing.end = ((chunk?: unknown) => {
    Object.assign(outgoing, { writeHead, end });
    const text = chunk === undefined ? '' : String(chunk);
    const headers = Object.fromEntries(
      Object.entries(outgoing.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    send(outgoing, change({ status: outgoing.statusCode, headers, body: parsed(text) }));
    return outgoing;
  }) as typeof outgoing.end;
}

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** A body that is a Buffer goes out as it is, anything else as JSON. */
function send(outgoing: ServerResponse, { status, headers, body }: EdgeAnswer): void {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  for (const name of outgoing.getHeaderNames()) if (!(name in headers)) outgoing.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (!outgoing.hasHeader('content-type')) outgoing.setHeader('content-type', 'application/json');
  outgoing.setHeader('content-length', bytes.byteLength);
  outgoing.statusCode = status;
  outgoing.end(bytes);
}
