import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { clausesById, loadClauses } from '../../spec/clauses.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { mutants } from '../proof/mutants/index.ts';
import { combined } from '../proof/mutants/mutant.ts';
import { runConformance } from '../suite/run-conformance.ts';
import { deliveryRules, exchangeRules } from './rules/index.ts';
import { type Exchanged, exchanges, watchedSandbox } from './testing/watched.ts';
import { Watch } from './watch.ts';

/** A run takes its time on a busy machine. */
const PATIENCE = 240_000;

test('a clause says that it is passive exactly when a rule judges it', () => {
  const ruled = new Set([...exchangeRules, ...deliveryRules].map(({ clause }) => clause));
  const declared = loadClauses().filter(({ passive }) => passive !== undefined);
  expect(declared.map(({ id }) => id).filter((id) => !ruled.has(id))).toEqual([]);
  expect([...ruled].filter((id) => clausesById().get(id)?.passive === undefined)).toEqual([]);
  expect(ruled.size).toBeGreaterThanOrEqual(150);
});

const userId = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';
const user = (fields: object) => ({ user_id: userId, created_at: '2026-01-01T00:00:00.000Z', ...fields });
const page = (...users: object[]) => ({
  users,
  pagination: { offset: 1, limit: 20, count: users.length, total_count: users.length },
});
const patch = (sent: object, body: object): Exchanged => ['PATCH', `/users/${userId}`, sent, 200, body];

test('what another writer explains is no failure, unless all requests are said to pass', () => {
  const traffic: Exchanged[] = [
    patch({ forename: 'Ada' }, user({ forename: 'Ada' })),
    ['GET', '/users', undefined, 200, page(user({ forename: 'Bea' }))],
  ];
  const shared = exchanges(new Watch(), traffic).entries.get('users.patch.persists');
  expect(shared).toMatchObject({ broken: 0, explained: 1 });
  const alone = exchanges(new Watch({ soleWriter: true }), traffic).entries.get('users.patch.persists');
  expect(alone).toMatchObject({ broken: 1, first: { expected: expect.stringContaining('forename') } });
});

test('a read that overlaps a write may show either state', () => {
  const watch = new Watch({ soleWriter: true });
  exchanges(watch, [patch({ forename: 'Ada' }, user({ forename: 'Ada' }))]);
  watch.begin(10, 'PATCH', `/users/${userId}`);
  exchanges(watch, [['GET', '/users', undefined, 200, page(user({ forename: 'Bea' }))]], 11);
  expect(watch.ledger.entries.get('users.patch.persists')).toBeUndefined();
});

test('a deleted user that is listed again breaks the clause, whoever else is at work', () => {
  const ledger = exchanges(new Watch(), [
    ['DELETE', `/users/${userId}`, undefined, 200, { message: 'gone' }],
    ['GET', '/users', undefined, 200, page(user({}))],
  ]);
  expect(ledger.entries.get('users.delete.gone')).toMatchObject({ broken: 1 });
});

const hookId = '0d9c1f5a-1f4e-4c55-8a43-2f6f3f1b7c11';
const hook = { name: 'hooks', events: ['user-payroll-submitted'], url: 'https://crm.example/hooks' };
const created = { webhook_id: hookId, created_at: '2026-01-01T00:00:00.000Z', ...hook };

test('what a request leaves out need not be echoed', () => {
  const { name: _name, ...nameless } = hook;
  const ledger = exchanges(new Watch(), [
    ['POST', '/webhooks', nameless, 201, { ...created, name: '' }],
    [
      'PUT',
      '/documents/bank-statements/presign',
      { files: [{ external_id: 'loan-1' }] },
      200,
      { presigned_urls: [{ file_name: '', external_id: 'loan-1', presigned_url: 'https://s.example/1' }] },
    ],
  ]);
  expect(ledger.entries.get('webhooks.create.echo')).toMatchObject({ broken: 0, confirmed: 1 });
  expect(ledger.entries.get('documents.presign.echo')).toMatchObject({ broken: 0, confirmed: 1 });
});

test("a deletion that succeeds without an effect on another client's webhook deletes nothing", () => {
  const watch = new Watch({ soleWriter: true });
  exchanges(watch, [['POST', '/webhooks', hook, 201, created]]);
  exchanges(watch, [['DELETE', `/webhooks/${hookId}`, undefined, 200, {}]], 10, 'another-key');
  const ledger = exchanges(watch, [['GET', '/webhooks', undefined, 200, { webhooks: [created] }]], 20);
  expect(ledger.entries.get('webhooks.delete.removes')).toMatchObject({ broken: 0 });
  expect(ledger.entries.get('webhooks.list.current')).toMatchObject({ broken: 0, confirmed: 1 });
});

test('a deletion whose response was lost may have deleted the webhook', () => {
  const watch = new Watch({ soleWriter: true });
  exchanges(watch, [['POST', '/webhooks', hook, 201, created]]);
  const sent = { kind: 'exchange', method: 'DELETE', url: `/webhooks/${hookId}`, status: 0 } as const;
  const told = { requestHeaders: {}, requestText: '', responseHeaders: {}, responseText: '' };
  watch.begin(5, sent.method, sent.url);
  watch.end({ ...sent, ...told, begun: 5, ended: 6, at: 1, durationMs: 1, unread: 'the client went away' });
  const ledger = exchanges(watch, [['GET', '/webhooks', undefined, 200, { webhooks: [] }]], 10);
  expect(ledger.entries.get('webhooks.list.current')).toMatchObject({ broken: 0 });
});

