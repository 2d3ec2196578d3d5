import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
beforeEach(() => at.sandbox.reset());
afterAll(() => at.close());

const journal = async (query = '') => (await at.call('GET', `/_sandbox/requests${query}`)).body.requests;

test('the journal lists requests to the service, newest first, without secrets and with what broke the contract', async () => {
  await at.call('GET', '/users?limit=1');
  await at.call('POST', '/webhooks', {
    name: 'x',
    events: [],
    url: 'http://127.0.0.1:9/',
    signing_secret: 'hush',
    extra: 1,
  });
  const requests = await journal();
  expect(requests.map((one: { operation: string }) => one.operation)).toEqual(['createWebhook', 'listUsers']);
  expect(requests[0].status).toBe(400);
  expect(requests[0].violations.join()).toContain('[extra]');
  expect(requests[1]).toMatchObject({
    method: 'GET',
    path: '/users',
    query: 'limit=1',
    status: 200,
    violations: [],
  });
  expect(JSON.stringify(requests)).not.toMatch(/hush|sandbox-key/);
});

test('the journal can be narrowed, and emptied', async () => {
  await at.call('GET', '/users');
  await at.call('GET', '/providers');
  await at.call('GET', '/users');
  expect(await journal('?operation=listUsers')).toHaveLength(2);
  expect(await journal('?limit=1')).toHaveLength(1);
  expect((await at.call('GET', '/_sandbox/requests?limit=0')).status).toBe(400);
  expect((await at.call('DELETE', '/_sandbox/requests')).status).toBe(200);
  expect(await journal()).toEqual([]);
});

test('a fault strikes its operation as often as was asked, and is counted', async () => {
  const faults = [{ operation: 'listUsers', status: 503, times: 2 }];
  const { status, body } = await at.call('PUT', '/_sandbox/faults', { faults });
  expect({ status, body }).toEqual({ status: 200, body: { faults: [{ ...faults[0], struck: 0 }] } });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await at.call('GET', '/users')).status);
  expect(statuses).toEqual([503, 503, 200]);
  expect((await at.call('GET', '/_sandbox/faults')).body.faults[0].struck).toBe(2);
  expect((await at.call('GET', '/providers')).status).toBe(200);
});

test('a dropped connection gives no answer, and an empty list ends all faults', async () => {
  await at.call('PUT', '/_sandbox/faults', { faults: [{ drop: true }] });
  await expect(at.call('GET', '/users')).rejects.toThrow();
  expect((await journal())[0].status).toBeNull();
  await at.call('PUT', '/_sandbox/faults', { faults: [] });
  expect((await at.call('GET', '/users')).status).toBe(200);
});

test.each([
  ['faults', {}],
  ['faults.0.status', { faults: [{ status: 200 }] }],
  ['faults.0.operation', { faults: [{ operation: 'listEverything', status: 500 }] }],
])('a bad [%s] is refused by name, and the faults stay as they were', async (field, body) => {
  await at.call('PUT', '/_sandbox/faults', { faults: [{ operation: 'listUsers', status: 500 }] });
  const answer = await at.call('PUT', '/_sandbox/faults', body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.join()).toContain(`[${field}]`);
  expect((await at.call('GET', '/_sandbox/faults')).body.faults).toHaveLength(1);
});

test('a fault for an operation that is misspelt is told which was meant', async () => {
  const { status, body } = await at.call('PUT', '/_sandbox/faults', {
    faults: [{ operation: 'listUser', status: 500 }],
  });
  expect({ status, errors: body.errors }).toMatchObject({
    status: 400,
    errors: [expect.stringContaining('did you mean listUsers?')],
  });
});

test('a fault strikes between two instants by the client clock', async () => {
  await at.call('POST', '/_sandbox/clock', { frozen: true });
  const now = Date.parse((await at.call('GET', '/_sandbox/clock')).body.now);
  const hours = (count: number) => new Date(now + count * 3_600_000).toISOString();
  await at.call('PUT', '/_sandbox/faults', { faults: [{ status: 503, from: hours(1), until: hours(2) }] });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) {
    statuses.push((await at.call('GET', '/providers')).status);
    await at.call('POST', '/_sandbox/clock', { by: 'PT1H' });
  }
  expect(statuses).toEqual([200, 503, 200]);
});
