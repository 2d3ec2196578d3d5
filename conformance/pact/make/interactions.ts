import { readFileSync } from 'node:fs';
import { mapValues } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Json, JsonObject } from '../../../spec/render.ts';
import { examples, type StateValue } from '../../specimens/examples.ts';
import { given, isStateName, type ProviderState, unknownState } from '../states/index.ts';

type ListedInteraction = {
  readonly operation: OperationId;
  /** Completes "a request to ...". */
  readonly to: string;
  /** Provider states; one with parameters is an object with the state's name as its key. */
  readonly given: readonly (string | Readonly<Record<string, JsonObject>>)[];
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Json;
  /** In place of `body`, one that the contract forbids. */
  readonly unlawful?: Json;
  readonly authorisation?: string;
  /** The status of a refusal; a success when left out. */
  readonly status?: 400 | 401 | 404;
  /** What is relied on in a success, and nothing else; a refusal has the error body. */
  readonly answer?: Json;
  readonly alone?: true;
  /** A fault in words, and a body of the same request that has it. */
  readonly invalid?: readonly [fault: string, body: Json];
  readonly unknown?: true;
};

export type HttpInteraction = Omit<ListedInteraction, 'given' | 'alone' | 'invalid' | 'unknown'> & {
  readonly given: readonly ProviderState[];
  readonly credentials?: 'right' | 'wrong';
};

/** The interaction and, unless it stands alone, the same request with each of the faults that the document states. */
function withRefusals({ invalid, unknown, alone, ...listed }: ListedInteraction): HttpInteraction[] {
  const success: HttpInteraction = { ...listed, given: listed.given.flatMap(statesIn) };
  if (alone) return [success];
  const { answer: _, path = {}, to, ...request } = success;
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
      given: [given('the client has an API key'), given('nothing has a certain id')],
      path: mapValues(path, () => examples.unknown_id),
      authorisation: undefined,
      status: 404,
    });
  return all;
}

/** The states of a list; a name that no state has is a mistake in the list. */
const statesIn = (listed: ListedInteraction['given'][number]): ProviderState[] =>
  Object.entries(typeof listed === 'string' ? { [listed]: undefined } : listed).map(([state, params]) => {
    if (!isStateName(state)) throw new Error(unknownState(state));
    return { state, params };
  });

const listed: { interactions: readonly ListedInteraction[] } = JSON.parse(
  readFileSync(new URL('./generated/interactions.json', import.meta.url), 'utf8'),
  (_, value: unknown) =>
    typeof value === 'string' && /^<\w+>$/.test(value) ? examples[value.slice(1, -1) as StateValue] : value,
);

export const interactions: readonly HttpInteraction[] = listed.interactions.flatMap(withRefusals);

export const descriptionOf = ({ to }: Pick<HttpInteraction, 'to'>): string => `a request to ${to}`;
