import type { Request, Response } from 'express';

/** A request on its way to its answer. */
export type Call = {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly method: string;
  /** The address up to its query, and the query. */
  readonly path: string;
  readonly search: string;
  /** Of the path, by name. */
  params: Readonly<Record<string, string>>;
  /** What is noted for the log as it becomes known; the errors are the messages of a refusal. */
  operation?: string;
  client?: string;
  errors?: readonly string[] | undefined;
};

/** Answers a call. */
export type Serve = (call: Call) => unknown;

const noParams: Call['params'] = Object.freeze({});

/** The call that a request makes. */
export const callOf = (request: Request, response: Response, requestId: string): Call => ({
  ...{ request, response, requestId, method: request.method, params: noParams },
  ...addressOf(request.url),
});

/** Path and query of an address; what follows a `#` belongs to neither. */
export function addressOf(url: string): Pick<Call, 'path' | 'search'> {
  const end = url.indexOf('#');
  const address = end < 0 ? url : url.slice(0, end);
  const at = address.indexOf('?');
  return at < 0
    ? { path: address, search: '' }
    : { path: address.slice(0, at), search: address.slice(at + 1) };
}
