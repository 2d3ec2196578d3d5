import fc from 'fast-check';
import type { Stream } from '../../../../generators/random.ts';
import { requestsOf } from '../../../../generators/testing/contract-arbitraries.ts';
import {
  type Contract,
  loadArrangementContract,
  loadContract,
  type Operation,
} from '../../../../spec/contract.ts';
import type { AnyOperationId } from '../../../../spec/operations.ts';
import { defaultProfile } from '../../../../spec/profile.ts';
import { type Asked, type Call, must } from '../connection.ts';
import { uploadPath } from '../writers/uploads.ts';
import { garbageText, inherited, mutated, nastyText } from './nasty-values.ts';

type Sample = { parameters: { path: object; query: object; header: object }; body: unknown };
type Known = { operation: Operation; samples: Sample[] };

/** Lawful requests of every operation of both APIs, to be spoilt. */
export class Requests {
  readonly #known: Known[];

  constructor(seed: number, samples: number) {
    this.#known = [
      ...sampled(loadContract(defaultProfile()) as unknown as Contract, seed, samples),
      ...sampled(loadArrangementContract() as unknown as Contract, seed, samples),
    ];
  }

  /** One request: of a random operation, lawful or (mostly) not, with ids of things that are there or are not. */
  next(chance: Stream, fixture: Fixture): Asked & { operation: AnyOperationId } {
    const { operation, samples } = chance.pick(this.#known);
    const given = chance.pick(samples);
    const spoilt = chance.weighted<'nothing' | 'body' | 'path' | 'query' | 'headers' | 'method'>([
      ['nothing', 2],
      ['body', operation.body ? 8 : 0],
      ['path', 2],
      ['query', 3],
      ['headers', 2],
      ['method', 1],
    ]);
    let body = withKnownIds(given.body, chance, fixture);
    if (spoilt === 'body') body = mutated(body ?? {}, chance);
    let path = pathOf(operation, given, chance, fixture);
    if (spoilt === 'path') path = spoiltPath(path, chance);
    const query = new URLSearchParams(
      Object.entries(given.parameters.query).map(([name, value]) => [name, String(value)]),
    ).toString();
    return {
      operation: operation.id,
      method: spoilt === 'method' ? chance.pick(methods) : operation.method.toUpperCase(),
      path: withQuery(path, spoilt === 'query' ? spoiltQuery(operation, query, chance) : query),
      headers: headersOf(operation, chance, fixture, spoilt === 'headers'),
      ...(operation.body && { body: JSON.stringify(body) ?? '' }),
    };
  }
}

/** These change what the first client's other requests meet: answers of faults, an empty world, expired tokens. */
const apart = new Set<AnyOperationId>(['setFaults', 'resetClient', 'moveClock']);

/** Its answer ends when the caller leaves, and these callers wait. */
const endless: AnyOperationId = 'watchEvents';

const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND', 'PURGE'];

const sampled = (contract: Contract, seed: number, numRuns: number): Known[] =>
  [...contract.operations.values()]
    .filter(({ id }) => id !== endless)
    .map((operation) => ({
      operation,
      samples:
        operation.id === 'moveClock'
          ? [{ parameters: { path: {}, query: {}, header: {} }, body: { by: 'PT1S' } }]
          : (fc.sample(requestsOf(contract, operation.id), { seed, numRuns }) as unknown as Sample[]),
    }));

/** Most ids in a body are swapped for those of things that are there. */
function withKnownIds(body: unknown, chance: Stream, { ids }: Fixture): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      // Deliveries stay on this machine, at a port where nothing listens.
      if (name === 'url') return [name, `http://127.0.0.1:9/${encoded(String(value))}`];
      const known = typeof value === 'string' && chance.chance(0.8) ? ids[name] : undefined;
      return [name, known ? chance.pick(known) : value];
    }),
  );
}

const pathOf = ({ path }: Operation, { parameters }: Sample, chance: Stream, { ids }: Fixture): string =>
  path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const known = ids[name];
    if (known && chance.chance(0.9)) return chance.pick(known);
    return encodeURIComponent(String((parameters.path as Record<string, unknown>)[name]));
  });

function spoiltPath(path: string, chance: Stream): string {
  const parts = path.split('/');
  const index = chance.int(1, parts.length - 1);
  const garbage = [
    ...['', 'a'.repeat(3000), encoded(garbageText(chance)), encoded(nastyText(chance).slice(0, 500))],
    ...'. .. % %zz %00 %2e%2e%2f %C0%AF %ff%fe'.split(' '),
    ...inherited,
  ];
  parts[index] = chance.pick(garbage);
  return parts.join('/');
}

function spoiltQuery({ parameters }: Operation, query: string, chance: Stream): string {
  const names = [
    ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    'other',
    ...inherited,
  ];
  const name = chance.pick(names);
  const value = encoded(nastyText(chance).slice(0, 2000));
  return chance.pick([
    `${query}&${name}=${value}`,
    `${name}=${value}&${name}=${value}`,
    `${name}[]=${value}&${name}[__proto__]=1`,
    `%zz=%&&&==&${name}`,
    `${name}=%00%ff`,
    `?${query}??${name}=${value}`,
  ]);
}

