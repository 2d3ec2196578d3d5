import type { AnyOperationId } from '../../spec/operations.ts';
import type { Fault } from './faults.ts';

export type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

export type Exchange = {
  readonly operation: AnyOperationId | undefined;
  readonly request: SentRequest;
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMs: number;
};

/** An exchange with its body read: `body` has the canonical names, whatever the profile calls them. */
export type ServiceResponse<Id extends AnyOperationId = AnyOperationId> = Exchange & {
  readonly operation: Id | undefined;
  /** What was asked: parameters of the path and the query, and the JSON body, under canonical names. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly sent: unknown;
  /** The parsed JSON body; undefined when there is none or it is no JSON. */
  readonly body: unknown;
  /** What the tolerant contract finds wrong in the body; nothing where the document states nothing. */
  readonly faults: () => readonly Fault[];
};

type Answered = { readonly status: number };

export const isSuccess = ({ status }: Answered): boolean => status >= 200 && status <= 299;
export const isRefusal = ({ status }: Answered): boolean => status >= 400 && status <= 499;

/** Headers of Node as texts by name. */
export const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
