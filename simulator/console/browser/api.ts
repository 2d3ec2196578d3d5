import type { Session } from './session.ts';

/** A call as it is made, shown and written as code. */
export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces, as the contract has it. */
  path: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  /** Text of a YAML body. */
  yaml?: string;
  /** Whose token it takes, where the interface wants a user's and not the client's key. */
  asUser?: string;
};

/** A refusal, in the words of the sandbox. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly string[];
  constructor(status: number, errors: readonly string[]) {
    super(errors.join('; '));
    this.status = status;
    this.errors = errors;
  }
}

/** The path and query of a request. */
export function addressOf({ path, params = {}, query = {} }: ApiRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter((entry): entry is [string, string | number] =>
    Boolean(entry[1] ?? ''),
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Speaks to the sandbox that served this page, for one client. */
export class Api {
  readonly session: Session;
  /** Told of each request that is made. */
  readonly onRequest: (request: ApiRequest) => void;

  constructor(session: Session, onRequest: (request: ApiRequest) => void = () => {}) {
    this.session = session;
    this.onRequest = onRequest;
  }

  async call<T>(request: ApiRequest): Promise<T> {
    const response = await this.send(request);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async bytes(request: ApiRequest): Promise<Blob> {
    return (await this.send(request)).blob();
  }

  /** The answer to a request; throws when it is a refusal. */
  async send(request: ApiRequest, signal?: AbortSignal): Promise<Response> {
    const credentials = await this.#credentials(request);
    this.onRequest(request);
    const body = request.yaml ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const response = await fetch(addressOf(request), {
      method: request.method,
      headers: {
        ...credentials,
        // So that the journal can tell the console's own reading from what is under test.
        'X-Payrig-Console': '1',
        ...(body !== undefined && {
          'Content-Type': request.yaml === undefined ? 'application/json' : 'application/yaml',
        }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError(0, ['The sandbox does not answer: is it still running?']);
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  async #credentials({ path, asUser }: ApiRequest): Promise<Record<string, string>> {
    const { apiKey, sandboxKey } = this.session;
    if (asUser === undefined) {
      const isArrangement = path.startsWith('/_sandbox');
      return { 'X-API-KEY': apiKey, ...(isArrangement && sandboxKey && { 'X-Sandbox-Key': sandboxKey }) };
    }
    const { token } = await this.call<{ token: string }>(tokenRequest(asUser));
    return { Authorization: `Bearer ${token}` };
  }
}

/** How a user's token is come by. */
export const tokenRequest = (userId: string): ApiRequest => ({
  method: 'POST',
  path: '/_sandbox/users/{user_id}/tokens',
  params: { user_id: userId },
  body: {},
});

async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text) as { errors: string[] };
    return new ApiError(response.status, errors);
  } catch {
    return new ApiError(response.status, [text || `Status ${response.status}`]);
  }
}