const encoded = (text: string): string => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\ufffd'));

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

function headersOf(operation: Operation, chance: Stream, fixture: Fixture, spoil: boolean) {
  const bearer = operation.security.includes('userBearer') ? chance.pick(fixture.userTokens) : undefined;
  const headers: Record<string, string | string[]> = {
    'x-api-key': apart.has(operation.id) ? 'sandbox-key-2' : 'sandbox-key',
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(chance.chance(0.2) && {
      'x-svc-authorisation-id': chance.pick(fixture.ids['authorisation_id'] ?? ['x']),
    }),
  };
  return spoil ? { ...headers, ...spoiltHeaders(chance, fixture) } : headers;
}

const spoiltHeaders = (chance: Stream, { memberToken, userTokens }: Fixture) =>
  chance.pick<Record<string, string | string[]>>([
    { 'x-api-key': '' },
    { 'x-api-key': chance.pick([...inherited, 'a'.repeat(4000), '\u00ff\u0080']) },
    { 'x-api-key': ['sandbox-key', 'sandbox-key-2'] },
    { authorization: 'Bearer' },
    {
      authorization: `Bearer ${chance.pick(['a.b.c', '....', 'eyJhbGciOiJub25lIn0.e30.', memberToken, '='.repeat(900)])}`,
    },
    { authorization: `bearer   ${chance.pick(userTokens)}x` },
    { authorization: 'Basic c2FuZGJveDpzYW5kYm94' },
    { 'x-svc-authorisation-id': chance.pick(['', 'x', ...inherited, 'a'.repeat(4000)]) },
    { 'x-svc-authorisation-id': ['a', 'b'] },
    {
      'content-type': chance.pick([
        'text/plain',
        'application/xml',
        '',
        'application/json; charset=utf-7',
        'application/json;;;',
      ]),
    },
    { 'content-type': 'application/json; charset=\u00ff' },
    { 'content-encoding': chance.pick(['gzip', 'deflate', 'br', 'zstd', 'identity, gzip', 'nonsense']) },
    { accept: chance.pick(['text/html', 'image/png', '*/*;q=0', '']) },
    { 'x-http-method-override': 'DELETE' },
    { 'if-none-match': '*', range: 'bytes=0-1' },
    { expect: chance.pick(['100-continue', '200-ok']) },
    { host: chance.pick(['', 'evil.example', '127.0.0.1:99999', '[::1']) },
    { cookie: 'a=b; '.repeat(500) },
  ]);

/** Things that exist, so that garbage gets beyond the first refusal. */
export type Fixture = {
  /** Ids by the name of the parameter or field that takes them. */
  ids: Record<string, string[]>;
  userTokens: string[];
  memberToken: string;
  uploads: string[];
};

export async function arrangeFixture(call: Call): Promise<Fixture> {
  const term = await must(call, 'createTerm', {
    body: { authorisation_category: 'recurring', is_active: true },
  });
  const { webhook_id } = await must(call, 'createWebhook', {
    body: { name: `fixture-${term.id}`, events: ['user-payroll-submitted'], url: 'http://127.0.0.1:9/' },
  });
  const { jwt } = await must(call, 'signInMember', {
    body: { username: 'member@sandbox.test', password: 'sandbox-password' },
  });
  const fixture: Fixture = {
    ids: { term_id: [term.id], webhook_id: [webhook_id] },
    userTokens: [],
    memberToken: jwt,
    uploads: [],
  };
  const know = (name: string, id: string) => {
    fixture.ids[name] ??= [];
    fixture.ids[name].push(id);
  };
  for (let n = 0; n < 3; n += 1) {
    const { user_id } = await must(call, 'createUser', {
      body: { forename: 'Ada', date_of_birth: '1990-05-17', post_codes: ['LS1 4AP'], ni_number: 'QQ123456A' },
    });
    know('user_id', user_id);
    const path = { user_id };
    know('authorisation_id', (await must(call, 'acceptTerm', { path })).authorisation_id);
    know(
      'account_id',
      (await must(call, 'linkAccount', { path, body: { mfa_enabled: n % 2 === 0 } })).account_id,
    );
    know(
      'entry_id',
      (await must(call, 'createEntry', { path, body: { payroll_submissions: [{}] } })).entry_id,
    );
    await must(call, 'createBankStatement', { path });
    await must(call, 'createIncomeSubmission', { path });
    const { token } = await must(call, 'issueUserToken', { path, body: { expires_in: 3_000_000_000 } });
    fixture.userTokens.push(token);
    const { presigned_urls } = await must(call, 'presignBankStatements', {
      body: { files: [{ file_name: 'a.pdf' }] },
      headers: { authorization: `Bearer ${token}` },
    });
    fixture.uploads.push(...presigned_urls.map(({ presigned_url }) => uploadPath(presigned_url)));
  }
  const { deliveries } = await must(call, 'listDeliveries');
  for (const { delivery_id } of deliveries) know('delivery_id', delivery_id);
  return fixture;
}
