import type { SandboxOptions, Wrappings } from '../../../simulator/app/options.ts';
import type { ClientRecord } from '../../../simulator/domain/client-record.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import type { Handler, HandlerContext, HandlersOf } from '../../../simulator/http/context.ts';
import type { Ports } from '../../../simulator/ports/ports.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import type { ClauseId } from '../../../spec/clauses.ts';
import { isObject } from '../../../spec/json.ts';
import type { AnyOperationId, OperationId, SuccessBody } from '../../../spec/operations.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import { isSuccess } from '../../target/exchange.ts';
import { type Edge, type EdgeAnswer, type EdgeRequest, edgeMiddleware, type Matches } from './edge.ts';

export type Defect = Pick<SandboxOptions, 'wrap' | 'environment'> & { readonly profile?: PartialProfile };

/** A sandbox broken in one clause, which the check of that clause must notice. */
export type Mutant = {
  /** Names the defect: `signs-before-encrypting`. */
  readonly name: string;
  readonly clause: ClauseId;
  readonly defects: readonly Defect[];
};

export const mutant = (name: string, clause: ClauseId, ...defects: Defect[]): Mutant => ({
  name,
  clause,
  defects,
});

type After<Prefix extends string, Id = ClauseId> = Id extends `${Prefix}${infer Rest}` ? Rest : never;

/** Declares mutants as a table by `clause: name`, the clause without the prefix that it shares with the others. */
export const mutantsOf = <Prefix extends string>(
  prefix: Prefix,
  table: Readonly<Record<`${After<Prefix>}: ${string}`, Defect | readonly Defect[]>>,
): readonly Mutant[] =>
  Object.entries<Defect | readonly Defect[]>(table).map(([key, defects]) => {
    const [clause, name] = `${prefix}${key}`.split(': ') as [ClauseId, string];
    return { name, clause, defects: [defects].flat() };
  });

export const edge = (change: Edge): Defect => ({ wrap: { app: edgeMiddleware(change) } });

type Body<Id extends AnyOperationId> = SuccessBody<Id>;

/** Changes the answers of operations, refusals included; what is returned goes out. */
export const onAnswer = (
  matches: Matches,
  answer: (answer: EdgeAnswer, request: EdgeRequest) => EdgeAnswer,
): Defect => edge({ matches, answer });

/** Changes the typed body of an operation's success: by other fields, or by a function that changes or replaces it. */
export const onBody = <Id extends OperationId>(
  operation: Id,
  change: Readonly<Record<string, unknown>> | ((body: Body<Id>, request: EdgeRequest) => unknown),
): Defect =>
  edge({
    matches: operation,
    answer: (answer, request) => {
      if (!isSuccess(answer)) return undefined;
      const body = answer.body as Body<Id>;
      const changed = typeof change === 'function' ? change(body, request) : Object.assign({}, body, change);
      return changed === undefined ? answer : { ...answer, body: changed };
    },
  });

/** Changes the status of answers that have a certain one, and their body where another is given. */
export const onStatus = (matches: Matches, from: number, to: number, body?: unknown): Defect =>
  edge({
    matches,
    answer: (answer) =>
      answer.status === from ? { ...answer, status: to, body: body ?? answer.body } : answer,
  });

/** Changes the messages of refusals, or says one instead of all. */
export const onErrors = (
  matches: Matches,
  change: string | ((errors: string[], status: number) => unknown),
): Defect =>
  edge({
    matches,
    answer: (answer) => {
      if (answer.status < 400) return undefined;
      const { errors } = isObject(answer.body) ? answer.body : {};
      const messages = Array.isArray(errors) ? errors.map(String) : [];
      const changed = typeof change === 'string' ? [change] : change(messages, answer.status);
      return { ...answer, body: { errors: changed } };
    },
  });

export const onRequest = (matches: Matches, change: (request: EdgeRequest) => void): Defect =>
  edge({
    matches,
    request: (request) => {
      change(request);
      return undefined;
    },
  });

