import { examples } from './examples.ts';
import { type ListedInteraction, specimens } from './specimens.ts';
import { given, isStateName, type ProviderState, unknownState } from './states/index.ts';

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
      path: Object.fromEntries(Object.keys(path).map((name) => [name, examples.unknown_id])),
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

export const interactions: readonly HttpInteraction[] = specimens.interactions.flatMap(withRefusals);

/** How a pact calls an interaction; no two have the same description. */
export const descriptionOf = ({ to }: Pick<HttpInteraction, 'to'>): string => `a request to ${to}`;
