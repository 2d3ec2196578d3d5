import { expect, it, onTestFinished } from 'vitest';
import { receiver } from '../../spec/webhooks/receive.ts';
import { arranging } from '../arrangement/testing/arranging.ts';
import { startReceiver } from './testing/receiver.ts';

const secret = 'a-secret-of-ours';

it('events of one instant have times of their own: the kit handles each, and a repeat of one not again', async () => {
  const handled: string[] = [];
  const kit = receiver({ secret, unencrypted: true }, ({ event, timestamp }) => {
    handled.push(`${event} ${timestamp}`);
  });
  const receiving = await startReceiver(async ({ headers, body }, response) => {
    const { status } = await kit(async () => body, headers);
    response.writeHead(status).end();
  });
  onTestFinished(receiving.close);
  const { call, user, close } = await arranging({ now: '2027-03-09T10:00:00.000Z', frozen: true });
  onTestFinished(close);
  await call('POST', '/webhooks', {
    name: 'hook',
    events: ['user-bank-statement-submitted', 'user-taxauth-data-submitted'],
    url: receiving.url,
    signing_secret: secret,
  });
  const userId = await user();
  for (const kind of ['bank-statements', 'bank-statements', 'taxauth', 'bank-statements', 'taxauth'])
    expect((await call('POST', `/_sandbox/users/${userId}/${kind}`, {})).status).toBe(201);
  await receiving.count(5);
  await expect.poll(() => handled).toHaveLength(5);
  expect(handled[0]).toBe('user-bank-statement-submitted 2027-03-09T10:00:00.000Z');
  expect(new Set(handled).size).toBe(5);

  const [{ delivery_id }] = (await call('GET', '/_sandbox/deliveries')).body.deliveries;
  await call('POST', `/_sandbox/deliveries/${delivery_id}/redeliver`, {});
  await receiving.count(6);
  await expect
    .poll(async () => (await call('GET', '/_sandbox/deliveries')).body.deliveries[0].attempts.length)
    .toBe(2);
  expect(handled).toHaveLength(5);
});
