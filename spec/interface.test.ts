// The contract against the interface document. The tables in testing/interface/ were written from the document, line by
// line, and know nothing of the contract; here each of their facts is looked for in it.
import { describe, expect, it } from 'vitest';
import { loadContract, type Operation, resolve } from './contract.ts';
import { updateFields } from './generated/contract-lists.ts';
import { defaultProfile } from './profile.ts';
import { type Json, type JsonObject, openPointsOf } from './render.ts';
import { deliveries, deliveryHeaders, eventKinds } from './testing/interface/events.ts';
import { leavesOf, type Shape, sampleOf, withoutValue, withValue } from './testing/interface/kinds.ts';
import { operations } from './testing/interface/operations.ts';
import { bodies, queries } from './testing/interface/requests.ts';
import { bankStatementSubmission, user } from './testing/interface/resources.ts';

const { document, validators, operations: described } = loadContract(defaultProfile());
const callOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;
const byCall = new Map([...described.values()].map((operation) => [callOf(operation), operation]));

function operation(call: string): Operation {
  const found = byCall.get(call);
  if (!found) throw new Error(`The contract has no ${call}`);
  return found;
}

const accepts = (pointer: string, value: Json): boolean => validators.at(pointer)(value);
const follow = (node: JsonObject): JsonObject =>
  typeof node['$ref'] === 'string' ? follow(resolve(document, node['$ref'].slice(1))) : node;

/** Checks every field of a shape: the schema takes what it must take, and refuses what it must refuse. */
function holds(pointer: () => string, shape: Shape): void {
  const sample = sampleOf(shape);
  it('takes a full sample', () => {
    const validate = validators.at(pointer());
    validate(sample);
    expect(validate.errors ?? []).toEqual([]);
  });
  it.each(leavesOf(shape).map(({ path, leaf }) => ({ field: path.join('.'), path, leaf, is: leaf.kind })))(
    '$field is $is',
    ({ path, leaf }) => {
      const refused = leaf.good.filter((value) => !accepts(pointer(), withValue(sample, path, value)));
      const taken = leaf.bad.filter((value) => accepts(pointer(), withValue(sample, path, value)));
      expect({ refused, taken }).toEqual({ refused: [], taken: [] });
    },
  );
}

describe('operations', () => {
  it('are those of the document and no others', () => {
    expect([...byCall.keys()].sort()).toEqual(operations.map(({ call }) => call).sort());
  });

  it('have paths without a version', () => {
    expect([...byCall.keys()].filter((call) => /\/v?\d/.test(call))).toEqual([]);
    expect(document['info']).toMatchObject({ title: expect.stringMatching(/payroll/i), version: '1.0.0' });
  });

  describe.each(operations)('$call', ({ call, auth, statuses, ...stated }) => {
    it(`is authenticated by ${auth}`, () => {
      const schemes = operation(call).security.map((name) =>
        resolve(document, `/components/securitySchemes/${name}`),
      );
      const key = { type: 'apiKey', in: 'header', name: 'X-API-KEY' };
      const bearer = { type: 'http', scheme: 'bearer' };
      if (auth === 'none') expect(schemes).toEqual([]);
      if (auth === 'user bearer') expect(schemes).toEqual([expect.objectContaining(bearer)]);
      if (auth === 'API key') {
        expect(schemes[0]).toMatchObject(key);
        for (const alternative of schemes.slice(1)) expect(alternative).toMatchObject(bearer);
      }
    });

    it('has the stated statuses, and marks every other as an open point', () => {
      // That credentials are refused with 401 is said once for all operations.
      const certain = new Set([...statuses, ...(auth === 'none' ? [] : [401])].map(String));
      const { method, path } = operation(call);
      const responses = resolve(document, `/paths/${path.replaceAll('/', '~1')}/${method}/responses`);
      const open = Object.entries(responses)
        .filter(([, response]) => {
          const node = follow(response as JsonObject);
          return openPointsOf(node).length > 0 && node['x-stated'] !== true;
        })
        .map(([status]) => status);
      expect(Object.keys(responses).filter((status) => !open.includes(status))).toEqual([...certain].sort());
    });

    it('refuses with one message per problem', () => {
      const errors = [...operation(call).responses].filter(([status]) => status.startsWith('4'));
      for (const [, pointer] of errors) {
        expect(accepts(pointer!, { errors: ['one', 'two'] })).toBe(true);
        for (const bad of [{}, { errors: 'one' }, { errors: [1] }, { error: 'one' }] as Json[])
          expect(accepts(pointer!, bad)).toBe(false);
      }
    });

    it(`takes ${stated.authorisationHeader ? 'the optional' : 'no'} authorisation header`, () => {
      const header = operation(call).parameters.find(({ name }) => name === 'x-svc-authorisation-id');
      expect(header !== undefined).toBe(stated.authorisationHeader === true);
      if (!header) return;
      expect(header).toMatchObject({ in: 'header', required: false });
      expect(accepts(header.pointer, '2b0a7c1e-93d4-4f68-8a51-0c6e9d3b7f24')).toBe(true);
      expect(accepts(header.pointer, 'mine')).toBe(false);
    });

    const success = String(stated.success ?? statuses[0]);
    if (stated.answer) {
      const answer = stated.answer;
      describe('answers', () => holds(() => operation(call).responses.get(success)!, answer));
      it.each(stated.required ?? [])('always answers %s', (field) => {
        const pointer = operation(call).responses.get(success)!;
        expect(accepts(pointer, withoutValue(sampleOf(answer), field.split('.')))).toBe(false);
      });
    }
  });
});

