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
    const journaled: Journaled = { operation: undefined, client: undefined, body: undefined, violations: [] };
    let outcome: { status: number | null; body: unknown };
    try {
      outcome = await this.#answer(request, response, journaled);
    } catch (error) {
      outcome = this.#refuse(error, response, journaled);
    }
    const { client, operation } = journaled;
    if (!client || !operation || !this.#apiOf.get(operation.id)?.isService) return;
    const [path = '', query = ''] = request.url.split('?', 2);
    client.journal.add({
      at: client.state.now(),
      requestId: response.locals['requestId'] as string,
      operation: operation.id,
      method: request.method,
      path,
      query,
      requestHeaders: request.headers,
      requestBody: journaled.body,
      status: outcome.status,
      responseBody: outcome.body,
      durationMs: performance.now() - started,
      violations: journaled.violations,
      bytes: Number(response.locals['bodySize'] ?? 0) + Number(response.getHeader('Content-Length') ?? 0),
    });
  }

  async #answer(
    request: Request,
    response: Response,
    journaled: Journaled,
  ): Promise<{ status: number | null; body: unknown }> {
    const { services, respond, strict } = this.#options;
    const [path = '', query = ''] = request.url.split('?', 2);
    const { operation, parameters } = this.#route(request.method, path);
    journaled.operation = operation;
    response.locals['operation'] = operation.id;
    const api = this.#apiOf.get(operation.id) as Api;
    if (!api.isService) this.#admit(request);
    const { client, caller } = await this.#caller(operation, request);
    journaled.client = client;
    response.locals['client'] = client?.name;
    if (api.isService && client) {
      client.rateLimit.take(services.realNow());
      const struck = await injectFault(client.faults.strike(operation.id), response);
      if (struck) return struck;
    }
    const context = await this.#context(
      api,
      operation,
      request,
      response,
      { client, caller, parameters, query },
      journaled,
    );
    const handler = api.handlers[operation.id] as AnyHandler;
    let answer: { status: number; body: unknown } = await handler(context);
    answer = { status: answer.status, body: this.#naming.outward(answer.body) };
    if (respond) answer = respond(operation.id, answer, context);
    if (strict) this.#holdToContract(api.contract, operation, answer, journaled);
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

  async #caller(operation: Operation, request: Request): Promise<Authenticated | Anonymous> {
    if (operation.security.length === 0) return { client: undefined, caller: { kind: 'api-key' } };
    return authenticate(operation, request.headers, this.#options.keys, this.#options.services);
  }

  async #context(
    api: Api,
    operation: Operation,
    request: Request,
    response: Response,
    known: (Authenticated | Anonymous) & { parameters: Record<string, string>; query: string },
    journaled: Journaled,
  ): Promise<Context<AnyOperationId>> {
    const { services } = this.#options;
    const { points } = services.profile;
    const query = readQuery(api.contract, operation, known.query, points);
    const problems = [...query.problems];
    let body: unknown;
    if (operation.body) {
      body = await readBody(request, response, points);
      journaled.body = body;
      problems.push(...this.#bodyProblems(api.contract, operation.body.pointer, body));
    }
    if (problems.length > 0) {
      journaled.violations.push(...problems);
      throw refusals.invalid(problems);
    }
    for (const [name, value] of Object.entries(known.parameters)) {
      if (!isUuid(value))
        throw refusals.notFound(
          resourceName(name),
          value,
          api.isService ? points['requests.invalid-path-id-status'] : 404,
        );
    }
    const authorisationId = request.headers[this.#naming.authorisationHeader];
    return {
      services,
      // Only the handlers of open operations meet an undefined one, and their type says so.
      client: known.client as never,
      caller: known.caller,
      now: known.client ? known.client.state.now() : services.realNow(),
      path: known.parameters as never,
      query: query.values as never,
      body: this.#naming.inward(body) as never,
      authorisationId: typeof authorisationId === 'string' ? authorisationId : undefined,
    };
  }

  #bodyProblems(contract: Contract, pointer: string, body: unknown): string[] {
    const validate = contract.validators.at(pointer);
    return validate(body) ? [] : problemsOf(validate.errors ?? [], 'Field');
  }

  #holdToContract(
    contract: Contract,
    operation: Operation,
    answer: { status: number; body: unknown },
    journaled: Journaled,
  ): void {
    const found = violationsOf(contract, operation, answer);
    if (found.length === 0) return;
    journaled.violations.push(...found);
    throw new Error(`The answer of ${operation.id} breaks the contract: ${found.join('; ')}`);
  }

  #refuse(error: unknown, response: Response, journaled: Journaled): { status: number; body: unknown } {
    const { strict, onError } = this.#options;
    let refusal = error;
    if (strict && refusal instanceof Refusal && journaled.operation && isStated(refusal.status)) {
      const api = this.#apiOf.get(journaled.operation.id) as Api;
      const found = violationsOf(api.contract, journaled.operation, {
        status: refusal.status,
        body: { errors: refusal.errors },
      });
      if (found.length > 0) {
        journaled.violations.push(...found);
        refusal = new Error(
          `The refusal of ${journaled.operation.id} breaks the contract: ${found.join('; ')}`,
        );
      }
    }
    if (refusal instanceof Refusal) {
      sendErrors(response, refusal.status, refusal.errors, refusal.headers);
      return { status: refusal.status, body: { errors: refusal.errors } };
    }
    onError(refusal, response.locals['requestId'] as string);
    const errors = [
      strict && refusal instanceof Error ? refusal.message : 'The sandbox broke; its log says how',
    ];
    sendErrors(response, 500, errors);
    return { status: 500, body: { errors } };
  }
}

type Anonymous = { client: undefined; caller: Caller };

type Journaled = {
  operation: Operation | undefined;
  client: Client | undefined;
  body: unknown;
  violations: string[];
};

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
