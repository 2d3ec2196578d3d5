import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
let other: Record<string, string>;
beforeAll(async () => {
  at = await arranging();
  other = { 'x-api-key': at.sandbox.otherApiKey };
});
afterAll(() => at.close());

const get = async (path: string, headers?: Record<string, string>) =>
  (await at.call('GET', path, undefined, headers)).body;

test('nothing of one client can be reached by another through the arrangement API', async () => {
  const userId = await at.user();
  const { authorisation_id } = await at.accept(userId);
  const account = (await at.call('POST', `/_sandbox/users/${userId}/accounts`, {})).body;
  const term = (await at.call('POST', '/_sandbox/terms', {})).body;
  await at.call('POST', '/webhooks', {
    name: 'mine',
    events: ['user-payroll-submitted'],
    url: 'http://127.0.0.1:9/',
  });
  await at.call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
  const [delivery] = (await get('/_sandbox/deliveries')).deliveries;
  const theirs = (await at.call('POST', '/_sandbox/users', {}, other)).body.user_id;
  const before = await at.dossier(userId);
  const attempts: [string, string, object?][] = [
    ['GET', `/_sandbox/users/${userId}`],
    ['POST', `/_sandbox/users/${userId}/tokens`, {}],
    ['POST', `/_sandbox/users/${userId}/authorisations`, {}],
    ['DELETE', `/_sandbox/users/${userId}/authorisations/${authorisation_id}`],
    ['POST', `/_sandbox/users/${userId}/accounts`, {}],
    ['POST', `/_sandbox/users/${userId}/direct-payroll`, { payroll_submissions: [{}] }],
    ['POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] }],
    ['POST', `/_sandbox/users/${userId}/bank-statements`, {}],
    ['POST', `/_sandbox/users/${userId}/taxauth`, {}],
    ['PATCH', `/_sandbox/terms/${term.id}`, { is_active: false }],
    ['POST', `/_sandbox/users/${theirs}/authorisations`, { term_id: term.id }],
    [
      'POST',
      `/_sandbox/users/${theirs}/entries`,
      { account_id: account.account_id, payroll_submissions: [{}] },
    ],
    ['POST', `/_sandbox/deliveries/${delivery.delivery_id}/redeliver`, {}],
  ];
  for (const [method, path, body] of attempts) {
    expect([path, (await at.call(method, path, body, other)).status]).toEqual([path, 404]);
  }
  expect(await at.dossier(userId)).toEqual(before);
  expect((await get('/_sandbox/deliveries', other)).deliveries).toEqual([]);
});

test('clocks, journals and faults are each their own', async () => {
  await at.call('POST', '/_sandbox/clock', { by: 'P1Y' });
  expect((await get('/_sandbox/clock', other)).now < (await get('/_sandbox/clock')).now).toBe(true);
  await at.call('PUT', '/_sandbox/faults', { faults: [{ status: 503 }] });
  expect((await at.call('GET', '/users', undefined, other)).status).toBe(200);
  expect((await get('/_sandbox/faults', other)).faults).toEqual([]);
  expect((await get('/_sandbox/requests', other)).requests).toHaveLength(1);
  await at.call('DELETE', '/_sandbox/requests');
  expect((await get('/_sandbox/requests', other)).requests).toHaveLength(1);
});

test('a reset of one client leaves the other as it is', async () => {
  const theirs = (await at.call('POST', '/_sandbox/users', { forename: 'Bea' }, other)).body;
  await at.call('POST', '/_sandbox/reset', {});
  expect((await get(`/_sandbox/users/${theirs.user_id}`, other)).user).toEqual(theirs);
});
