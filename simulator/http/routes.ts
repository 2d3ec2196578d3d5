import { Readable } from 'node:stream';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import type { Points } from '../../spec/profile.ts';
import { InvalidRequest, Refusal, refusals } from '../domain/refusal.ts';
import { inTrace, setSpan } from '../ports/trace.ts';
import { JournalRecord } from '../tenant/journal.ts';
import type { Services } from '../tenant/services.ts';
import type { HandlerContext, HandlersOf, Outcome } from './context.ts';
import type { Gate } from './gate.ts';
import { type KnownPath, nearestPaths } from './nearest-paths.ts';
import {
  faultOutcome,
  type RouteHandler,
  type RouteRequest,
  type RouteResponse,
  refusalOutcome,
  send,
} from './outcome.ts';
import { problemsOf } from './problems.ts';
import { bodyProblems, checkPath, readBody, readQuery } from './read-request.ts';

/** The handlers of one path by method in capitals, or one for all methods. */
type PathHandlers = Readonly<Record<string, RouteHandler>> | RouteHandler;

/**
 * Finds the handler of a request; an unknown path and an unknown method get the statuses of the profile. With a route of Express for
 * each path, a request took 9% (`GET /users`) to 20% (an estimate) more processor time: see docs/decisions/express.md.
 */
export class Routes {
  readonly #points: Points;
  readonly #fixed = new Map<string, PathHandlers>();
  /** By the first segment of their paths, which is never a parameter. */
  readonly #patterns = new Map<string, { pattern: RegExp; handlers: PathHandlers }[]>();
  readonly #known: KnownPath[] = [];

  constructor(points: Points) {
    this.#points = points;
  }

