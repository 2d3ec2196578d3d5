import type {
  OperationId,
  PathParameters,
  Query,
  RequestBody,
  SuccessBody,
} from '../../../spec/operations.ts';
import type { Json } from '../../../spec/render.ts';
import { examples } from '../examples.ts';
import { given, type ProviderState } from '../states/index.ts';

/** One request of the typed client and the answer that it relies on. */
export type HttpInteraction = {
  readonly operation: OperationId;
  /** Completes "a request to ...". */
  readonly to: string;
  readonly given: readonly ProviderState[];
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Json;
  /** In place of `body`, one that the contract forbids. */
  readonly unlawful?: Json;
  /** The authorisation that is to be used. */
  readonly authorisation?: string;
  readonly credentials?: 'right' | 'wrong';
  /** The status of a refusal; a success when left out. */
  readonly status?: 400 | 401 | 404;
  /** What is relied on in a success; a refusal has the error body. */
  readonly answer?: Json;
};

/** The same, held to the contract by its operation. */
type TypedInteraction<Id extends OperationId> = Omit<
  HttpInteraction,
  'operation' | 'to' | 'path' | 'query' | 'body'
> & {
  readonly path?: PathParameters<Id>;
  readonly query?: Partial<Query<Id>>;
  readonly body?: RequestBody<Id>;
  readonly answer?: Relied<SuccessBody<Id>>;
};

/** Declares an interaction; a field that the contract does not have does not compile. */
export const interaction = <Id extends OperationId>(
  operation: Id,
  to: string,
  typed: TypedInteraction<Id>,
): HttpInteraction => ({ operation, to, ...typed }) as unknown as HttpInteraction;

/** A part of an answer: what it names is relied on, and nothing else. */
export type Relied<T> = T extends readonly (infer Item)[]
  ? readonly Relied<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Relied<T[Key]> }
    : T;

type Refusals = {
  /** A body of the same request with a fault, and the fault in words. */
  readonly invalid?: readonly [fault: string, body: Json];
  /** Whether there is a refusal for what does not exist. */
  readonly unknown?: boolean;
};

const apiKey = given('the client has an API key');

/** A success and, beside it, the same request with each of the faults that the document states. */
export function withRefusals<Id extends OperationId>(
  operation: Id,
  to: string,
  { invalid, unknown, ...typed }: TypedInteraction<Id> & Refusals,
): HttpInteraction[] {
  const success = interaction<Id>(operation, to, typed as TypedInteraction<Id>);
  const { answer: _, path = {}, ...request } = success;
  const all: HttpInteraction[] = [
    success,
    { ...request, path, to: `${to} with wrong credentials`, credentials: 'wrong', status: 401 },
  ];
  if (invalid) {
    const [fault, unlawful] = invalid;
    all.push({ ...request, path, to: `${to} with ${fault}`, body: undefined, unlawful, status: 400 });
  }
  if (unknown)
    all.push({
      ...request,
      to: `${to} that does not exist`,
      given: [apiKey, given('nothing has a certain id')],
      path: Object.fromEntries(Object.keys(path).map((name) => [name, examples.unknown_id])),
      authorisation: undefined,
      status: 404,
    });
  return all;
}

/** How a pact calls an interaction; no two have the same description. */
export const descriptionOf = ({ to }: Pick<HttpInteraction, 'to'>): string => `a request to ${to}`;