test('a webhook whose receiver answered 410 may be gone', () => {
  const watch = new Watch({ soleWriter: true });
  exchanges(watch, [['POST', '/webhooks', hook, 201, created]]);
  const sent = { kind: 'delivery', method: 'POST', url: '/hooks', status: 410 } as const;
  const told = { requestHeaders: {}, requestText: '{}', responseHeaders: {}, responseText: '' };
  const seal = { signature: 'unsigned', encryption: 'plain', bytes: '' } as never;
  watch.end({ ...sent, ...told, begun: 5, ended: 6, at: 1, durationMs: 1, seal });
  const ledger = exchanges(watch, [['GET', '/webhooks', undefined, 200, { webhooks: [] }]], 10);
  expect(ledger.faults.size).toBe(0);
  expect(ledger.entries.get('webhooks.list.current')).toBeUndefined();
});

test('what refusals tell of the open points is learnt, however often they come', () => {
  const mfa = (answer: string, status: number, text: string): Exchanged => [
    'PUT',
    `/accounts/${hookId}/mfa`,
    { mfa: answer },
    status,
    status === 200 ? { account_id: hookId, status: 'LINKED' } : { errors: [text] },
  ];
  const direct = (status: number): Exchanged => [
    'POST',
    '/accounts/direct-connections',
    { user_id: userId },
    status,
    { errors: ['The user has no active authorisation'] },
  ];
  const ledger = exchanges(new Watch(), [
    mfa('0000', 422, 'wrong'),
    mfa('0001', 422, 'wrong'),
    mfa('0002', 409, 'locked'),
    mfa('0003', 409, 'locked'),
    direct(412),
    patch({ taxauth_enabled: false }, user({ taxauth_enabled: false })),
    ['GET', `/taxauth/${userId}`, undefined, 404, { errors: ['switched off'] }],
  ]);
  expect(ledger.profile.points).toEqual({
    'accounts.mfa.wrong-answer-status': 422,
    'accounts.mfa.locked-status': 409,
    'direct-connections.unauthorised-status': 412,
    'income.disabled': 404,
  });
});

test('a judge that throws is told in the ledger, and goes on', () => {
  const watch = new Watch();
  watch.end(null as never);
  exchanges(watch, [['GET', '/configuration', undefined, 200, {}]]);
  expect(watch.ledger.faults.size).toBe(1);
  expect(watch.ledger.entries.get('configuration.shape.types')).toMatchObject({ confirmed: 1 });
});

test(
  'the passive judge breaks no clause that the active suite passes',
  async () => {
    await using sandbox = await createSandbox({ users: 12 });
    const only = [
      'configuration.patch.*',
      'webhooks.create.*',
      'terms.get.*',
      'events.encryption.decrypts',
      'payroll.query.result',
    ];
    const { result, ledger } = await watchedSandbox(sandbox, (target, receiver) =>
      runConformance(target, {
        ...receiver,
        only,
        runs: 1,
        seed: 3,
        preflight: false,
        learnOnlyNeeded: true,
      }),
    );
    expect(result.totals).toMatchObject({ fail: 0, error: 0 });
    const report = ledger.report('http://sandbox');
    expect(report.clauses.filter(({ verdict }) => ['fail', 'warn'].includes(verdict))).toEqual([]);
    expect(report.totals.pass).toBeGreaterThan(30);
    expect(report.notes.slice(1)).toEqual([]);
  },
  PATIENCE,
);

// Where a clause is broken in a single exchange or delivery, what passes shows it.
const shown = mutants.filter(({ clause }) =>
  /^(providers|terms\.shape\.types|webhooks\.create\.(echo|five|keeps)|payroll\.submission|accounts\.shape\.types)/.test(
    clause,
  ),
);

test.each(sample(shown, 3))(
  'what passes shows the mutant $name',
  async ({ clause, defects }) => {
    await using sandbox = await createSandbox({ users: 12, ...combined(defects) });
    const { ledger } = await watchedSandbox(sandbox, (target, receiver) =>
      runConformance(target, {
        ...receiver,
        only: [clause],
        runs: 6,
        seed: 1,
        preflight: false,
        learnOnlyNeeded: true,
      }),
    );
    expect(ledger.entries.get(clause)?.broken).toBeGreaterThan(0);
  },
  PATIENCE,
);

test('fields named like parts of every object are judged as any unknown field', () => {
  const inherited = { constructor: 'a', toString: 1, hasOwnProperty: null, valueOf: {}, isPrototypeOf: [1] };
  const body = JSON.parse(`{"__proto__": {"a": 1}, ${JSON.stringify(inherited).slice(1)}`);
  const ids = { user_id: userId, created_at: '2026-01-01T00:00:00.000Z' };
  const watch = new Watch({ soleWriter: true });
  exchanges(watch, [
    ['PATCH', `/users/${userId}`, body, 200, { ...ids, ...body }],
    ['PATCH', '/configuration', body, 400, { errors: ['no'] }],
    ['GET', '/users?constructor=1&__proto__=2', undefined, 200, body],
    ['POST', '/webhooks', body, 201, body],
    ['POST', '/members/signin', body, 400, body],
  ]);
  expect([...watch.ledger.faults]).toEqual([]);
  expect(watch.ledger.counts.exchanges).toBe(5);
});
