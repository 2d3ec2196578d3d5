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

test('the journal lists all that reached the sandbox: unknown paths and methods, and bodies that are too large', async () => {
  await at.call('GET', '/userz');
  await at.call('DELETE', '/webhooks');
  await at.call('POST', '/webhooks', { name: 'x'.repeat(17 << 20) });
  const poll = async () =>
    (await journal()).map((one: Record<string, unknown>) => [one['operation'], one['method'], one['status']]);
  await expect.poll(poll).toEqual([
    ['createWebhook', 'POST', 413],
    [null, 'DELETE', 405],
    [null, 'GET', 404],
  ]);
  expect((await journal())[2].response_body.errors[0]).toContain('Did you mean GET /users?');
  // Without a key that is right it belongs to no client.
  expect((await fetch(`${at.sandbox.url}/userz`)).status).toBe(404);
  expect(await journal()).toHaveLength(3);
});

test("the journal distinguishes the requests of Payrig's own parts from those under test", async () => {
  const own: Record<string, string>[] = [{}, { 'x-payrig-console': '1' }, { 'user-agent': 'payrig-check' }];
  for (const headers of own)
    await fetch(`${at.sandbox.url}/providers`, { headers: { 'x-api-key': at.sandbox.apiKey, ...headers } });
  const sources = (await journal()).map(({ source }: { source: string | null }) => source);
  expect(sources).toEqual(['check', 'console', null]);
});

test('the journal stays when a snapshot is loaded, with a mark, and is empty after a reset', async () => {
  const { body: snapshot } = await at.call('GET', '/_sandbox/snapshot');
  await at.call('GET', '/users');
  await at.call('PUT', '/_sandbox/snapshot', snapshot);
  await at.call('GET', '/providers');
  const operations = async () => (await journal()).map(({ operation }: { operation: string }) => operation);
  expect(await operations()).toEqual(['listProviders', 'loadSnapshot', 'listUsers']);
  await at.sandbox.reset();
  expect(await operations()).toEqual([]);
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

test('a fault for a misspelt operation is refused with the operation that was meant', async () => {
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
