import { expect, test } from 'vitest';
import { loadContract, resolve } from '../../spec/contract.ts';
import { type JsonObject, objectIn } from '../../spec/json.ts';
import { dereferenced } from '../../spec/openapi-document.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { rows } from './foreign-ids.ts';

/** Every place of the contract where a request names something by its id, a user's token included. */
function idPlaces(): string[] {
  const { operations, document } = loadContract(defaultProfile());
  const isId = (schema: JsonObject): boolean => dereferenced(document, schema)['format'] === 'uuid';
  return [...operations.values()].flatMap(({ id, parameters, security, body }) => [
    ...parameters
      .filter(({ schema, name }) => isId(schema) || name.endsWith('_id'))
      .map((one) => `${id} ${one.in === 'header' ? 'headers' : one.in} ${one.name}`),
    ...Object.entries(objectIn(body && dereferenced(document, resolve(document, body.pointer)), 'properties'))
      .filter(([, schema]) => isId(schema as JsonObject))
      .map(([name]) => `${id} body ${name}`),
    ...(security.includes('userBearer') ? [`${id} as bearer`] : []),
  ]);
}

test('the law of foreign ids has a row for every place of the contract where an id goes', () => {
  expect(Object.keys(rows).sort()).toEqual(idPlaces().sort());
});
