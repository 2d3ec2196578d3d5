import { expect, test } from 'vitest';
import type { JsonObject } from '../../../spec/render.ts';
import { examples } from '../../specimens/examples.ts';
import { injected, injectedJson, matcherFor } from './matchers.ts';

const document = {
  components: {
    schemas: { Kind: { type: 'string', enum: ['a', 'b.c'] }, Id: { type: 'string', format: 'uuid' } },
  },
};

test('a text without an example of a state stays as it is', () => {
  expect(injected('/users')).toBe('/users');
  expect(injectedJson({ name: 'Ada', counts: [1, null, true] })).toEqual({
    name: 'Ada',
    counts: [1, null, true],
  });
});

test('an example of a state is replaced at verification, and must have its form when the pact is made', () => {
  const path = injected(`/users/${examples.user_id}/x`);
  expect(path).toMatchObject({
    'pact:generator:type': 'ProviderState',
    expression: '/users/$'.concat('{user_id}/x'),
  });
  const { regex } = path as { regex?: string };
  expect(`/users/${examples.account_id}/x`).toMatch(new RegExp(String(regex)));
  expect('/users/me/x').not.toMatch(new RegExp(String(regex)));
});

test('what is relied on is the type, the format or the enum of a field, never its value', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      kind: { $ref: '#/components/schemas/Kind' },
      id: { anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] },
      name: { type: ['string', 'null'] },
      count: { type: 'integer' },
      share: { type: 'number' },
      flag: { type: 'boolean' },
      list: { type: 'array', items: { type: 'string' } },
    },
  };
  const example = {
    kind: 'a',
    id: examples.user_id,
    name: 'x',
    count: 1,
    share: 0.5,
    flag: true,
    list: ['y'],
  };
  expect(matcherFor(document, schema, example)).toEqual({
    kind: { 'pact:matcher:type': 'regex', regex: '^(a|b\\.c)$', value: 'a' },
    id: {
      'pact:matcher:type': 'regex',
      regex: expect.stringMatching(/^\^\[0-9a-f\]/),
      value: examples.user_id,
    },
    name: { 'pact:matcher:type': 'type', value: 'x' },
    count: { 'pact:matcher:type': 'integer', value: 1 },
    share: { 'pact:matcher:type': 'number', value: 0.5 },
    flag: { 'pact:matcher:type': 'type', value: true },
    list: { 'pact:matcher:type': 'type', min: 1, value: [{ 'pact:matcher:type': 'type', value: 'y' }] },
  });
});

test('an example with a field that the contract does not have is an error', () => {
  expect(() => matcherFor(document, { type: 'object', properties: {} }, { colour: 'red' })).toThrow(
    '[colour]',
  );
});
