import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request on its way to its answer, with what is noted of it for the answer and the log. */
export type Call = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly method: string;
  /** The address up to its query, and the query. */
  path: string;
  search: string;
  /** Of the path, by name. */
  params: Readonly<Record<string, string>>;
  operation?: string;
  client?: string;
  /** The messages of a refusal. */
  errors?: readonly string[] | undefined;
};

/** Answers a call. */
export type Serve = (call: Call) => unknown;
