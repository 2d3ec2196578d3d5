import type {
  AnyOperationId,
  ArrangementId,
  OperationId,
  PathParameters,
  Query,
  RequestBody,
  SuccessBody,
} from '../../spec/operations.ts';
import type { Client } from '../client.ts';
import type { Services } from '../services.ts';

/** Who makes a request. */
export type Caller =
  | { kind: 'api-key' }
  | { kind: 'member'; memberId: string }
  | { kind: 'user'; userId: string };

/** Operations that need no authentication, and so have no client. */
export type OpenOperationId = 'signInMember' | 'getHealth';

/** All that a handler gets: an authenticated caller and parameters that keep to the contract. */
export type Context<Id extends AnyOperationId> = {
  services: Services;
  client: Id extends OpenOperationId ? undefined : Client;
  caller: Caller;
  /** The client's time when the request came in. */
  now: number;
  path: PathParameters<Id>;
  query: Query<Id>;
  body: RequestBody<Id>;
  /** The authorisation that the caller names in its header. */
  authorisationId: string | undefined;
};

/** What a handler answers. */
export type Answer<Id extends AnyOperationId> = { status: number; body: SuccessBody<Id> | undefined };

export type Handler<Id extends AnyOperationId> = (context: Context<Id>) => Promise<Answer<Id>>;

/** A handler for every operation of the service: one too few or too many does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** Likewise for the arrangement API. */
export type ArrangementHandlers = { [Id in ArrangementId]: Handler<Id> };

export const ok = <T>(body: T): { status: number; body: T } => ({ status: 200, body });
export const created = <T>(body: T): { status: number; body: T } => ({ status: 201, body });
