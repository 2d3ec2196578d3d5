import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { completeProfile, type PartialProfile } from '../../spec/profile.ts';
import { isProof, sample } from '../../spec/testing/test-run.ts';
import { combined } from '../proof/mutants/mutant.ts';
import { hasPython, PythonServer } from '../proof/others/python-server.ts';
import { variant } from '../proof/variants/run-variant.ts';
import { brokenIn } from '../proof/watched-run.ts';
import { adviser, fidelityOf } from './fidelity.ts';
import { watched } from './index.ts';
import { Intake } from './intake.ts';
import type { Passed } from './memory/passed.ts';
import { startProxy } from './proxy.ts';
import { recordedDay } from './testing/traffic.ts';
import { Watch } from './watch.ts';

/** How true a sandbox under the learnt profile is to a recorded day of an integration. */
async function expectTrue(
  day: Awaited<ReturnType<typeof recordedDay>>,
  naming: PartialProfile['naming'] = {},
) {
  const { recorded, ledger } = day;
  const learnt = { naming, points: ledger.profile.points ?? {} };
  await using replica = await createSandbox({ users: 0, profile: learnt, now: recorded[0]!.at });
  const { overall, differences: found } = await fidelityOf(recorded, replica, learnt);
  const told = [...found.keys()].filter((text) => /status|where it was/.test(text));
  const { requests, status, shape, values, leaves } = overall;
  if (isProof) console.log(requests, status / requests, shape / requests, values / leaves, told);
  expect(requests).toBeGreaterThan(140);
  expect(status / requests, told.join('\n')).toBeGreaterThanOrEqual(0.97);
  expect(shape / requests, told.join('\n')).toBeGreaterThanOrEqual(0.97);
}

// Each chose otherwise wherever the document is silent, and differs where it may.
test.each(sample([8201, 8202, 8203, 8204], 1))(
  'a sandbox under the learnt profile answers as the one that was recorded, variant %i',
  async (seed) => {
    const { profile, differences, warns } = variant(seed);
    const { naming = {} } = profile;
    await using sandbox = await createSandbox({ users: 6, ...combined(differences()), profile });
    const day = await recordedDay(sandbox, { naming });
    expect(brokenIn(day.ledger).filter((clause) => !warns.includes(clause))).toEqual([]);
    await expectTrue(day, naming);
  },
  240_000,
);

test.skipIf(!isProof || !hasPython())(
  'so it does for a server of another hand',
  async () => {
    const server = new PythonServer();
    onTestFinished(server.stop);
    await expectTrue(await recordedDay(await server.addresses));
  },
  240_000,
);

test('what recorded answers show is arranged: estimates, tokens that found nothing, and no call whose body was left out', async () => {
  const profile = { points: { 'users.date-only-timestamps': 'reject' } } as const;
  const at = Date.parse('2026-11-16T09:00:00Z');
  const user_id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';
  const account_id = '0d9c1f5a-1f4e-4c55-8a43-2f6f3f1b7c11';
  const estimate = {
    date: '2026-10-01T00:00:00.000Z',
    cost_of_living: '1.00',
    housing: '1.00',
    total: '2.00',
  };
  const pagination = { offset: 1, limit: 5, count: 1, total_count: 1 };
  const users = [{ user_id, created_at: '2026-01-01T00:00:00.000Z' }];
  const key = { 'x-api-key': 'key-1' };
  const token = { authorization: 'Bearer token-1', 'content-type': 'application/json' };
  const sent: [string, string, object, string, number, object | undefined][] = [
    ['POST', '/_sandbox/users', key, '', 201, undefined],
    ['GET', '/users?offset=1&limit=5', key, '', 200, { pagination, users }],
    ['GET', `/expenditure/${user_id}/ons`, key, '', 200, { expenditures: [estimate] }],
    [
      'POST',
      '/payroll/entries/connections',
      token,
      JSON.stringify({ account_id }),
      404,
      { errors: ['none'] },
    ],
  ];
  const recorded = sent.map(
    ([method, url, requestHeaders, requestText, status, body], order): Passed => ({
      ...{ kind: 'exchange', begun: 2 * order, ended: 2 * order + 1, at, durationMs: 1, method, url, status },
      ...{ requestHeaders: { ...requestHeaders }, requestText, responseHeaders: {} },
      responseText: body === undefined ? '' : JSON.stringify(body),
    }),
  );
  await using sandbox = await createSandbox({ users: 0, profile, now: at });
  const { overall, differences } = await fidelityOf(recorded, sandbox, profile);
  const told = [...differences.keys()].filter((text) => !text.startsWith('getOnsExpenditure: .expenditures'));
  expect(told).toEqual([]);
  expect(overall).toMatchObject({ requests: 3, status: 3, shape: 3 });
});

