import type {
  AnyOperationId,
  ArrangementId,
  OperationId,
  PathParameters,
  Query,
  RequestBody,
  SuccessBody,
} from '../../spec/operations.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';

export type Outcome = {
  status: number;
  body: unknown;
  /** Records never change, so the JSON of each is made once: the body's last field is a list of them, or `true`, the body is one. */
  records?: string | true;
  headers?: Readonly<Record<string, string>>;
};

/** `keyless`: of an operation that needs no key, and without a right one. */
export type Caller =
  | { kind: 'keyless' }
  | { kind: 'api-key' }
  | { kind: 'member'; memberId: string }
  | { kind: 'user'; userId: string };

/** Operations that need no authentication, and so have no client. */
export type OpenOperationId = 'signInMember' | 'getHealth' | 'getLiveness' | 'getReadiness';

/** All that a handler gets: an authenticated caller and parameters that keep to the contract. */
export type HandlerContext<Id extends AnyOperationId> = {
  services: Services;
  client: Id extends OpenOperationId ? undefined : Client;
  clientRecord: Id extends OpenOperationId ? undefined : ClientRecord;
  caller: Caller;
  now: number;
  path: PathParameters<Id>;
  query: Query<Id>;
  body: RequestBody<Id>;
  authorisationId: string | undefined;
  /** A signal that is aborted when the caller leaves before it is answered; made when it is asked for. */
  callerLeft: () => AbortSignal;
};

export type HandlerResult<Id extends AnyOperationId> = {
  status: number;
  body: SuccessBody<Id> | undefined;
  records?: Outcome['records'];
};

export type Handler<Id extends AnyOperationId> = (context: HandlerContext<Id>) => Promise<HandlerResult<Id>>;

/** A handler for each of some operations: one too few or too many does not compile. */
export type HandlersOf<Ids extends AnyOperationId> = { [Id in Ids]: Handler<Id> };

export type Handlers = HandlersOf<OperationId>;

export type ArrangementHandlers = HandlersOf<ArrangementId>;
