// The dispatcher with real receivers on local ports, real signatures and real encryption.
import { afterEach, expect, test } from 'vitest';
import { deliveryOf, open } from '../../spec/webhooks/index.ts';
import { createHttpTransport } from './http-transport.ts';
import { dispatching } from './testing/dispatching.ts';
import { startReceiver } from './testing/receiver.ts';
import { sampleDelivery, sampleSubscription } from './testing/samples.ts';

const secret = 'a signing secret';
const key = Buffer.alloc(32, 9).toString('base64');
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receiver(...given: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...given);
  closing.push(started.close);
  return started;
}

function httpTransport() {
  const transport = createHttpTransport();
  closing.push(transport.close);
  return transport;
}

test('receivers verify, decrypt and read what they are sent, and can tell a repeat', async () => {
  let failures = 1;
  const { url, seen } = await receiver((_, response) => response.writeHead(failures-- > 0 ? 500 : 204).end());
  const { dispatcher, ledger } = dispatching({ transport: httpTransport() });
  ledger.subscriptions.set(
    'webhook',
    sampleSubscription({ url, signing_secret: secret, encryption_key: key }),
  );
  ledger.put(sampleDelivery(1), sampleDelivery(2));
  await dispatcher.runUntil(10_000);
  const events = seen.map(({ body, headers }) => open({ rawBody: body, headers, secret, key }));
  expect(events).toEqual(
    [sampleDelivery(1), sampleDelivery(1), sampleDelivery(2)].map(({ message }) => JSON.parse(message)),
  );
  expect(seen.map(({ headers }) => deliveryOf(headers))).toEqual([
    { id: 'webhook/user/1', attempt: 1 },
    { id: 'webhook/user/1', attempt: 2 },
    { id: 'webhook/user/2', attempt: 1 },
  ]);
  const stored = ledger.deliveries.get('webhook/user/2')!;
  expect(seen[2]!.body.toString()).toBe(stored.body);
  expect(seen[2]!.headers).toMatchObject(stored.headers!);
});

test('dead and slow receivers hold up nobody else', async () => {
  const dead = await Promise.all([1, 2, 3].map(() => receiver(() => {})));
  const alive = await receiver();
  const { dispatcher, ledger } = dispatching({ transport: httpTransport() });
  for (const [index, { url }] of [...dead, alive].entries()) {
    const webhook_id = `w${index}`;
    ledger.subscriptions.set(webhook_id, sampleSubscription({ webhook_id, url }));
    for (let user = 0; user < 100; user += 1) {
      ledger.put(
        sampleDelivery(1, { webhook_id, user_id: `u${user}` }),
        sampleDelivery(2, { webhook_id, user_id: `u${user}` }),
      );
    }
  }
  dispatcher.wake();
  // Nobody else ever answers, so this can only come true if the living one need not wait for them.
  await alive.count(200);
  expect(dead.every(({ seen }) => seen.length <= 16)).toBe(true);
  for (const { close } of dead) await close();
  await dispatcher.close();
});

test('an overdue delivery of a process that died goes out at the start of the next', async () => {
  const { url, seen } = await receiver();
  const { dispatcher, ledger, time } = dispatching({ transport: httpTransport() });
  ledger.subscriptions.set('webhook', sampleSubscription({ url }));
  ledger.put(sampleDelivery(1));
  time.instant = 5_000_000;
  dispatcher.wake();
  await dispatcher.idle();
  expect(seen).toHaveLength(1);
  expect(ledger.deliveries.get('webhook/user/1')!.attempts[0]!.at).toBe(5_000_000);
});