describe('requests', () => {
  const withBody = [...byCall].filter(([, { body }]) => body).map(([call]) => call);
  it('have a body where the document gives them one', () => {
    expect(withBody.sort()).toEqual(bodies.map(({ call }) => call).sort());
  });

  describe.each(bodies)('$call', ({ call, body, required, optional }) => {
    const pointer = () => operation(call).body!.pointer;
    holds(pointer, body);
    it.each(required ?? [])('must have %s', (field) => {
      expect(accepts(pointer(), withoutValue(sampleOf(body), [field]))).toBe(false);
    });
    it.each(optional ?? [])('need not have %s', (field) => {
      expect(accepts(pointer(), withoutValue(sampleOf(body), [field]))).toBe(true);
    });
  });

  it('hide a password', () => {
    const schema = follow(resolve(document, operation('POST /members/signin').body!.pointer));
    expect((schema['properties'] as JsonObject)['password']).toMatchObject({ format: 'password' });
  });

  it('presign one file at least', () => {
    expect(accepts(operation('PUT /documents/bank-statements/presign').body!.pointer, { files: [] })).toBe(
      false,
    );
  });

  it.each(queries)('$call takes $takes as $name and not $refuses', ({ call, name, takes, refuses }) => {
    const parameter = operation(call).parameters.find((one) => one.in === 'query' && one.name === name)!;
    expect(parameter.required).toBe(false);
    expect(takes.filter((value) => !accepts(parameter.pointer, value))).toEqual([]);
    expect(refuses.filter((value) => accepts(parameter.pointer, value))).toEqual([]);
  });

  it('filter bank statements by two instants, whose names are open points', () => {
    const { path } = operation('GET /bankstatements/{user_id}');
    const parameters = resolve(document, `/paths/${path.replaceAll('/', '~1')}/get`)[
      'parameters'
    ] as JsonObject[];
    const filters = parameters.filter(({ name }) => name !== 'offset' && name !== 'limit');
    expect(filters).toHaveLength(2);
    for (const filter of filters) {
      expect(filter['schema']).toEqual({ $ref: '#/components/schemas/RequestTimestamp' });
      expect(openPointsOf(filter)[0]).toMatch(/name$/);
    }
  });

  it('take no query parameter that the document does not know', () => {
    const known = new Set(queries.map(({ call, name }) => `${call} ${name}`));
    const unknown = [...byCall].flatMap(([call, { parameters }]) =>
      parameters.filter(({ in: place, name }) => place === 'query' && !known.has(`${call} ${name}`)),
    );
    expect(unknown).toHaveLength(2);
  });
});

