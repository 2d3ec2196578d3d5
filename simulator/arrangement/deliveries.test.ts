import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../webhooks/testing/receiver.ts';
import { type Arranging, arranging, unknownId } from './testing/arranging.ts';

let at: Arranging;
let receiver: Receiver;
let status = 204;
beforeAll(async () => {
  at = await arranging();
});
beforeEach(async () => {
  await at.sandbox.reset();
  status = 204;
  receiver = await startReceiver((_, response) => response.writeHead(status).end());
});
afterEach(() => receiver.close());
afterAll(() => at.close());

const kinds = ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted'];

async function subscribe(name: string, events = kinds, config = {}): Promise<string> {
  const body = { name, events, url: receiver.url, config: { include_payload: true }, ...config };
  return (await at.call('POST', '/webhooks', body)).body.webhook_id;
}

const list = async (query = '') => (await at.call('GET', `/_sandbox/deliveries${query}`)).body.deliveries;
const arrange = (userId: string, path: string, body: object = {}) =>
  at.call('POST', `/_sandbox/users/${userId}/${path}`, body);
// Moving the clock answers when all that is due has been delivered.
const settle = () => at.call('POST', '/_sandbox/clock', { by: 'PT1S' });

test('a long list is read page by page, the latest first, also of one event', async () => {
  await subscribe('all', kinds.slice(0, 2));
  const user = await at.user();
  for (let n = 0; n < 5; n += 1)
    await arrange(user, n % 2 ? 'bank-statements' : 'entries', n % 2 ? {} : { payroll_submissions: [{}] });
  const ids = (await list()).map((one: { delivery_id: string }) => one.delivery_id);
  const page = async (query: string) =>
    (await list(query)).map((one: { delivery_id: string }) => ids.indexOf(one.delivery_id));
  expect(await page('?limit=2')).toEqual([3, 4]);
  expect(await page(`?limit=2&before=${ids[3]}`)).toEqual([1, 2]);
  expect(await page(`?limit=2&before=${ids[1]}`)).toEqual([0]);
  expect(await page(`?limit=2&event=${kinds[1]}`)).toEqual([1, 3]);
  expect(await page(`?before=${ids[2]}`)).toEqual([0, 1]);
  expect((await at.call('GET', `/_sandbox/deliveries?before=${unknownId}`)).status).toBe(404);

  const requests = async (query: string) =>
    (await at.call('GET', `/_sandbox/requests?${query}`)).body.requests;
  for (const limit of [1, 2]) await at.call('GET', `/users?limit=${limit}`);
  const [newest, older] = await requests('limit=2');
  expect(await requests(`limit=1&before=${newest.request_id}`)).toEqual([older]);
  expect(await requests('before=unknown')).toEqual([]);
});

test('a receiver gets the trace of the request that caused a delivery, through a retry', async () => {
  await subscribe('all');
  const user = await at.user();
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  status = 500;
  const entry = (headers: Record<string, string>) =>
    at.call('POST', `/_sandbox/users/${user}/entries`, { payroll_submissions: [{}] }, headers);
  await entry({ traceparent });
  await entry({ traceparent: '00-00000000000000000000000000000000-00f067aa0ba902b7-01' });
  await settle();
  status = 204;
  await at.call('POST', '/_sandbox/clock', { by: 'P1D' });
  const [first, second] = await list();
  expect(first).toMatchObject({ state: 'delivered', headers: { traceparent } });
  expect(first.attempts.length).toBeGreaterThan(1);
  expect(second.headers.traceparent).toBeUndefined();
});

test('each arranged submission queues its event, and the list shows deliveries oldest first', async () => {
  const webhookId = await subscribe('all');
  const [first, second] = [await at.user(), await at.user()];
  const entry = (await arrange(first, 'entries', { payroll_submissions: [{}] })).body;
  const statement = (await arrange(second, 'bank-statements')).body;
  const income = (await arrange(first, 'taxauth')).body;
  expect((await list()).map((one: { event: string; user_id: string }) => [one.event, one.user_id])).toEqual([
    [kinds[0], first],
    [kinds[1], second],
    [kinds[2], first],
  ]);
  await settle();
  const deliveries = await list();
  for (const one of deliveries) {
    expect(one).toMatchObject({ webhook_id: webhookId, state: 'delivered', next_attempt_at: null });
    expect(one.attempts).toMatchObject([{ status: 204, error: null }]);
    expect(receiver.seen.map(({ body }) => body.toString())).toContain(one.body);
    expect(Object.keys(one.headers)).toEqual(Object.keys(one.headers).map((name) => name.toLowerCase()));
  }
  const [payroll, bank, tax] = deliveries.map((one: { body: string }) => JSON.parse(one.body));
  expect(payroll).toMatchObject({ entry_id: entry.entry_id, account_id: null });
  expect(payroll.payload.payroll_submissions[0].id).toBe(entry.payroll_submissions[0].id);
  expect(bank.payload.bank_statement_submissions).toEqual([statement]);
  expect(tax.payload.income_submissions[0].id).toBe(income.id);
});

