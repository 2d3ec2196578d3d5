import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './generated/openapi.ts';

/** How a client reaches the service and says who it is; a function is asked anew for each request. */
export type ClientOptions = {
  baseUrl: string;
  apiKey?: string;
  /** A member's jwt or a user's token. */
  token?: string | (() => string | Promise<string>);
  headers?: Record<string, string>;
  fetch?: (request: Request) => Promise<Response>;
};

export type PayrollClient = Client<paths, 'application/json'>;

/** A refusal of the service: its status and its `errors`. */
export class ServiceError extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  constructor(status: number, errors: readonly string[]) {
    super(`${status}: ${errors.join('; ') || 'no reason given'}`);
    this.name = 'ServiceError';
    this.status = status;
    this.errors = errors;
  }
}

/** A client typed by the contract: a wrong path, parameter or body does not compile. */
export function createPayrollClient({ apiKey, token, ...options }: ClientOptions): PayrollClient {
  const client = createFetchClient<paths, 'application/json'>(options);
  client.use(credentials({ apiKey, token }));
  return client;
}

const credentials = ({ apiKey, token }: Pick<ClientOptions, 'apiKey' | 'token'>): Middleware => ({
  async onRequest({ request }) {
    if (apiKey !== undefined) request.headers.set('X-API-KEY', apiKey);
    const bearer = typeof token === 'function' ? await token() : token;
    if (bearer !== undefined) request.headers.set('Authorization', `Bearer ${bearer}`);
    return request;
  },
});

type Outcome<T> = { data?: T; error?: unknown; response: Response };

/** The data of a successful answer; throws the service's own errors otherwise. */
export async function unwrap<T>(outcome: Outcome<T> | Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await outcome;
  if (response.ok) return data as T;
  throw new ServiceError(response.status, errorsOf(error));
}

function errorsOf(body: unknown): string[] {
  if (typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors))
    return body.errors.map(String);
  return typeof body === 'string' && body !== '' ? [body] : [];
}