/** Answers in the sandbox's place, which does not learn of the request; undefined lets it through. */
export const instead = (
  matches: Matches,
  answer: (request: EdgeRequest) => { status: number; body: unknown } | undefined,
): Defect =>
  edge({
    matches,
    request: (request) => {
      const given = answer(request);
      return given && { headers: {}, ...given };
    },
  });

export const asClient = async <C extends object>(context: C, client: Client): Promise<C> => ({
  ...context,
  client,
  clientRecord: await client.state.read(),
});

export const changeUser = (client: Client, userId: string, changedFields: Partial<UserRecord>) =>
  client.users.change(userId, () => ({ changedFields, result: undefined }));

export const changeClient = (client: Client, fields: (record: ClientRecord) => Partial<ClientRecord>) =>
  client.state.change((record) => ({ record: { ...record, ...fields(record) }, result: undefined }));

type Around<Id extends AnyOperationId> = (
  context: HandlerContext<Id>,
  handler: Handler<Id>,
) => ReturnType<Handler<Id>>;

/** Wraps the handler of an operation, of the service or of the arrangement API, past authentication and validation. */
export function around<Id extends AnyOperationId>(operation: Id, change: Around<Id>): Defect {
  const wrapped = <All extends object>(handlers: All): All => {
    const handler = (handlers as Partial<HandlersOf<Id>>)[operation];
    if (!handler) return handlers;
    return { ...handlers, [operation]: (context: HandlerContext<Id>) => change(context, handler) };
  };
  return { wrap: { operations: wrapped, arrangement: wrapped } };
}

/** Changes what a handler is given. */
export const before = <Id extends AnyOperationId>(
  operation: Id,
  change: (context: HandlerContext<Id>) => HandlerContext<Id> | Promise<HandlerContext<Id>>,
): Defect => around(operation, async (context, handler) => handler(await change(context)));

export const after = <Id extends AnyOperationId>(
  operation: Id,
  act: (context: HandlerContext<Id>, answer: Awaited<ReturnType<Handler<Id>>>) => Promise<unknown>,
): Defect =>
  around(operation, async (context, handler) => {
    const answer = await handler(context);
    await act(context, answer);
    return answer;
  });

/** Replaces a port: the clock, ids, randomness, the envelope of deliveries, their transport, the estimate. */
export const withPort = <Name extends keyof Ports>(
  name: Name,
  change: (port: Ports[Name]) => Ports[Name],
): Defect => ({ wrap: { ports: (ports) => ({ ...ports, [name]: change(ports[name]) }) } });

export function combined(
  defects: readonly Defect[],
): Pick<SandboxOptions, 'wrap' | 'environment' | 'profile'> {
  const wraps = defects.flatMap(({ wrap }) => (wrap ? [wrap] : []));
  const points = Object.assign({}, ...defects.map(({ profile }) => profile?.points ?? {}));
  const naming = Object.assign({}, ...defects.map(({ profile }) => profile?.naming ?? {}));
  const options = { wrap: wraps.reduce(joined, {}), profile: { naming, points } };
  const environment = defects.find((defect) => defect.environment)?.environment;
  return environment ? { ...options, environment } : options;
}

const piped = <T>(first?: (value: T) => T, second?: (value: T) => T): ((value: T) => T) | undefined =>
  first && second ? (value) => second(first(value)) : (first ?? second);

const joined = (a: Wrappings, b: Wrappings): Wrappings => ({
  operations: piped(a.operations, b.operations),
  arrangement: piped(a.arrangement, b.arrangement),
  ports: piped(a.ports, b.ports),
  store: piped(a.store, b.store),
  app: a.app && b.app ? pipeline(a.app, b.app) : (a.app ?? b.app),
});

type Middleware = NonNullable<Wrappings['app']>;

/** Several middlewares as one, each called when the one before it passes the request on. */
export const pipeline =
  (...middlewares: readonly Middleware[]): Middleware =>
  (request, response, next) => {
    const callFrom = (at: number): unknown => {
      const middleware = middlewares[at];
      if (!middleware) return next();
      return middleware(request, response, (error) => (error ? next(error) : callFrom(at + 1)));
    };
    return callFrom(0);
  };
