import { ServiceError } from './client.ts';
import { routes } from './generated/routes.ts';
import { givenAddress } from './given-address.ts';
import type { AnyOperationId, PathParameters, Query, RequestBody, SuccessBody } from './operations.ts';
import { bodyBytes, bodyText } from './read-body.ts';
import { rename, standInNames } from './render.ts';

/** What a call takes besides its operation; parts that the operation does without may be left out. */
export type CallInput<Id extends AnyOperationId> = CallExtras & {
  query?: Query<Id>;
  body?: RequestBody<Id>;
} & (keyof PathParameters<Id> extends never ? { path?: undefined } : { path: PathParameters<Id> });

type CallExtras = {
  headers?: Readonly<Record<string, string>>;
  /** A body as YAML text, in place of a JSON body. */
  yaml?: string;
  /** The id of a user: the call is made with a token that the sandbox issues for them, in place of the API key. */
  asUser?: string;
};

export type CallArguments<Id extends AnyOperationId> = keyof PathParameters<Id> extends never
  ? [input?: CallInput<Id>]
  : [input: CallInput<Id>];

/** A request before it is given credentials; also what curl and TypeScript code are written from. */
export type HttpRequest = CallExtras & {
  method: string;
  /** With parameters in braces, as the contract has it. */
  path: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
};

type Naming = { vendor: string; authority: string };

/** The request for an operation; the paths of the service are renamed for a deployment with other names. */
export function requestFor<Id extends AnyOperationId>(
  operation: Id,
  input: CallInput<Id> | undefined,
  naming?: Naming,
): HttpRequest;
export function requestFor(
  operation: AnyOperationId,
  input: CallExtras & { path?: object; query?: object; body?: unknown } = {},
  naming: Naming = standInNames,
): HttpRequest {
  const route = routes[operation];
  if (!route) throw new TypeError(`The contract has no operation ${operation}`);
  const { path, query, body, ...extras } = input;
  const takesJson = route.takesBody && extras.yaml === undefined;
  return {
    method: route.method,
    path: route.path.startsWith('/_sandbox') ? route.path : rename(route.path, naming),
    params: path && { ...path },
    query: query && { ...query },
    body: takesJson ? (body ?? {}) : undefined,
    ...extras,
  };
}

/** The path and query of a request; empty values are left out of the query. */
export function addressOf({ path, params = {}, query = {} }: HttpRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

export type CallerOptions = {
  /** Where the deployment is; empty in a page that the deployment served. */
  baseUrl: string;
  apiKey?: string;
  /** Sent to the arrangement API alone. */
  sandboxKey?: string;
  naming?: Naming;
  headers?: Readonly<Record<string, string>>;
  onRequest?: (request: HttpRequest) => void;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/** `watchEvents` streams and has no answer that ends: `send` it instead. */
export type CallableId = Exclude<AnyOperationId, 'watchEvents'>;

/** The answer to a call: the body of a success, or the errors of a refusal. */
export type Reply<Id extends CallableId> =
  | { ok: true; status: number; body: SuccessBody<Id>; errors: readonly [] }
  | { ok: false; status: number; body?: undefined; errors: readonly string[] };

export type Caller = {
  /** Returns the body of the operation's success; throws a `ServiceError` with the status and errors of a refusal. */
  call<Id extends CallableId>(operation: Id, ...rest: CallArguments<Id>): Promise<SuccessBody<Id>>;
  /** Calls an operation, and returns a refusal instead of throwing it. */
  attempt<Id extends CallableId>(operation: Id, ...rest: CallArguments<Id>): Promise<Reply<Id>>;
  /** Sends any request with this caller's credentials; a refusal is returned like any other response. */
  send(request: HttpRequest, signal?: AbortSignal): Promise<Response>;
};

/**
 * Calls a deployment by operation ids; runs in Node and in browsers.
 *
 * ```ts
 * const { call } = createCaller({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
 * const { user_id } = await call('createUser', { body: { forename: 'Ada' } });
 * const { expenditures } = await call('getOnsExpenditure', { path: { user_id } });
 * ```
 */
export function createCaller(options: CallerOptions): Caller {
  const { apiKey, sandboxKey, naming, onRequest, fetch: fetcher = fetch } = options;
  const { url: baseUrl, headers: basic } = givenAddress(options.baseUrl);

  async function credentials({ path, asUser }: HttpRequest): Promise<Record<string, string>> {
    if (asUser !== undefined) {
      const { token } = await caller.call('issueUserToken', { path: { user_id: asUser } });
      return { Authorization: `Bearer ${token}` };
    }
    return {
      ...(apiKey !== undefined && { 'X-API-KEY': apiKey }),
      ...(sandboxKey && path.startsWith('/_sandbox') && { 'X-Sandbox-Key': sandboxKey }),
    };
  }

  const caller: Caller = {
    async send(request, signal) {
      const headers = { ...basic, ...(await credentials(request)), ...options.headers, ...request.headers };
      if (request.yaml !== undefined) headers['Content-Type'] = 'application/yaml';
      else if (request.body !== undefined) headers['Content-Type'] = 'application/json';
      onRequest?.(request);
      return fetcher(`${baseUrl.replace(/\/$/, '')}${addressOf(request)}`, {
        method: request.method,
        headers,
        body: request.yaml ?? JSON.stringify(request.body),
        signal,
      });
    },
    async attempt(operation, ...[input]) {
      const response = await caller.send(requestFor(operation, input, naming));
      const { status } = response;
      if (!response.ok) return { ok: false, status, errors: await errorsIn(response) };
      return { ok: true, status, errors: [], body: await bodyIn(response) };
    },
    async call(operation, ...rest) {
      const reply = await caller.attempt(operation, ...rest);
      if (!reply.ok) throw new ServiceError(reply.status, reply.errors);
      return reply.body;
    },
  };
  return caller;
}

/** A snapshot is the largest body of a sandbox, some hundred megabytes after a year of a thousand people. */
const ownLimits = { most: 1024 * 1024 * 1024, withinMs: 120_000 };

async function bodyIn(response: Response) {
  if (response.headers.get('Content-Type')?.startsWith('application/pdf'))
    return bodyBytes(response, ownLimits);
  const text = await bodyText(response, ownLimits);
  return text === '' ? undefined : JSON.parse(text);
}

/** The errors of a refusal; the text itself when it is not a body of this service. */
export async function errorsIn(response: Response): Promise<readonly string[]> {
  const text = await bodyText(response);
  try {
    const { errors } = JSON.parse(text);
    if (Array.isArray(errors)) return errors.map(String);
  } catch {
    // Not JSON.
  }
  return text === '' ? [] : [text];
}