test('a reset in the recording is a reset of the replica: what was switched off before is on again', async () => {
  await using deployment = await createSandbox({ users: 3 });
  const recorded: Passed[] = [];
  const intake = new Intake(new Watch(), { record: (line) => void ('kind' in line && recorded.push(line)) });
  const proxy = await startProxy({ kind: 'exchange', to: deployment.url, port: 0, intake });
  const headers = { 'X-API-KEY': deployment.apiKey, 'Content-Type': 'application/json' };
  const ask = async (method: string, path: string, body?: object) =>
    (await fetch(proxy.url + path, { method, headers, body: body ? JSON.stringify(body) : null })).text();
  const name = async () => JSON.parse(await ask('GET', '/configuration'))['client_display_name'];
  await ask('GET', '/configuration');
  await ask('PATCH', '/configuration', { client_display_name: 'Before' });
  expect(await name()).toBe('Before');
  await ask('POST', '/webhooks', {
    name: 'hooks',
    events: ['user-payroll-submitted'],
    url: 'https://crm.example/a',
  });
  await ask('POST', '/_sandbox/reset');
  expect(await name()).not.toBe('Before');
  await ask('POST', '/webhooks', {
    name: 'hooks',
    events: ['user-payroll-submitted'],
    url: 'https://crm.example/a',
  });
  await new Promise((resolve) => setImmediate(resolve));
  await proxy.close();
  await using replica = await createSandbox({ users: 0 });
  const steps: number[] = [];
  const { overall, differences } = await fidelityOf(recorded, replica, {}, (done) => steps.push(done));
  expect([...differences.keys()].filter((text) => /status|display_name/.test(text))).toEqual([]);
  expect(overall).toMatchObject({ requests: 6, status: 6, shape: 6 });
  expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('advice names a point of that very place, or says that the cause is unknown', () => {
  const { advise } = adviser({});
  const value = (place: string) => ({ kind: 'value', place, text: '' }) as const;
  for (const place of ['.providers[].name', '.providers[].url'])
    expect(advise('listProviders', value(place))).toBe('people and amounts are arranged, not copied');
  const status = (recorded: number) => ({ kind: 'status', recorded, text: '' }) as const;
  expect(advise('queryPayrollConnection', status(201))).toContain('the cause is unknown');
  expect(advise('submitMfa', status(422))).toContain('accounts.mfa.');
  expect(advise('listProviders', status(418))).toContain('does not name');
  const { advise: taught } = adviser({ points: completeProfile({}).points });
  expect(taught('submitMfa', status(422))).not.toContain('a value of the profile');
  expect(advise('listUsers', { kind: 'shape', place: '.users[].shoe_size', text: '' })).toContain(
    'does not have',
  );
});

test('what the sandbox refuses to arrange is named with the request and the answer', async () => {
  const user_id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';
  const pagination = { offset: 0, limit: 5, count: 1, total_count: 1 };
  const statement = { id: '0d9c1f5a-1f4e-4c55-8a43-2f6f3f1b7c11', bank_statement_probability: 'high' };
  const body = { pagination, bank_statement_submissions: [statement] };
  const url = `/bankstatements/${user_id}?offset=0&limit=5`;
  const passed: Passed = {
    ...{
      kind: 'exchange',
      begun: 1,
      ended: 2,
      at: Date.now(),
      durationMs: 1,
      method: 'GET',
      url,
      status: 200,
    },
    ...{ requestHeaders: { 'x-api-key': 'key-1' }, requestText: '', responseHeaders: {} },
    responseText: JSON.stringify(body),
  };
  await using sandbox = await createSandbox({ users: 0 });
  const { differences } = await fidelityOf([passed], sandbox);
  const refusal =
    /not arranged: POST \/_sandbox\/users\/.*bank-statements with .*"high".* was answered 400: /;
  expect([...differences.keys()].filter((text) => refusal.test(text))).toHaveLength(1);
});

test('a watched fetch sends what it is given, and judges it', async () => {
  await using sandbox = await createSandbox({ users: 2 });
  const watch = watched(fetch, { baseUrl: sandbox.url });
  const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ client_display_name: 'Watched' });
  const answer = await watch.fetch(`${sandbox.url}/configuration`, { method: 'PATCH', headers, body });
  expect(await answer.json()).toMatchObject({ client_display_name: 'Watched' });
  await watch.fetch(new Request(`${sandbox.url}/providers`, { headers }));
  await watch.settled();
  const { totals, requests } = watch.report();
  expect(requests).toBe(2);
  expect(totals).toMatchObject({ fail: 0, warn: 0 });
  expect(totals.pass).toBeGreaterThan(8);
});
