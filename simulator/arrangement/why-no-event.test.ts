import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../webhooks/testing/receiver.ts';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
let receiver: Receiver;
beforeAll(async () => {
  at = await arranging({ now: '2028-06-15T09:00:00Z', frozen: true });
  receiver = await startReceiver((_, response) => response.writeHead(204).end());
});
beforeEach(() => at.sandbox.reset());
afterAll(async () => {
  await receiver.close();
  await at.close();
});

const reasons = async (query = '?event=payroll'): Promise<string[]> => {
  const { body } = await at.call('GET', `/_sandbox/why-no-event${query}`);
  return body.reasons.map(({ reason }: { reason: string }) => reason);
};
const subscribe = (url: string, events = ['user-payroll-submitted']) =>
  at.call('POST', '/webhooks', { name: url, events, url });
const trigger = async () => {
  const user = await at.user();
  await at.call('POST', `/_sandbox/users/${user}/entries`, { payroll_submissions: [{}] });
  return user;
};

it('names the subscription that is missing, or that lists another event', async () => {
  expect(await reasons()).toEqual(['no-subscription']);
  await subscribe(receiver.url, ['user-bank-statement-submitted']);
  expect(await reasons()).toEqual(['other-event']);
});

it('says that a subscription of another client hears nothing', async () => {
  const headers = { 'x-api-key': 'sandbox-key-2', 'content-type': 'application/json' };
  const hook = { name: 'x', events: ['user-payroll-submitted'], url: receiver.url };
  await fetch(`${at.sandbox.url}/webhooks`, { method: 'POST', headers, body: JSON.stringify(hook) });
  expect(await reasons()).toEqual(['no-subscription', 'other-client']);
  await fetch(`${at.sandbox.url}/_sandbox/reset`, { method: 'POST', headers, body: '{}' });
});

it('says that nothing has happened, and then that it was delivered', async () => {
  await subscribe(receiver.url);
  expect(await reasons()).toEqual(['nothing-happened']);
  const user = await trigger();
  await expect.poll(() => reasons()).toEqual(['delivered']);
  expect(await reasons(`?user_id=${user}`)).toEqual(['delivered']);
  expect(await reasons(`?user_id=${await at.user()}`)).toEqual(['nothing-happened']);
});

it('says that an address answers nothing, when the next attempt is, and that a frozen clock keeps it away', async () => {
  await subscribe('http://127.0.0.1:9/');
  await trigger();
  await expect.poll(() => reasons()).toEqual(['refused-address', 'waits-for-retry', 'clock-frozen']);
  await at.call('POST', '/_sandbox/clock', { by: 'P7D' });
  expect(await reasons()).toEqual(['refused-address']);
});

it('refuses an unknown event', async () => {
  expect((await at.call('GET', '/_sandbox/why-no-event?event=nothing')).status).toBe(400);
});

it('lists the deliveries of one user', async () => {
  await subscribe(receiver.url);
  const [one] = [await trigger(), await trigger()];
  const { body } = await at.call('GET', `/_sandbox/deliveries?user_id=${one}`);
  expect(body.deliveries.map(({ user_id }: { user_id: string }) => user_id)).toEqual([one]);
});
