import type {
  AnyOperationId,
  OperationId,
  PathParameters,
  Query,
  RequestBody,
} from '../../spec/operations.ts';
import type { ServiceResponse } from './exchange.ts';

/** Who a request says it comes from. A client is its API key; a user is a bearer token. */
export type Credentials =
  | 'client'
  | 'member'
  | 'none'
  /** The client's key with something done to it, which makes it no key. */
  | { readonly altered: (key: string) => string }
  | { readonly apiKey?: string; readonly bearer?: string };

/** What goes into one call of an operation. `json` and `text` are for bodies that the contract would not allow. */
export type CallOptions<Id extends AnyOperationId> = {
  path?: PathParameters<Id>;
  query?: Partial<Query<Id>> | Record<string, string | number | boolean | undefined>;
  body?: RequestBody<Id>;
  json?: unknown;
  text?: string | Uint8Array;
  contentType?: string | null;
  /** Canonical names: `x-svc-authorisation-id` goes out under the vendor's word. */
  headers?: Readonly<Record<string, string>>;
  /** `client` when left out. */
  as?: Credentials;
};

/** A request that is no operation of the contract: an upload to a presigned URL, an unknown path. */
export type RawRequest = {
  method: string;
  /** A path under the base URL, or a whole URL. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  as?: Credentials;
};

export type Caller = {
  call<Id extends OperationId>(operation: Id, options?: CallOptions<Id>): Promise<ServiceResponse<Id>>;
  send(request: RawRequest): Promise<ServiceResponse<never>>;
};
