import { type Caller, createCaller, errorsIn, type HttpRequest } from '../../../spec/caller.ts';
import { ServiceError } from '../../../spec/client.ts';
import type { Session } from './session.ts';

type Options = { naming?: { vendor: string; authority: string }; onRequest?: (request: HttpRequest) => void };

/** Calls the sandbox that served this page, for one client. */
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

/** The response to any request; throws when it is a refusal. */
export async function accepted(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  if (!response.ok) throw new ServiceError(response.status, await errorsIn(response));
  return response;
}

export const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError(0, [String(error)]);