  /** Adds a path: `{name}` stands for a segment, `{name*}` for the rest of the path. */
  add(path: string, handlers: PathHandlers): void {
    // What has a rest is a page of the console or an upload, which callers do not write by hand.
    if (typeof handlers === 'object' && !path.includes('*}'))
      this.#known.push(...Object.keys(handlers).map((method) => ({ method, path })));
    if (!path.includes('{')) return void this.#fixed.set(path, handlers);
    const group = (_: string, name: string, rest: string) => `(?<${name}>${rest ? '.+' : '[^/]+'})`;
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)(\*?)\}/g, group)}$`);
    const patterns = this.#patterns.get(firstSegment(path)) ?? [];
    this.#patterns.set(firstSegment(path), [...patterns, { pattern, handlers }]);
  }

  /** Serves a request by its route, or refuses it; a path without parameters goes before one with them. */
  readonly serve: RouteHandler = (request, response, next) => {
    const { path, method } = request;
    const handlers = this.#fixed.get(path) ?? this.#match(request);
    if (!handlers) {
      const near = nearestPaths(request, this.#known);
      throw refusals.unknownPath(this.#points['requests.unknown-path-status'], method, path, near);
    }
    if (typeof handlers === 'function') return handlers(request, response, next);
    const handler = handlers[method] ?? (method === 'HEAD' ? handlers['GET'] : undefined);
    if (!handler) {
      const known = this.#known.filter((one) => one.method === method);
      const status = this.#points['requests.unknown-method-status'];
      throw refusals.unknownMethod(status, request, Object.keys(handlers), nearestPaths(request, known));
    }
    return handler(request, response, next);
  };

  #match(request: RouteRequest): PathHandlers | undefined {
    const { path } = request;
    for (const { pattern, handlers } of this.#patterns.get(firstSegment(path)) ?? []) {
      const params = pattern.exec(path)?.groups;
      if (!params) continue;
      request.params = path.includes('%') ? decoded(params, path) : params;
      return handlers;
    }
    return undefined;
  }
}

const firstSegment = (path: string): string => path.slice(1, path.indexOf('/', 1));

function decoded(params: Record<string, string>, path: string): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    throw new Refusal(400, `The path is not well encoded: ${path}`);
  }
}

export function addOperations<Id extends AnyOperationId>(routes: Routes, api: Api<Id>): void {
  const paths = new Map<string, Record<string, RouteHandler>>();
  for (const operation of api.contract.operations.values()) {
    const ofPath = paths.get(operation.path) ?? {};
    ofPath[operation.method.toUpperCase()] = endpointOf(operation, api);
    paths.set(operation.path, ofPath);
  }
  for (const [path, ofPath] of paths) routes.add(path, ofPath);
}

type Api<Id extends AnyOperationId> = {
  contract: Contract<Id>;
  handlers: HandlersOf<Id>;
  gate: Gate;
  services: Services;
  /** Whether an answer that breaks the contract becomes a 500. */
  strict: boolean;
  onError: (error: unknown, requestId: string) => void;
};

function endpointOf<Id extends AnyOperationId>(operation: Operation<Id>, api: Api<Id>): RouteHandler {
  const { contract, gate, services, strict, onError } = api;
  const handler = api.handlers[operation.id];
  const { startSpan, metrics, environment } = services;
  const { points, naming } = services.profile;
  const { vendor, authority } = naming;
  const { id, method, path } = operation;
  const observers = new Map<number | 'dropped', (seconds: number) => void>();

  async function serve(request: RouteRequest, response: RouteResponse): Promise<void> {
    const { requestId } = response.locals;
    response.locals.operation = id;
    const { method, url, headers } = request;
    const record = new JournalRecord({ requestId, operation: id, method, url, headers });
    let outcome: Outcome | 'drop';
    try {
      outcome = await outcomeOf(request, response, record);
    } catch (error) {
      outcome = failureOf(error, requestId, record);
    }
    if (outcome === 'drop') {
      response.destroy();
      record.end(null, undefined, 0);
    } else record.end(outcome.status, outcome.body, send(response, outcome));
    const status = outcome === 'drop' ? 'dropped' : outcome.status;
    observerOf(status)(record.durationMs / 1000);
    if (status !== 'dropped') setSpan({ 'http.response.status_code': status });
    if (status === 'dropped' || status >= 500) setSpan({ 'error.type': String(status) });
  }

  function observerOf(status: number | 'dropped'): (seconds: number) => void {
    const known = observers.get(status);
    if (known) return known;
    const labels = { operation: id, http_response_status_code: status };
    const observer = metrics.histogram('http_server_request_duration_seconds', labels);
    observers.set(status, observer);
    return observer;
  }

  /** What it refuses, it throws. */
  async function outcomeOf(request: RouteRequest, response: RouteResponse, record: JournalRecord) {
    const { client, caller } = await gate.authenticate(operation, request.headers);
    const clientRecord = await client?.state.read();
    const now = client && clientRecord ? client.state.nowOf(clientRecord) : services.realNow();
    if (client && clientRecord) {
      response.locals.client = client.name;
      record.at = now;
      if (gate.isJournalled) record.log = client.clientStore.requests;
      const striking = gate.admit?.(id, client, clientRecord);
      const struck = striking && (await striking);
      if (struck) return struck;
    }
    if (operation.body) record.body = await readBody(request, response, points, id);
    const query = validQuery(request, record);
    // The one place where types are claimed: the contract has been checked for all of the request.
    const context = {
      services,
      client,
      clientRecord,
      caller,
      now,
      path: request.params,
      query,
      body: renamed(record.body, authority, 'taxauth'),
      authorisationId: request.headers[`x-${vendor}-authorisation-id`],
      callerLeft: () => closeSignalOf(response),
    } as HandlerContext<Id>;
    const { status, body: answer, records } = await handler(context);
    return expectContract({ status, body: renamed(answer, 'taxauth', authority), records }, record);
  }

  /** The query's values, where all of the request keeps to the contract. */
  function validQuery(request: RouteRequest, record: JournalRecord): Record<string, unknown> {
    const query = readQuery(contract, operation, request.query, points);
    const isKnownOnly = gate.isJournalled && points['requests.unknown-parameters'] === 'reject';
    record.violations.push(...query.problems, ...(isKnownOnly ? query.unknown : []));
    record.violations.push(...bodyProblems(contract, operation, record.body, environment));
    if (record.violations.length > 0) throw refusals.invalid([...record.violations]);
    if (strict) record.violations.push(...query.unknown);
    checkPath(contract, operation, request.params, gate.invalidPathIdStatus);
    return query.values;
  }

  function failureOf(error: unknown, requestId: string, record: JournalRecord): Outcome {
    let fault = error;
    const isInvalid =
      error instanceof InvalidRequest && !error.errors.some((problem) => problem.includes('missing'));
    try {
      const shown = isInvalid ? new Refusal(gate.invalidValueStatus, error.errors) : error;
      const refusal = refusalOutcome(shown);
      if (refusal) return expectContract(refusal, record);
    } catch (violation) {
      fault = violation;
    }
    onError(fault, requestId);
    return faultOutcome(fault, strict);
  }

  function expectContract(outcome: Outcome, record: JournalRecord): Outcome {
    const violations = strict ? contractViolations(contract, operation, outcome) : [];
    if (violations.length === 0) return outcome;
    record.violations.push(...violations);
    throw new Error(`The answer of ${id} breaks the contract: ${violations.join('; ')}`);
  }

  return (request, response) => {
    const start = () => ({
      name: `${method.toUpperCase()} ${path}`,
      kind: 'server' as const,
      attributes: {
        'http.request.method': request.method,
        'http.route': path,
        'url.path': request.path,
        'payrig.operation': id,
      },
    });
    return inTrace(request.headers.traceparent, startSpan, start, () => serve(request, response));
  };
}

function closeSignalOf(response: RouteResponse): AbortSignal {
  const closed = new AbortController();
  if (response.destroyed) closed.abort();
  else response.once('close', () => closed.abort());
  return closed.signal;
}

/** Any operation may refuse a request for its form or pace with these; the contract does not list them at each. */
const unlisted: ReadonlySet<number> = new Set([405, 406, 413, 415, 429]);

function contractViolations(contract: Contract, operation: Operation, { status, body }: Outcome): string[] {
  if (unlisted.has(status)) return [];
  const key = [String(status), `${String(status)[0]}XX`].find((name) => operation.responses.has(name));
  if (key === undefined) return [`status ${status} is not in the contract`];
  const pointer = operation.responses.get(key);
  if (pointer === undefined)
    return body === undefined || body instanceof Uint8Array || body instanceof Readable
      ? []
      : [`status ${status} has no body in the contract`];
  const validate = contract.validators.at(pointer);
  // The caller gets JSON, which has no field for undefined.
  return validate(JSON.parse(JSON.stringify(body))) ? [] : problemsOf(validate.errors ?? [], 'Field');
}

/** A body whose fields named after one tax authority are named after another: handlers know it as `taxauth` alone. */
function renamed(body: unknown, from: string, to: string): unknown {
  if (from === to || typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map((item) => renamed(item, from, to));
  if (body instanceof Uint8Array || body instanceof Readable) return body;
  const fields = Object.entries(body).map(([name, value]) => [
    name === `${from}_enabled` ? `${to}_enabled` : name,
    renamed(value, from, to),
  ]);
  return Object.fromEntries(fields);
}
