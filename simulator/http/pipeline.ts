import { performance } from 'node:perf_hooks';
import type { Request, Response } from 'express';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import type { Client } from '../client.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import type { Services } from '../services.ts';
import { type Authenticated, authenticate } from './authenticate.ts';
import type { Answer, Caller, Context } from './context.ts';
import { EdgeNaming } from './edge-naming.ts';
import { injectFault } from './inject-fault.ts';
import type { KeyRing } from './keys.ts';
import { notesOf } from './messages.ts';
import { isUuid, readQuery } from './parameters.ts';
import { problemsOf } from './problems.ts';
import { readBody } from './read-body.ts';
import { RouteTable } from './route-table.ts';
import { sendErrors, sendJson } from './send.ts';

type AnyHandler = (context: Context<AnyOperationId>) => Promise<Answer<AnyOperationId>>;

/** What the pipeline needs to know of an API: its contract, its handlers, and whether it is the service itself. */
export type Api = { contract: Contract; handlers: Record<string, AnyHandler>; isService: boolean };

/** Changes an answer on its way out. */
export type Respond = (
  operation: AnyOperationId,
  answer: { status: number; body: unknown },
  context: Context<AnyOperationId>,
) => { status: number; body: unknown };

export type PipelineOptions = {
  apis: readonly Api[];
  keys: KeyRing<Client>;
  sandboxKeys: KeyRing<true> | undefined;
  services: Services;
  /** Whether answers are held to the contract too. */
  strict: boolean;
  respond?: Respond;
  onError: (error: unknown, requestId: string) => void;
};

