import type { SandboxOptions, Wrappings } from '../../../simulator/app/options.ts';
import type { ClientRecord } from '../../../simulator/domain/client-record.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import type { Handler, HandlerContext, HandlerResult, HandlersOf } from '../../../simulator/http/context.ts';
import type { Ports } from '../../../simulator/ports/ports.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import type { ClauseId } from '../../../spec/clauses.ts';
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

/** Changes the answers of operations, refusals included: the parts that are returned go out in place of the sandbox's. */
export const onAnswer = (
  matches: Matches,
  change: (answer: EdgeAnswer, request: EdgeRequest) => Partial<EdgeAnswer> | false | undefined,
): Defect => edge({ matches, answer: (answer, request) => ({ ...answer, ...change(answer, request) }) });

/** Changes the typed body of an operation's success: by other fields, or by a function that changes or replaces it. */
export const onBody = <Id extends OperationId>(
  operation: Id,
  change: Readonly<Record<string, unknown>> | ((body: Body<Id>, request: EdgeRequest) => unknown),
): Defect =>
  onAnswer(operation, (answer, request) => {
    const body = answer.body as Body<Id>;
    if (!isSuccess(answer)) return undefined;
    const changed = typeof change === 'function' ? change(body, request) : Object.assign({}, body, change);
    return { body: changed ?? body };
  });

export const refusal = (status: number, message: string) => ({ status, body: { errors: [message] } });

export const onRequest = (matches: Matches, change: (request: EdgeRequest) => void): Defect =>
  edge({ matches, request: (request) => void change(request) });

/** Answers in the sandbox's place, which does not learn of the request; undefined lets it through. */
export const instead = (matches: Matches, answer: NonNullable<Edge['request']>): Defect =>
  edge({ matches, request: answer });

export const asClient = async <C extends object>(context: C, client: Client): Promise<C> => ({
  ...context,
  client,
  clientRecord: await client.state.read(),
});

type OfUsers = { readonly client: Client; readonly path: unknown };

/** The id in the path. */
export const idIn = ({ path }: { readonly path: unknown }): string => String(Object.values(Object(path))[0]);

export const userIn = (context: OfUsers) => context.client.users.read(idIn(context));

/** The user who has what the path names. */
export const ownerIn = (context: OfUsers) => context.client.users.ownerOf(idIn(context));

/** The request about another user, or as it is if there is none. */
export const aboutUser = <C extends object>(context: C, other: Pick<UserRecord, 'user'> | undefined): C =>
  other ? { ...context, path: { user_id: other.user.user_id } } : context;

/** Acts after a handler on the user who had what the path names before it ran. */
export const afterOwned = (
  operation: 'deleteEntry' | 'deleteAccount' | 'submitMfa',
  act: (owner: UserRecord, context: HandlerContext<typeof operation>) => unknown,
): Defect => seeing(operation, ownerIn, (owner, context) => owner && act(owner, context));

export const changeUser = (client: Client, userId: string, changedFields: Partial<UserRecord>) =>
  client.users.change(userId, () => ({ changedFields, result: undefined }));

export const changeClient = (client: Client, fields: (record: ClientRecord) => Partial<ClientRecord>) =>
  client.state.change((record) => ({ record: { ...record, ...fields(record) }, result: undefined }));

type Around<Id extends AnyOperationId> = (
  context: HandlerContext<Id>,
  handler: Handler<Id>,
) => ReturnType<Handler<Id>>;

/** An object with other methods in the place of some of its own; the others keep their private fields. */
export const withMethods = <T extends object>(object: T, methods: Partial<T>): T =>
  new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(methods, name) ? methods : target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Wraps the handler of an operation, of the service or of the arrangement API, past authentication and validation. */
export function around<Id extends AnyOperationId>(operation: Id, change: Around<Id>): Defect {
  const wrapped = <All extends object>(handlers: All): All => {
    const handler = (handlers as Partial<HandlersOf<Id>>)[operation];
    if (!handler) return handlers;
    return { ...handlers, [operation]: (context: HandlerContext<Id>) => change(context, handler) };
  };
  return { wrap: { operations: wrapped, arrangement: wrapped } };
}

type Parts<Id extends AnyOperationId> = Partial<HandlerContext<Id>> | false | undefined;

/** Acts before a handler, which gets the parts of its context that are returned in place of its own. */
export const before = <Id extends AnyOperationId>(
  operation: Id,
  change: (context: HandlerContext<Id>) => Parts<Id> | Promise<Parts<Id>>,
): Defect =>
  around(operation, async (context, handler) => handler({ ...context, ...(await change(context)) }));

/** Looks at something before a handler runs, and acts on what it saw afterwards. */
export const seeing = <Id extends AnyOperationId, Seen>(
  operation: Id,
  look: (context: HandlerContext<Id>) => Promise<Seen>,
  act: (seen: Seen, context: HandlerContext<Id>, answer: HandlerResult<Id>) => unknown,
): Defect =>
  around(operation, async (context, handler) => {
    const seen = await look(context);
    const answer = await handler(context);
    await act(seen, context, answer);
    return answer;
  });

export const after = <Id extends AnyOperationId>(
  operation: Id,
  act: (context: HandlerContext<Id>, answer: HandlerResult<Id>) => unknown,
): Defect =>
  seeing(
    operation,
    async () => undefined,
    (_, context, answer) => act(context, answer),
  );

/** Replaces a port: the clock, ids, randomness, the envelope of deliveries, their transport, the estimate. */
export const withPort = <Name extends keyof Ports>(
  name: Name,
  change: (port: Ports[Name]) => Ports[Name],
): Defect => ({ wrap: { ports: (ports) => ({ ...ports, [name]: change(ports[name]) }) } });

export function combined(defects: readonly Defect[]): Required<Pick<Defect, 'wrap' | 'profile'>> & Defect {
  const environment = defects.find((defect) => defect.environment)?.environment;
  return {
    wrap: defects.reduce<Wrappings>((wrap, defect) => joined(wrap, defect.wrap ?? {}), {}),
    profile: { points: Object.assign({}, ...defects.map(({ profile }) => profile?.points)) },
    ...(environment && { environment }),
  };
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

/** Two middlewares as one: the second is called when the first passes the request on. */
export const pipeline =
  (first: Middleware, second: Middleware): Middleware =>
  (request, response, next) =>
    first(request, response, (error) => (error ? next(error) : second(request, response, next)));
