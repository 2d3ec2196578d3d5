import type { operations } from './generated/openapi.ts';
import type { operations as arrangementOperations } from './generated/sandbox.ts';

/** Every operation of the service, by its id in the contract; webhook deliveries (`on...`) are not among them. */
export type OperationId = Exclude<keyof operations, `on${string}`>;
export type ArrangementId = keyof arrangementOperations;

type Operations = Pick<operations, OperationId> & arrangementOperations;
export type AnyOperationId = OperationId | ArrangementId;

type Pdf<Content> = Content extends { content: { 'application/pdf': string } } ? Uint8Array : never;
type Events<Content> = Content extends { content: { 'text/event-stream': string } }
  ? AsyncIterable<readonly { event: string; data: unknown }[]>
  : never;
type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type OrUndefined<T> = [T] extends [never] ? undefined : T;

/** The JSON body that an operation takes; undefined when it takes none. */
export type RequestBody<Id extends AnyOperationId> = Operations[Id] extends { requestBody: infer Body }
  ? OrUndefined<Json<Body>>
  : Operations[Id] extends { requestBody?: infer Body }
    ? OrUndefined<Json<NonNullable<Body>>> | undefined
    : undefined;

export type Query<Id extends AnyOperationId> = Operations[Id] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : object;

export type PathParameters<Id extends AnyOperationId> = Operations[Id] extends {
  parameters: { path: infer P };
}
  ? P
  : object;

type Responses<Id extends AnyOperationId> = Operations[Id]['responses'];
type SuccessStatus = 200 | 201;

/** The body of an operation's success: JSON, the bytes of a PDF, or batches of events. */
export type SuccessBody<Id extends AnyOperationId> = {
  [Status in keyof Responses<Id> & SuccessStatus]:
    | Json<Responses<Id>[Status]>
    | Pdf<Responses<Id>[Status]>
    | Events<Responses<Id>[Status]>;
}[keyof Responses<Id> & SuccessStatus];