describe('users', () => {
  it('have the fields of the document and no others, in updates and in answers', () => {
    const { body } = bodies.find(({ call }) => call === 'PATCH /users/{user_id}')!;
    expect(Object.keys(updateFields.UserUpdate).sort()).toEqual(Object.keys(body).sort());
    const { properties } = resolve(document, '/components/schemas/User') as { properties: JsonObject };
    expect(Object.keys(properties).sort()).toEqual(Object.keys(user).sort());
  });
});

describe('a created webhook', () => {
  it('is answered without its secrets, and with nothing beyond what the document shows', () => {
    const { answer } = operations.find(({ call }) => call === 'POST /webhooks')!;
    const created = sampleOf(answer!) as JsonObject;
    const pointer = operation('POST /webhooks').responses.get('201')!;
    for (const secret of ['signing_secret', 'encryption_key', 'config'])
      expect(accepts(pointer, { ...created, [secret]: 'x' })).toBe(false);
  });
});

describe('events', () => {
  const webhooks = document['webhooks'] as JsonObject;
  const at = (kind: string) => `/webhooks/${kind}/post/requestBody/content/application~1json/schema`;

  it('are of the kinds of the document, each of which can be subscribed to', () => {
    expect(Object.keys(webhooks)).toEqual([...eventKinds]);
    const { pointer } = operation('POST /webhooks').body!;
    const subscription = { name: 'n', url: 'https://receiver.example' };
    for (const kind of eventKinds) expect(accepts(pointer, { ...subscription, events: [kind] })).toBe(true);
    expect(accepts(pointer, { ...subscription, events: ['user-linked'] })).toBe(false);
  });

  describe.each(eventKinds)('%s', (kind) => {
    describe('delivers', () => holds(() => at(kind), deliveries[kind]));

    it.each(['event', 'user_id', 'timestamp'])('always has %s', (field) => {
      expect(accepts(at(kind), withoutValue(sampleOf(deliveries[kind]), [field]))).toBe(false);
    });

    it.each(deliveryHeaders)('may carry $name', ({ name, takes, refuses }) => {
      const post = (webhooks[kind] as JsonObject)['post'] as JsonObject;
      const header = (post['parameters'] as JsonObject[]).map(follow).find((one) => one['name'] === name)!;
      expect(header).toMatchObject({ in: 'header' });
      expect(header['required'] ?? false).toBe(false);
      const index = (post['parameters'] as JsonObject[]).findIndex((one) => follow(one)['name'] === name);
      const reference = (post['parameters'] as JsonObject[])[index]!['$ref'];
      const pointer = `${String(reference).slice(1)}/schema`;
      expect(takes.filter((value) => !accepts(pointer, value))).toEqual([]);
      expect(refuses.filter((value) => accepts(pointer, value))).toEqual([]);
    });
  });

  it('carry no payload unless it is asked for', () => {
    const bare = withoutValue(sampleOf(deliveries['user-payroll-submitted']), ['payload']);
    expect(accepts(at('user-payroll-submitted'), bare)).toBe(true);
  });

  it('of bank statements carry the submissions in their payload', () => {
    const event = sampleOf(deliveries['user-bank-statement-submitted']) as JsonObject;
    const key = defaultProfile().points['events.bank-statement.payload-key'];
    const carrying = (submission: Json) => ({ ...event, payload: { [key]: [submission] } });
    const pointer = at('user-bank-statement-submitted');
    expect(accepts(pointer, carrying(sampleOf(bankStatementSubmission)))).toBe(true);
    expect(accepts(pointer, carrying({ id: 7 }))).toBe(false);
  });
});
