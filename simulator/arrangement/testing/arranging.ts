import type { Authorisation, UserDossier } from '../../../spec/types.ts';
import type { SandboxOptions } from '../../app/options.ts';
import { createSandbox, type Sandbox } from '../../sandbox.ts';

/** An answer as a caller sees it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export type Answered = { status: number; body: any };

/** A sandbox under test, spoken to over HTTP as its first client unless another key is given. */
export type Arranging = {
  sandbox: Sandbox;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Creates a user and gives its id. */
  user(fields?: object): Promise<string>;
  dossier(userId: string): Promise<UserDossier>;
  accept(userId: string, body?: object): Promise<Authorisation>;
  token(userId: string): Promise<string>;
  close(): Promise<void>;
};

/** Starts a sandbox that holds every answer to the contract. */
export async function arranging(options: SandboxOptions = {}): Promise<Arranging> {
  const sandbox = await createSandbox({ port: 0, users: 32, strict: true, ...options });
  const call: Arranging['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: {
        'x-api-key': sandbox.apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const must = async (...request: Parameters<Arranging['call']>) => {
    const { status, body } = await call(...request);
    if (status >= 300)
      throw new Error(`${request[0]} ${request[1]} gave ${status}: ${body?.errors?.join('; ')}`);
    return body;
  };
  return {
    sandbox,
    call,
    user: async (fields = {}) => (await must('POST', '/_sandbox/users', fields)).user_id,
    dossier: (userId) => must('GET', `/_sandbox/users/${userId}`),
    accept: (userId, body = {}) => must('POST', `/_sandbox/users/${userId}/authorisations`, body),
    token: async (userId) => (await must('POST', `/_sandbox/users/${userId}/tokens`, {})).token,
    close: () => sandbox.close(),
  };
}

/** An id that no user, account or delivery has. */
export const unknownId = '00000000-0000-4000-8000-000000000000';