test('the list can be narrowed to a subscription and to an event', async () => {
  const [one, other] = [await subscribe('one'), await subscribe('other', [kinds[0] as string])];
  const userId = await at.user();
  await arrange(userId, 'entries', { payroll_submissions: [{}] });
  await arrange(userId, 'bank-statements');
  expect(await list(`?webhook_id=${one.toUpperCase()}`)).toHaveLength(2);
  expect(await list(`?webhook_id=${other}`)).toHaveLength(1);
  expect(await list(`?event=${kinds[0]}`)).toHaveLength(2);
  expect(await list(`?event=${kinds[1]}&webhook_id=${other}`)).toEqual([]);
  expect((await at.call('GET', '/_sandbox/deliveries?webhook_id=one')).status).toBe(400);
});

test('a failed try is shown with its time, and the next one to come', async () => {
  await subscribe('failing');
  status = 500;
  await arrange(await at.user(), 'bank-statements');
  await settle();
  const [delivery] = await list();
  expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status: 500 }] });
  expect(delivery.next_attempt_at > delivery.attempts[0].at).toBe(true);
  status = 204;
  const { body } = await at.call('POST', '/_sandbox/clock', { by: 'P1D' });
  expect(body.effects.some((one: { kind: string }) => one.kind === 'delivery-attempt')).toBe(true);
  expect((await list())[0]).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 500 }, { status: 204 }],
  });
});

test('redelivery makes one more attempt of the same delivery', async () => {
  await subscribe('again');
  await arrange(await at.user(), 'entries', { payroll_submissions: [{}] });
  await settle();
  const [before] = await list();
  const answer = await at.call('POST', `/_sandbox/deliveries/${before.delivery_id}/redeliver`, {});
  expect(answer).toMatchObject({ status: 200, body: { delivery_id: before.delivery_id, state: 'pending' } });
  await settle();
  const [after] = await list();
  expect(after.state).toBe('delivered');
  expect(after.attempts).toHaveLength(2);
  expect(receiver.seen).toHaveLength(2);
});

test('redelivery is refused when the subscription is gone, and unknown deliveries are 404', async () => {
  const webhookId = await subscribe('gone');
  const userId = await at.user();
  await arrange(userId, 'bank-statements');
  await settle();
  const [delivery] = await list();
  await at.call('DELETE', `/webhooks/${webhookId}`);
  const gone = await at.call('POST', `/_sandbox/deliveries/${delivery.delivery_id}/redeliver`, {});
  expect(gone.status).toBe(400);
  expect(gone.body.errors[0]).toContain(delivery.delivery_id);
  expect(await list()).toEqual([delivery]);
  for (const unknown of [unknownId, userId]) {
    expect((await at.call('POST', `/_sandbox/deliveries/${unknown}/redeliver`, {})).status).toBe(404);
  }
});

test('what is refused queues nothing', async () => {
  await subscribe('quiet');
  const userId = await at.user();
  await arrange(userId, 'entries', { payroll_submissions: [] });
  await arrange(userId, 'bank-statements', { bank_statement_probability: 2 });
  await arrange(userId, 'taxauth', { income_period: { start: 'April' } });
  await arrange(userId, 'accounts', { payroll: [{}] });
  await arrange(userId, 'direct-payroll', { payroll_submissions: [{}] });
  expect(await list()).toEqual([]);
});

test('a test goes to one subscription, carries what the user holds, and adds nothing to the user', async () => {
  const [wanted, other] = [await subscribe('wanted'), await subscribe('other')];
  const { scenarios } = (await at.call('GET', '/_sandbox/scenarios')).body;
  const before = await at.dossier(scenarios[0].user_id);
  const test = (body: object) => at.call('POST', '/_sandbox/deliveries', body);
  const { status, body } = await test({ webhook_id: wanted });
  expect({ status, body }).toMatchObject({ status: 201, body: { webhook_id: wanted, event: kinds[0] } });
  await settle();
  expect(await list(`?webhook_id=${other}`)).toEqual([]);
  const [sent] = await list(`?webhook_id=${wanted}`);
  expect(JSON.parse(sent.body).entry_id).toBe(before.entries.at(-1)!.entry_id);
  expect(await at.dossier(scenarios[0].user_id)).toEqual(before);
  const user_id = await at.user();
  const refused = [
    { webhook_id: user_id },
    { webhook_id: wanted, event: 'x' },
    { webhook_id: wanted, user_id },
  ];
  const statuses = await Promise.all(refused.map(async (one) => (await test(one)).status));
  expect(statuses).toEqual([404, 400, 409]);
});

test('a fault sends each delivery twice, to the same receiver and with the same id', async () => {
  await subscribe('twice');
  await at.call('PUT', '/_sandbox/faults', { faults: [{ duplicate: true, times: 1 }] });
  const before = receiver.seen.length;
  const userId = await at.user();
  await arrange(userId, 'bank-statements');
  await settle();
  await arrange(userId, 'bank-statements');
  await settle();
  const ids = receiver.seen.slice(before).map(({ headers }) => headers['x-payrig-delivery']);
  expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
});
