import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
beforeEach(() => at.sandbox.reset());
afterAll(() => at.close());

const now = async (): Promise<number> => Date.parse((await at.call('GET', '/_sandbox/clock')).body.now);

test('health needs no key, and says real time, environment and profile', async () => {
  await at.call('POST', '/_sandbox/clock', { by: 'P10Y' });
  const response = await fetch(`${at.sandbox.url}/_sandbox/health`);
  const body = (await response.json()) as { now: string };
  expect(response.status).toBe(200);
  expect(body).toMatchObject({
    status: 'ok',
    environment: 'sandbox',
    profile: { naming: { vendor: 'svc' } },
    event_loop_delay_ms: { p99: expect.any(Number), max: expect.any(Number) },
  });
  expect(Date.parse(body.now)).toBeLessThan(await now());
});

test('every other call gets the 401 of the service without the right key', async () => {
  for (const key of ['', 'wrong']) {
    const { status, body } = await at.call('GET', '/_sandbox/clock', undefined, { 'x-api-key': key });
    expect(status).toBe(401);
    expect(body.errors).toEqual(['No X-API-KEY header provided or wrong value']);
  }
});

test('the clock moves to an instant or by a duration', async () => {
  const to = new Date((await now()) + 3_600_000).toISOString();
  const moved = await at.call('POST', '/_sandbox/clock', { to });
  expect(moved).toMatchObject({ status: 200, body: { effects: [] } });
  expect(Date.parse(moved.body.now)).toBeGreaterThanOrEqual(Date.parse(to));
  const before = await now();
  await at.call('POST', '/_sandbox/clock', { by: 'P1Y2M3DT4H' });
  expect(await now()).toBeGreaterThan(before + 428 * 86_400_000);
});

test('the clock does not move backwards, nor beyond the end of time', async () => {
  const back = await at.call('POST', '/_sandbox/clock', { to: '2020-01-01T00:00:00Z' });
  expect(back).toMatchObject({ status: 400, body: { errors: ['The clock cannot be moved backwards'] } });
  for (const by of ['P8000Y', 'P999999999999999999999Y', 'P999999999999999999999D']) {
    const { status, body } = await at.call('POST', '/_sandbox/clock', { by });
    expect(status).toBe(400);
    expect(body.errors[0]).toContain('[by]');
  }
  expect(await now()).toBeLessThan(Date.parse('9000-01-01'));
});

test.each([
  {},
  { to: 'noon' },
  { by: 'soon' },
  { by: 'P' },
  { to: '2090-01-01T00:00:00Z', by: 'P1D' },
  { by: 'P1D', at: 1 },
])('a clock cannot be moved by %j', async (body) =>
  expect((await at.call('POST', '/_sandbox/clock', body)).status).toBe(400),
);

test('tokens and presigned URLs that run out on the way are listed as expiries, in order', async () => {
  const userId = await at.user();
  await at.accept(userId);
  const token = await at.token(userId);
  const bearer = { authorization: `Bearer ${token}` };
  await at.call('PUT', '/documents/bank-statements/presign', { files: [{ file_name: 'a.pdf' }] }, bearer);
  const { body } = await at.call('POST', '/_sandbox/clock', { by: 'P1D' });
  const expiries = body.effects.filter((one: { kind: string }) => one.kind === 'expiry');
  expect(expiries.map((one: { what: string }) => one.what)).toEqual(['presigned-url', 'token']);
  expect((await at.dossier(userId)).documents[0]?.state).toBe('expired');
  const late = await at.call(
    'PUT',
    '/documents/bank-statements/presign',
    { files: [{ file_name: 'b.pdf' }] },
    bearer,
  );
  expect(late.status).toBe(401);
});

test('a reset takes away what was created, brings back what was deleted, and sets the clock to real time', async () => {
  const first = (await at.call('GET', '/users?limit=1')).body.users[0];
  const userId = await at.user({ forename: 'Ada' });
  const token = await at.token(userId);
  await at.call('DELETE', `/users/${first.user_id}`);
  await at.call('PATCH', '/configuration', { client_display_name: 'Changed' });
  await at.call('POST', '/webhooks', {
    name: 'one',
    events: ['user-payroll-submitted'],
    url: 'http://127.0.0.1:9/',
  });
  await at.call('POST', '/_sandbox/terms', { name: 'Mine' });
  await at.call('POST', '/_sandbox/clock', { by: 'P1Y' });
  const moved = await now();
  const { status, body } = await at.call('POST', '/_sandbox/reset', {});
  expect(status).toBe(200);
  expect(body.message).toEqual(expect.any(String));
  expect((await at.call('GET', `/_sandbox/users/${userId}`)).status).toBe(404);
  expect((await at.call('GET', '/users?limit=1')).body.users[0]).toEqual(first);
  expect((await at.call('GET', '/configuration')).body.client_display_name).not.toBe('Changed');
  expect((await at.call('GET', '/webhooks')).body.webhooks).toEqual([]);
  expect(await now()).toBeLessThan(moved);
  const stale = await at.call(
    'PUT',
    '/documents/bank-statements/presign',
    { files: [] },
    { authorization: `Bearer ${token}` },
  );
  expect(stale.status).toBe(401);
});

test('a move over more recurring checks than anybody would wait for is refused, and nothing has moved', async () => {
  const userId = await at.user({ recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' });
  const { body: term } = await at.call('POST', '/_sandbox/terms', { authorisation_category: 'recurring' });
  await at.accept(userId, { term_id: term.id });
  await at.call('POST', `/_sandbox/users/${userId}/accounts`, {});
  const before = await now();
  const { status, body } = await at.call('POST', '/_sandbox/clock', { to: '9999-12-31T00:00:00Z' });
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.stringContaining('move in smaller steps')]);
  expect(await now()).toBeLessThan(before + 3_600_000);
  expect((await at.call('POST', '/_sandbox/clock', { by: 'PT2H' })).status).toBe(200);
});
