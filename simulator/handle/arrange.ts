import { ServiceError } from '../../spec/client.ts';
import { loadArrangementContract } from '../../spec/contract.ts';
import type {
  ArrangementId,
  PathParameters,
  Query,
  RequestBody,
  SuccessBody,
} from '../../spec/operations.ts';

/** What a call of the arrangement API takes; what it can do without may be left out. */
export type ArrangeInput<Id extends ArrangementId> = {
  query?: Query<Id>;
  body?: RequestBody<Id>;
} & (keyof PathParameters<Id> extends never ? { path?: undefined } : { path: PathParameters<Id> });

type Rest<Id extends ArrangementId> = keyof PathParameters<Id> extends never
  ? [input?: ArrangeInput<Id>]
  : [input: ArrangeInput<Id>];

/** A stream of events has no one answer to give. */
type Answered = Exclude<ArrangementId, 'watchEvents'>;

/** Calls the arrangement API by the id of an operation; a refusal is thrown as a `ServiceError`. */
export type Arrange = <Id extends Answered>(operation: Id, ...rest: Rest<Id>) => Promise<SuccessBody<Id>>;

/** Read when somebody first arranges something: a start does without. */
let contract: ReturnType<typeof loadArrangementContract> | undefined;

/** The arrangement API of one client. */
export function arrangeWith(url: string, headers: Readonly<Record<string, string>>): Arrange {
  return async (id, ...[input]) => {
    contract ??= loadArrangementContract();
    const operation = contract.operations.get(id);
    if (!operation) throw new TypeError(`The arrangement API has no operation ${id}`);
    const given = (input ?? {}) as { path?: Record<string, string>; query?: object; body?: object };
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(given.path?.[name] ?? ''),
    );
    const query = new URLSearchParams(
      Object.entries(given.query ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const hasBody = operation.body !== undefined;
    const response = await fetch(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: operation.method.toUpperCase(),
      headers: { ...headers, ...(hasBody && { 'Content-Type': 'application/json' }) },
      ...(hasBody && { body: JSON.stringify(given.body ?? {}) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new ServiceError(response.status, answer?.errors ?? [text]);
    return answer;
  };
}
