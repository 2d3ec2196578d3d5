import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunOptions } from '../deployment/options.ts';
import { type Arrangement, Refused } from '../judgement/arrangement.ts';
import { check } from '../judgement/check.ts';
import { expectSuccess, expectThat } from '../judgement/expect.ts';
import { consoleReport } from '../report/console.ts';
import { runSuite } from '../suite/run-suite.ts';
import { fieldsOf } from '../target/read-json.ts';
import { type FakeAnswer, type FakeRequest, fakeKey } from '../testing/fake-service.ts';
import { of, run, service, setsCheck, startService, stopService } from '../testing/run-fake.ts';
import { unlessRefused } from './offers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payrig-arrange-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const readsHeld = check('bank-statements.list.count', { needs: ['held-bank-statements'] }).by(
  async ({ arrange, call }) => {
    const { user_id } = await arrange.held({ bankStatements: 2 });
    expectSuccess(await call('listBankStatements', { path: { user_id } }), 200);
  },
);

const deletes = check('users.delete.confirms', { needs: ['users'] }).by(async ({ arrange, call }) => {
  const { user_id } = await arrange.createUser();
  expectSuccess(await call('deleteUser', { path: { user_id } }), 200);
});

const page = {
  pagination: { offset: 0, limit: 1, count: 0, total_count: 0 },
  bank_statement_submissions: [],
};
const lent = ({ method, path }: FakeRequest) => {
  if (path === '/bankstatements/u-1') return { status: 200, body: page };
  if (path === '/users/u-1')
    return { status: 200, body: method === 'PATCH' ? { user_id: 'u-1' } : { message: 'gone' } };
  return undefined;
};