/** Takes a request through routing, authentication, validation and its handler, in this order. */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #routes: RouteTable;
  readonly #apiOf = new Map<AnyOperationId, Api>();
  readonly #naming: EdgeNaming;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#naming = new EdgeNaming(options.services.profile.naming);
    for (const api of options.apis) for (const id of api.contract.operations.keys()) this.#apiOf.set(id, api);
    this.#routes = new RouteTable(options.apis.flatMap((api) => [...api.contract.operations.values()]));
  }

  async handle(request: Request, response: Response): Promise<void> {
    const started = performance.now();
    const { url } = request;
    const mark = url.indexOf('?');
    const passage: Passage = {
      path: mark < 0 ? url : url.slice(0, mark),
      query: mark < 0 ? '' : url.slice(mark + 1),
      operation: undefined,
      api: undefined,
      client: undefined,
      body: undefined,
      violations: [],
    };
    let outcome: { status: number | null; body: unknown };
    try {
      outcome = await this.#answer(request, response, passage);
    } catch (error) {
      outcome = this.#refuse(error, response, passage);
    }
    const { client, operation, api } = passage;
    if (!client || !operation || !api?.isService) return;
    const { requestId, bytes } = notesOf(response);
    client.journal.add({
      at: client.state.now(),
      requestId,
      operation: operation.id,
      method: request.method,
      path: passage.path,
      query: passage.query,
      requestHeaders: request.headers,
      requestBody: passage.body,
      status: outcome.status,
      responseBody: outcome.body,
      durationMs: performance.now() - started,
      violations: passage.violations,
      bytes,
    });
  }

  /** Waits only where there is something to wait for: each wait is a turn that every request would have to take. */
  async #answer(
    request: Request,
    response: Response,
    passage: Passage,
  ): Promise<{ status: number | null; body: unknown }> {
    const { services, respond, strict } = this.#options;
    const { operation, parameters } = this.#route(request.method, passage.path);
    const api = this.#apiOf.get(operation.id) as Api;
    passage.operation = operation;
    passage.api = api;
    const notes = notesOf(response);
    notes.operation = operation.id;
    if (!api.isService) this.#admit(request);
    const found = this.#caller(operation, request);
    const { client, caller } = found instanceof Promise ? await found : found;
    passage.client = client;
    notes.client = client?.name;
    if (api.isService && client) {
      client.rateLimit.take(services.realNow());
      const fault = client.faults.strike(operation.id);
      const struck = fault && (await injectFault(fault, response));
      if (struck) return struck;
    }
    const query = readQuery(api.contract, operation, passage.query, services.profile.points);
    if (operation.body) passage.body = await readBody(request, response, services.profile.points);
    this.#validate(api, operation, parameters, passage, query.problems);
    const authorisationId = request.headers[this.#naming.authorisationHeader];
    const context: Context<AnyOperationId> = {
      services,
      // Only the handlers of open operations meet an undefined one, and their type says so.
      client: client as never,
      caller,
      now: client ? client.state.now() : services.realNow(),
      path: parameters as never,
      query: query.values as never,
      body: this.#naming.inward(passage.body) as never,
      authorisationId: typeof authorisationId === 'string' ? authorisationId : undefined,
    };
    const handler = api.handlers[operation.id] as AnyHandler;
    let answer: { status: number; body: unknown } = await handler(context);
    answer = { status: answer.status, body: this.#naming.outward(answer.body) };
    if (respond) answer = respond(operation.id, answer, context);
    if (strict) this.#holdToContract(api.contract, operation, answer, passage);
    sendJson(response, answer.status, answer.body);
    return answer;
  }

  #route(method: string, path: string): { operation: Operation; parameters: Record<string, string> } {
    const { points } = this.#options.services.profile;
    const route = this.#routes.find(method, path);
    if (!route) throw refusals.unknownPath(points['requests.unknown-path-status'], method, path);
    if ('allowed' in route)
      throw refusals.unknownMethod(points['requests.unknown-method-status'], method, path, route.allowed);
    return route;
  }

  #admit(request: Request): void {
    const { sandboxKeys } = this.#options;
    const key = request.headers['x-sandbox-key'];
    if (sandboxKeys && (typeof key !== 'string' || !sandboxKeys.find(key))) throw refusals.sandboxKey();
  }

  #caller(operation: Operation, request: Request): Authenticated | Anonymous | Promise<Authenticated> {
    if (operation.security.length === 0) return { client: undefined, caller: { kind: 'api-key' } };
    return authenticate(operation, request.headers, this.#options.keys, this.#options.services);
  }

  /** Refuses what breaks the contract: first all that is wrong with query and body, then an id that can be nobody's. */
  #validate(
    api: Api,
    operation: Operation,
    parameters: Record<string, string>,
    { body, violations }: Passage,
    queryProblems: readonly string[],
  ): void {
    const bodyProblems = operation.body
      ? this.#bodyProblems(api.contract, operation.body.pointer, body)
      : none;
    if (queryProblems.length + bodyProblems.length > 0) {
      violations.push(...queryProblems, ...bodyProblems);
      throw refusals.invalid([...violations]);
    }
    for (const name in parameters) {
      const value = parameters[name] as string;
      if (isUuid(value)) continue;
      const { points } = this.#options.services.profile;
      const status = api.isService ? points['requests.invalid-path-id-status'] : 404;
      throw refusals.notFound(resourceName(name), value, status);
    }
  }

  #bodyProblems(contract: Contract, pointer: string, body: unknown): string[] {
    const validate = contract.validators.at(pointer);
    return validate(body) ? [] : problemsOf(validate.errors ?? [], 'Field');
  }

  #holdToContract(
    contract: Contract,
    operation: Operation,
    answer: { status: number; body: unknown },
    passage: Passage,
  ): void {
    const found = violationsOf(contract, operation, answer);
    if (found.length === 0) return;
    passage.violations.push(...found);
    throw new Error(`The answer of ${operation.id} breaks the contract: ${found.join('; ')}`);
  }

  #refuse(error: unknown, response: Response, passage: Passage): { status: number; body: unknown } {
    const { strict, onError } = this.#options;
    let refusal = error;
    if (
      strict &&
      refusal instanceof Refusal &&
      passage.operation &&
      passage.api &&
      isStated(refusal.status)
    ) {
      const found = violationsOf(passage.api.contract, passage.operation, {
        status: refusal.status,
        body: { errors: refusal.errors },
      });
      if (found.length > 0) {
        passage.violations.push(...found);
        refusal = new Error(
          `The refusal of ${passage.operation.id} breaks the contract: ${found.join('; ')}`,
        );
      }
    }
    if (refusal instanceof Refusal) {
      sendErrors(response, refusal.status, refusal.errors, refusal.headers);
      return { status: refusal.status, body: { errors: refusal.errors } };
    }
    onError(refusal, notesOf(response).requestId);
    const errors = [
      strict && refusal instanceof Error ? refusal.message : 'The sandbox broke; its log says how',
    ];
    sendErrors(response, 500, errors);
    return { status: 500, body: { errors } };
  }
}

type Anonymous = { client: undefined; caller: Caller };

/** One request on its way, as far as it has come. */
type Passage = {
  readonly path: string;
  readonly query: string;
  operation: Operation | undefined;
  api: Api | undefined;
  client: Client | undefined;
  body: unknown;
  readonly violations: string[];
};

const none: readonly string[] = [];

/** Refusals of a request's form and pace may meet any operation, and are not listed at each. */
const isStated = (status: number): boolean => ![405, 406, 413, 415, 429].includes(status);

function violationsOf(
  contract: Contract,
  operation: Operation,
  { status, body }: { status: number; body: unknown },
): string[] {
  const key = [String(status), `${String(status)[0]}XX`].find((one) => operation.responses.has(one));
  if (key === undefined) return [`status ${status} is not in the contract`];
  const pointer = operation.responses.get(key);
  if (pointer === undefined)
    return body === undefined ? [] : [`status ${status} has no body in the contract`];
  const validate = contract.validators.at(pointer);
  // What goes out is JSON: a field that is undefined is not there.
  return validate(JSON.parse(JSON.stringify(body))) ? [] : problemsOf(validate.errors ?? [], 'Field');
}

function resourceName(parameter: string): string {
  const name = parameter.replace(/_id$/, '').replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
