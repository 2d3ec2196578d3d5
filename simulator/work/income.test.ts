import { expect, test } from 'vitest';
import { arranging } from '../arrangement/testing/arranging.ts';

type Income = { income_period: { start: string } };

test('a moved clock sends an event for every income submission that comes into being on the way', async () => {
  const at = await arranging({ now: '2026-01-15T09:00:00Z', frozen: true });
  const webhook = { name: 'income', events: ['user-taxauth-data-submitted'], url: 'http://127.0.0.1:9/' };
  await at.call('POST', '/webhooks', { ...webhook, config: { include_payload: true } });
  const users: { user_id: string }[] = (await at.call('GET', '/users?limit=100')).body.users;
  const off = users[5]!.user_id;
  await at.call('PATCH', `/users/${off}`, { taxauth_enabled: false });
  const incomes = async () => {
    const pages = users.map(({ user_id }) => at.call('GET', `/taxauth/${user_id}?limit=100`));
    return (await Promise.all(pages)).map(({ body }) => (body.income_submissions ?? []) as Income[]);
  };
  const before = await incomes();
  await at.call('POST', '/_sandbox/clock', { by: 'P7M' });
  const after = await incomes();
  const made = after.flatMap((list, index) => list.slice(before[index]!.length)).length;
  expect(made).toBeGreaterThan(20);
  const { deliveries } = (await at.call('GET', '/_sandbox/deliveries')).body;
  const ofUser = (userId: string) =>
    deliveries.filter(({ user_id }: { user_id: string }) => user_id === userId);
  for (const [index, { user_id }] of users.entries())
    expect(ofUser(user_id), user_id).toHaveLength(after[index]!.length - before[index]!.length);
  expect(ofUser(off)).toEqual([]);

  const [ada] = ofUser(users[0]!.user_id);
  const { payload, timestamp } = JSON.parse(ada.body);
  expect(payload.income_submissions).toMatchObject([
    { income_period: { start: '2026-04-06T00:00:00.000Z', end: timestamp } },
  ]);

  // Another subscription, and time that goes on, repeat nothing.
  await at.call('POST', '/webhooks', { ...webhook, name: 'second' });
  await at.call('POST', '/_sandbox/clock', { by: 'P1M' });
  expect((await at.call('GET', '/_sandbox/deliveries')).body.deliveries).toHaveLength(deliveries.length);
  await at.close();
});
