import { expect, test } from 'vitest';
import { loadContract, resolve } from '../../../spec/contract.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import { openPointsOf } from '../../../spec/render.ts';
import { examples } from '../../specimens/examples.ts';
import { messages } from '../../specimens/messages.ts';
import { type StateName, states } from '../states/index.ts';
import { descriptionOf, interactions } from './interactions.ts';

const contract = loadContract(defaultProfile());

const valuesIn = (value: unknown) =>
  (Object.keys(examples) as (keyof typeof examples)[]).filter((name) =>
    JSON.stringify(value)?.includes(examples[name]),
  );

/** The errors of an operation that the document states, and not we alone. */
function statedErrors(id: OperationId): number[] {
  const operation = contract.operations.get(id);
  if (!operation) return [];
  const path = operation.path.replaceAll('/', '~1');
  return [...operation.responses.keys()].map(Number).filter((status) => {
    const response = resolve(contract.document, `/paths/${path}/${operation.method}/responses/${status}`);
    return status >= 400 && (openPointsOf(response).length === 0 || response['x-stated'] === true);
  });
}

/** When a client has no configuration is an open point, and no arrangement can bring it about. */
const cannotBeArranged = new Set(['getConfiguration 404']);

test.each([...contract.operations.keys()])('%s has a success and each of its stated errors', (id) => {
  const had = interactions
    .filter(({ operation }) => operation === id)
    .map(({ status }) => status ?? 'success');
  const wanted = statedErrors(id).filter((status) => !cannotBeArranged.has(`${id} ${status}`));
  expect(new Set(had)).toEqual(new Set(['success', ...wanted]));
});

test('there are messages for every kind of event, without and with payload', () => {
  const kinds = Object.keys(contract.document['webhooks'] as object);
  const had = messages.map(({ event, includePayload }) => `${event} ${includePayload}`);
  expect(new Set(had)).toEqual(new Set(kinds.flatMap((kind) => [`${kind} false`, `${kind} true`])));
});

test.each(interactions.map((one) => [descriptionOf(one), one] as const))(
  '%s: the contract has its parameters and takes its body, and its states take their parameters',
  (_, { operation: id, path = {}, query = {}, body, given }) => {
    const operation = contract.operations.get(id)!;
    const known = operation.parameters.map((parameter) => parameter.name);
    expect(known).toEqual(expect.arrayContaining([...Object.keys(path), ...Object.keys(query)]));
    if (body !== undefined) {
      const takesBody = contract.validators.at(operation.body!.pointer);
      expect(takesBody(body) || takesBody.errors).toBe(true);
    }
    for (const { state, params = {} } of given) {
      const takes = Object.keys(states[state].takes);
      if (!takes.includes('*')) expect(takes).toEqual(expect.arrayContaining(Object.keys(params)));
    }
  },
);

test('no two interactions have the same description', () => {
  const all = [...interactions.map(descriptionOf), ...messages.map(({ description }) => description)];
  expect(new Set(all).size).toBe(all.length);
});

test.each(interactions.map((one) => [descriptionOf(one), one] as const))(
  '%s: its states give what it sends',
  (_, one) => {
    const { path, query, body, unlawful, authorisation, given } = one;
    const gives = new Set(
      given.flatMap(({ state }) => states[state as StateName].gives as readonly string[]),
    );
    const asked = valuesIn({ path, query, body, unlawful, authorisation });
    expect(asked.filter((value) => !gives.has(value))).toEqual([]);
  },
);
