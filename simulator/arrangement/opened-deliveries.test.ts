import { afterEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../webhooks/testing/receiver.ts';
import { arranging, unknownId } from './testing/arranging.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const secrets = { signing_secret: 'a secret', encryption_key: Buffer.alloc(32, 5).toString('base64') };

/** A delivery to a subscription with these secrets, made and answered. */
async function delivered(given: object) {
  const receiver = await startReceiver((_, response) => response.writeHead(204).end());
  const arranged = await arranging();
  closing.push(receiver.close, arranged.close);
  const { call, user } = arranged;
  const userId = await user();
  const events = ['user-payroll-submitted'];
  const webhook = await call('POST', '/webhooks', { name: 'w', events, url: receiver.url, ...given });
  await call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
  for (;;) {
    const [one] = (await call('GET', '/_sandbox/deliveries')).body.deliveries;
    if (one.state !== 'delivered') continue;
    return {
      call,
      userId,
      webhookId: webhook.body.webhook_id,
      path: `/_sandbox/deliveries/${one.delivery_id}/opened`,
    };
  }
}

describe('an opened delivery', () => {
  it('shows whether it is signed and encrypted, and what it says', async () => {
    const sealed = await delivered(secrets);
    const opened = { event: 'user-payroll-submitted', user_id: sealed.userId };
    expect((await sealed.call('GET', sealed.path)).body).toMatchObject({
      ...{ signature: 'valid', encrypted: true, problem: null },
      body: opened,
    });
    const plain = await delivered({});
    expect((await plain.call('GET', plain.path)).body).toMatchObject({
      ...{ signature: 'none', encrypted: false, problem: null },
      body: { event: 'user-payroll-submitted', user_id: plain.userId },
    });
  });

  it('cannot be had once its subscription is gone, nor under an unknown id', async () => {
    const { call, path, webhookId } = await delivered(secrets);
    await call('DELETE', `/webhooks/${webhookId}`);
    expect((await call('GET', path)).status).toBe(400);
    expect((await call('GET', `/_sandbox/deliveries/${unknownId}/opened`)).status).toBe(404);
  });
});
