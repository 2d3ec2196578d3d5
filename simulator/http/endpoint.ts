import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:querystring';
import { setTimeout as delay } from 'node:timers/promises';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { refusals } from '../domain/refusal.ts';
import type { Client } from '../tenant/client.ts';
import type { EdgeNaming } from '../tenant/edge-naming.ts';
import { JournalRecord } from '../tenant/journal.ts';
import type { Keys } from '../tenant/keys.ts';
import type { Services } from '../tenant/services.ts';
import { authenticate } from './authenticate.ts';
import type { Handler, HandlerContext } from './context.ts';
import { contractViolations } from './contract-violations.ts';
import { errorOutcome, faultOutcome, type Outcome, refusalOutcome, send } from './outcome.ts';
import { problemsOf } from './problems.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import type { RequestContext, RouteHandler } from './request-context.ts';

/** What the endpoints of one API have in common. */
export type EndpointOptions = {
  contract: Contract;
  /** Whether it is the service itself, which has a journal, faults and a rate limit, or the arrangement API. */
  isService: boolean;
  services: Services;
  naming: EdgeNaming;
  keys: Keys<Client>;
  /** Demanded of arrangement calls. */
  sandboxKeys: Keys<true> | undefined;
  /** Whether answers are held to the contract too. */
  strict: boolean;
  onError: (error: unknown, requestId: string) => void;
};

/** Serves one operation: finds out who asks, lets faults strike, reads and validates, handles, answers and journals. */
export function endpoint<Id extends AnyOperationId>(
  operation: Operation<Id>,
  handler: Handler<Id>,
  options: EndpointOptions,
): RouteHandler {
  const { contract, isService, services, naming, keys, strict, onError } = options;
  const { points } = services.profile;
  const takesQuery = operation.parameters.some((parameter) => parameter.in === 'query');

  async function serve(call: RequestContext, exchange: JournalRecord): Promise<Outcome | 'drop'> {
    const { headers } = call.request;
    if (!isService && operation.security.length > 0) checkSandboxKey(headers, options.sandboxKeys);
    const { client, caller } = await authenticate(operation, headers, keys, services);
    const record = await client?.state.read();
    const now = client && record ? client.state.nowOf(record) : services.realNow();
    if (client && record) {
      call.client = client.name;
      exchange.at = now;
      if (isService) {
        exchange.log = client.clientStore.requests;
        client.rateLimit.take(services.realNow);
      }
      const mayStrike = isService && record.faults.length > 0;
      const struck = mayStrike ? await strikeFault(client, record, operation.id) : undefined;
      if (struck) return struck;
    }
    const query = takesQuery ? readQuery(contract, operation, parse(call.search), points) : noQuery;
    if (operation.body) exchange.body = await readBody(call, points, operation.id);
    exchange.violations.push(...query.problems, ...bodyProblems(contract, operation, exchange.body));
    if (exchange.violations.length > 0) throw refusals.invalid([...exchange.violations]);
    checkPath(operation, call.params, contract, isService ? points['requests.invalid-path-id-status'] : 404);
    // The one place where types are claimed: all that the contract says of a request was checked above.
    const context = {
      services,
      client,
      clientRecord: record,
      caller,
      now,
      path: call.params,
      query: query.values,
      body: naming.toCanonical(exchange.body),
      authorisationId: headers[naming.authorisationHeader],
    } as HandlerContext<Id>;
    const { status, body, documents } = await handler(context);
    return held({ status, body: naming.toProfile(body), documents }, exchange);
  }

  /** In a strict sandbox, refuses to send what the contract does not have. */
  function held(outcome: Outcome, { violations }: JournalRecord): Outcome {
    const found = strict ? contractViolations(contract, operation, outcome) : [];
    if (found.length === 0) return outcome;
    violations.push(...found);
    throw new Error(`The answer of ${operation.id} breaks the contract: ${found.join('; ')}`);
  }

  function refuse(error: unknown, requestId: string, exchange: JournalRecord): Outcome {
    let fault = error;
    try {
      const refusal = refusalOutcome(error);
      if (refusal) return held(refusal, exchange);
    } catch (violation) {
      fault = violation;
    }
    onError(fault, requestId);
    return faultOutcome(fault, strict);
  }

  return async (call) => {
    call.operation = operation.id;
    const { requestId, method, path, search, request } = call;
    const asked = { requestId, operation: operation.id, method, path, search, headers: request.headers };
    const exchange = new JournalRecord(asked);
    let outcome: Outcome | 'drop';
    try {
      outcome = await serve(call, exchange);
    } catch (error) {
      outcome = refuse(error, requestId, exchange);
    }
    if (outcome === 'drop') {
      call.response.destroy();
      exchange.end(null, undefined, 0);
    } else exchange.end(outcome.status, outcome.body, send(call, outcome));
  };
}

function checkSandboxKey(headers: IncomingHttpHeaders, sandboxKeys: Keys<true> | undefined): void {
  if (sandboxKeys && !sandboxKeys.find(String(headers['x-sandbox-key'] ?? ''))) throw refusals.sandboxKey();
}

const noQuery: ReturnType<typeof readQuery> = { values: Object.freeze({}), problems: [] };

/** What a fault makes of a request; undefined when there is none, or when it only delayed the request. */
async function strikeFault(
  client: Client,
  record: ClientRecord,
  operation: string,
): Promise<Outcome | 'drop' | undefined> {
  const fault = await client.faults.strike(operation, record);
  if (fault?.latency_ms) await delay(fault.latency_ms);
  if (fault?.drop) return 'drop';
  return fault?.status === undefined ? undefined : errorOutcome(fault.status, ['A fault was asked for']);
}

function bodyProblems(contract: Contract, operation: Operation, body: unknown): string[] {
  if (!operation.body) return [];
  // To find all that is wrong takes a time that grows with the square of it.
  const validate = contract.validators.at(operation.body.pointer, isLarge(body) ? 'first' : 'all');
  return validate(body) ? [] : problemsOf(validate.errors ?? [], 'Field');
}

/** Whether there are more than so many values in a body. */
function isLarge(body: unknown): boolean {
  let left = 5000;
  const unseen = [body];
  while (unseen.length > 0) {
    const value = unseen.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inside = Object.values(value);
    left -= inside.length;
    if (left < 0) return true;
    unseen.push(...inside);
  }
  return false;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Refuses an address of something that cannot exist. */
function checkPath(
  operation: Operation,
  path: RequestContext['params'],
  contract: Contract,
  status: number,
): void {
  for (const { in: part, name, pointer, schema } of operation.parameters) {
    if (part !== 'path') continue;
    const value = path[name] as string;
    const exists = schema['format'] === 'uuid' ? uuid.test(value) : contract.validators.at(pointer)(value);
    if (!exists) throw refusals.notFound(resourceName(name), value, status);
  }
}

function resourceName(parameter: string): string {
  const name = parameter.replace(/_id$/, '').replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