describe('a fixtures file', () => {
  test('lends its users: they are changed where they are disposable, and never removed', async () => {
    const arrange = await written('lent.json', { users: [{ user_id: 'u-1', disposable: true }] });
    const result = await run({ checks: [setsCheck] }, { arrange }, lent);
    expect(of(result, 'users.patch.sets').verdict).toBe('pass');
    expect(service().requests.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('is asked for what it holds', async () => {
    const having = await written('having.json', { users: [{ user_id: 'u-1', bank_statements: 2 }] });
    expect(
      of(await run({ checks: [readsHeld] }, { arrange: having }, lent), 'bank-statements.list.count').verdict,
    ).toBe('pass');
    const lacking = await written('lacking.json', { users: [{ user_id: 'u-1', bank_statements: 1 }] });
    const { skip } = of(
      await run({ checks: [readsHeld] }, { arrange: lacking }, lent),
      'bank-statements.list.count',
    );
    expect(skip).toMatchObject({ kind: 'cannot-arrange', enable: ['add one to the fixtures file'] });
  });

  test('what was there before is deleted with leave alone', async () => {
    const arrange = await written('kept.json', { users: [{ user_id: 'u-1', disposable: true }] });
    const kept = of(await run({ checks: [deletes] }, { arrange }, lent), 'users.delete.confirms');
    expect(kept.skip).toMatchObject({ kind: 'cannot-arrange', enable: ['give --destructive'] });
    const gone = of(
      await run({ checks: [deletes] }, { arrange, destructive: true }, lent),
      'users.delete.confirms',
    );
    expect(gone.verdict).toBe('pass');
  });

  test('that is not valid is reported in one sentence that names every fault', async () => {
    const arrange = await written('bad.json', { users: [{ id: 'u-1' }], people: [] });
    const { summary, exitCode } = await run({ checks: [setsCheck] }, { arrange });
    expect(exitCode).toBe(2);
    expect(summary).toMatch(/bad\.json is not valid: .*\[people\].*user_id/);
    const absent = await run({ checks: [setsCheck] }, { arrange: join(folder, 'absent.json') });
    expect(absent.summary).toMatch(/^Cannot read the fixtures file .*: there is no such file/);
  });
});

describe('a module of one’s own', () => {
  test('may offer a part; what is missing is a missing capability', async () => {
    const arrange = await written(
      'own.mjs',
      `export default ({ baseUrl, apiKey }) => ({
        async createUser(fields) {
          const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' };
          const response = await fetch(baseUrl + '/_sandbox/users', { method: 'POST', headers, body: JSON.stringify(fields) });
          return response.json();
        },
      })`,
    );
    const needy = check('users.delete.takes-entries', { needs: ['users', 'entries'] }).by(async () => {});
    const result = await run({ checks: [setsCheck, needy] }, { arrange });
    expect(of(result, 'users.patch.sets').verdict).toBe('pass');
    expect(of(result, 'users.delete.takes-entries').skip?.missing).toEqual(['entries']);
    expect(service().users.size).toBe(0);
  });

  const ofTheSuite = 'users.patch.sets';

  test('of plain functions serves the first client, and leaves the second without', async () => {
    const arrange = await written(
      'plain.mjs',
      `export const createUser = async (fields) => ({ user_id: 'u-1', created_at: '', ...fields });`,
    );
    const crossing = check('isolation.users.change', { needs: ['other-client', 'users'] }).by(
      async ({ other }) => void (await other.arrange.createUser()),
    );
    await stopService();
    const { url: baseUrl } = await startService(lent);
    const target = { baseUrl, apiKey: fakeKey, otherApiKey: fakeKey };
    const result = await runSuite({ checks: [setsCheck, crossing], probes: [] }, target, {
      arrange,
      seed: 1,
    });
    expect(of(result, ofTheSuite).verdict).toBe('pass');
    expect(of(result, 'isolation.users.change').skip).toMatchObject({ kind: 'cannot-arrange' });
  });

  test('that throws is reported as its own error, with its own stack', async () => {
    const arrange = await written(
      'throws.mjs',
      `export default () => ({ async createUser() { return theirMistake(); } });
       function theirMistake() { throw new RangeError('no room for users'); }`,
    );
    const result = await run({ checks: [setsCheck] }, { arrange });
    const { verdict, skip } = of(result, ofTheSuite);
    expect([verdict, skip?.kind, result.exitCode]).toEqual(['skip', 'arrangement-failed', 3]);
    expect(skip?.message).toMatch(/createUser of module .*throws\.mjs threw RangeError: no room for users/);
    expect(skip?.stack).toContain('theirMistake');
  });

  test('may refuse as a service would, without importing anything', async () => {
    const arrange = await written(
      'refuses.mjs',
      `export default () => ({ async createUser() {
        throw Object.assign(new Error('not today'), { name: 'Refused', status: 400 });
      } });`,
    );
    const refused = check(ofTheSuite, { needs: ['users'] }).by(({ arrange }) =>
      arrange.createUser().then(
        () => expectThat(false, 'a refusal', 'a user'),
        (error) => expectThat(error instanceof Refused && error.status === 400, 'a refusal', String(error)),
      ),
    );
    expect(of(await run({ checks: [refused] }, { arrange }), ofTheSuite).verdict).toBe('pass');
  });

  test('that throws while it makes an arrangement, or is missing, is bad usage', async () => {
    const making = await written('making.mjs', `export default () => { throw new Error('no database'); }`);
    for (const arrange of [making, join(folder, 'missing.mjs')])
      expect((await run({ checks: [setsCheck] }, { arrange })).exitCode).toBe(2);
    const { summary } = await run({ checks: [setsCheck] }, { arrange: making });
    expect(summary).toContain('no database');
    expect(summary).toContain('making.mjs:1:');
    expect(summary).not.toMatch(/node:|own-module/);
  });

  test('that offers nothing or cannot be loaded is reported in one sentence', async () => {
    const empty = await written('empty.mjs', 'export const nothing = 1;');
    expect((await run({ checks: [setsCheck] }, { arrange: empty })).summary).toMatch(
      /offers nothing; it may export/,
    );
    const broken = await written('broken.mjs', 'export const = 1;');
    const missing = join(folder, 'missing.mjs');
    for (const arrange of [broken, missing]) {
      const { summary } = await run({ checks: [setsCheck] }, { arrange });
      expect(summary).toMatch(/cannot be loaded/);
      expect(summary).not.toMatch(/at .*(node:|conformance)/);
    }
  });
});

/** Arranges with one function, and goes on with the id that it tells; a refusal would have made nothing. */
const goesOnWith = (make: keyof Arrangement, id: string, given: readonly unknown[]) =>
  check('users.patch.sets', {}).by(async ({ arrange, call }) => {
    const made = await unlessRefused(Reflect.apply(arrange[make], arrange, given) as Promise<unknown>);
    if (made === undefined) return;
    await call('updateUser', { path: { user_id: String(fieldsOf(made)[id]) }, body: {} });
  });

describe.each([
  ['createUser', 'user_id', '/users', []],
  ['createTerm', 'id', '/terms', []],
  ['accept', 'authorisation_id', '/users/u-1/authorisations', ['u-1']],
  ['linkAccount', 'account_id', '/users/u-1/accounts', ['u-1']],
  ['createEntry', 'entry_id', '/users/u-1/entries', ['u-1', []]],
  ['createBankStatement', 'id', '/users/u-1/bank-statements', ['u-1']],
  ['createIncome', 'id', '/users/u-1/taxauth', ['u-1']],
] as const)('%s that tells no %s', (name, id, path, given) => {
  const judged = async (options: RunOptions, breaks?: (request: FakeRequest) => FakeAnswer | undefined) => {
    const { clauses } = await run({ checks: [goesOnWith(name, id, given)] }, options, breaks);
    expect(service().requests.some((one) => one.path === '/users/undefined')).toBe(false);
    return clauses.find(({ clause }) => clause === 'users.patch.sets')?.skip;
  };

  test('on a sandbox is named with its request and the answer', async () => {
    const answer = { status: 201, body: { state: 'made' } };
    const skip = await judged({ arrange: 'sandbox' }, (request) =>
      request.path === `/_sandbox${path}` && request.method === 'POST' ? answer : undefined,
    );
    expect(skip).toMatchObject({ kind: 'arrangement-failed', stack: undefined });
    expect(skip?.message).toMatch(/\(POST \/_sandbox.*\) gave 201: .*'\w*id'.*\{"state":"made"\}/);
  });

  test.each([['{ state: "made" }'], ['undefined'], [`{ ${id}: "" }`]])(
    'but %s, in a module, is named with its arguments',
    async (told) => {
      const file = `${name}-${told.length}.mjs`;
      const arrange = await written(file, `export default () => ({ ${name}: async () => (${told}) });`);
      const skip = await judged({ arrange });
      expect(skip).toMatchObject({ kind: 'arrangement-failed', stack: undefined });
      expect(skip?.message).toContain(`${name}(${given[0] === 'u-1' ? '"u-1"' : ''}`);
      expect(skip?.message).toMatch(new RegExp(`\\) of the arrangement gave no ${id}: `));
    },
  );
});

test('without an arrangement, what the deployment holds is looked for among its users', async () => {
  const result = await run({ checks: [readsHeld] }, { arrange: 'none', readOnly: true }, ({ path }) => {
    if (path === '/users') return { status: 200, body: { users: [{ user_id: 'u-1' }], pagination: {} } };
    if (path === '/bankstatements/u-1')
      return { status: 200, body: { ...page, pagination: { ...page.pagination, total_count: 3 } } };
    return undefined;
  });
  expect(of(result, 'bank-statements.list.count').verdict).toBe('pass');
});

describe('what a deployment says of itself', () => {
  const lifetime = 'auth.member-token.lifetime-seconds';
  const saying = (profile: unknown) =>
    run({ checks: [setsCheck] }, { arrange: 'sandbox' }, ({ path }) =>
      path === '/_sandbox/health'
        ? {
            status: 200,
            body: { status: 'ok', now: '2026-01-05T09:00:00.000Z', environment: 'sandbox', profile },
          }
        : undefined,
    );

  test('is believed where a profile can say it', async () => {
    const { profile } = await saying({ points: { [lifetime]: 1200 } });
    expect(profile.points).toEqual({ [lifetime]: 1200 });
  });

  test.each([
    ['points that are none', { points: 'words', naming: ['svc'] }],
    ['values of another kind', { points: { [lifetime]: { deep: [] }, unknown: 1 }, naming: { vendor: 7 } }],
  ])('is left out where it is %s, and the run goes on', async (_, profile) => {
    const result = await saying(profile);
    expect(of(result, 'users.patch.sets').verdict).toBe('pass');
    expect(result.profile).toEqual({ naming: { vendor: 'svc', authority: 'taxauth' }, points: {} });
  });
});

describe('a sandbox', () => {
  const health = (body: unknown) => (request: FakeRequest) =>
    request.path === '/_sandbox/health' ? { status: 200, body } : undefined;

  test('whose health has a profile that is no object is used all the same, and a note says so', async () => {
    const breaks = health({ status: 'ok', environment: 'sandbox', profile: 'default' });
    const result = await run({ checks: [setsCheck] }, { arrange: 'sandbox' }, breaks);
    expect(of(result, 'users.patch.sets').verdict).toBe('pass');
    expect(result.notes).toEqual([
      expect.stringMatching(/GET \/_sandbox\/health is ignored: .*'now'/),
      expect.stringMatching(/GET \/_sandbox\/health is ignored: profile: "default" must be object/),
    ]);
  });

  test('that lacks what is needed is reported, whether it was asked for or found', async () => {
    const breaks = health({ status: 'ok', now: new Date().toISOString() });
    const asked = await run({ checks: [setsCheck] }, { arrange: 'sandbox' }, breaks);
    expect([asked.exitCode, asked.stopped]).toEqual([
      3,
      expect.stringMatching(/is not what the arrangement API says: .* gave 200: .*'environment'/),
    ]);
    const found = await run({ checks: [setsCheck] }, {}, breaks);
    expect(found.notes).toEqual([expect.stringMatching(/^Nothing can be arranged: .*'environment'/)]);
    expect(consoleReport(found)).toMatch(
      /^1 of 345 clauses[^✓]*\nNothing can be arranged: [^✓]*\n- accounts/,
    );
  });

  test('whose health is not JSON or an error is reported, and one without it is not', async () => {
    const at = async (answer: { status: number; text?: string; body?: unknown }) => {
      const health = ({ path }: FakeRequest) => (path === '/_sandbox/health' ? answer : undefined);
      return (await run({ checks: [setsCheck] }, {}, health)).notes.join();
    };
    expect(await at({ status: 200, text: '<html>hello</html>' })).toMatch(
      /GET \/_sandbox\/health\) gave 200: its answer is not JSON: <html>hello/,
    );
    expect(await at({ status: 500, body: { errors: ['boom'] } })).toMatch(/refused with 500: boom/);
    expect(await at({ status: 404, body: { errors: ['none'] } })).toBe('');
  });

  test('that answers with something else leaves no stack of the suite', async () => {
    const breaks = ({ path, method }: FakeRequest) =>
      path === '/_sandbox/users' && method === 'POST' ? { status: 201, body: { id: 1 } } : undefined;
    const { skip } = of(await run({ checks: [setsCheck] }, {}, breaks), 'users.patch.sets');
    expect([skip?.message, skip?.stack]).toEqual([
      expect.stringMatching(/createUser \(POST \/_sandbox\/users\) gave 201: .*'user_id'/),
      undefined,
    ]);
  });
});
