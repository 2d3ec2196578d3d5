import type { Request, Response } from 'express';

/** A request on its way to its answer. */
export type RequestContext = {
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
export type RouteHandler = (call: RequestContext) => unknown;

const noParams: RequestContext['params'] = Object.freeze({});

/** The call that a request makes; of its address, what follows a `#` belongs to neither path nor query. */
export function callOf(request: Request, response: Response, requestId: string): RequestContext {
  const { method, url } = request;
  const end = url.indexOf('#');
  const address = end < 0 ? url : url.slice(0, end);
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  const search = at < 0 ? '' : address.slice(at + 1);
  return { request, response, requestId, method, path, search, params: noParams };
}
