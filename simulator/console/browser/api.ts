import { type Caller, createCaller, errorsIn, type HttpRequest } from '../../../spec/caller.ts';
import { ServiceError } from '../../../spec/client.ts';
import type { ConsoleOptions } from '../pages.ts';

type Options = { naming?: { vendor: string; authority: string }; onRequest?: (request: HttpRequest) => void };

export const callerFor = ({ apiKey, sandboxKey }: Session, options: Options = {}): Caller =>
  createCaller({
    ...options,
    baseUrl: '',
    apiKey,
    sandboxKey,
    // The journal tells the console's own requests by it from those under test.
    headers: { 'X-Payrig-Console': '1' },
    fetch: (url, init) =>
      fetch(url, init).catch((error: unknown) => {
        if (init.signal?.aborted) throw error;
        throw new ServiceError(0, ['The sandbox does not answer. Is it still running?']);
      }),
  });

export async function accepted(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  if (!response.ok) throw new ServiceError(response.status, await errorsIn(response));
  return response;
}

export const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError(0, [String(error)]);

export type Session = { apiKey: string; sandboxKey: string; otherKeys: string[] };
/** Takes a session, or leaves without one, because of a refusal or at the user's wish. */
export type OnSession = (session?: Session, refusal?: string) => void;

const NAME = 'payrig-console';

export const options: ConsoleOptions = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=payrig]')!.content,
);

/** The session of this tab. A sandbox beyond loopback, or with keys of its own, needs the user to type them in first. */
export function storedSession(): Session | undefined {
  const stored = sessionStorage.getItem(NAME);
  if (stored !== null) return JSON.parse(stored) as Session;
  const [apiKey] = options.apiKeys;
  return apiKey === undefined || options.needsSandboxKey
    ? undefined
    : { apiKey, sandboxKey: '', otherKeys: [] };
}

export function storeSession(session: Session | undefined): void {
  if (session) sessionStorage.setItem(NAME, JSON.stringify(session));
  else sessionStorage.removeItem(NAME);
}

export const keysOf = ({ apiKey, otherKeys }: Session): string[] => [
  ...new Set([...options.apiKeys, ...otherKeys, apiKey]),
];
