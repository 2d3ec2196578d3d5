import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { encryptionKeys } from '../../arbitraries/webhooks.ts';
import { type Arranging, type Check, checkWith } from '../../judgement/check.ts';
import { expectEqual, expectRefusal } from '../../judgement/expect.ts';
import type { Received } from '../../judgement/receiver.ts';
import { expectEncrypted, expectHexSignature, isHexSignature } from '../../predicates/deliveries.ts';
import { subscribe as createWebhook } from '../../steps/lawful-requests.ts';
import { names, textsOf } from '../../values/text.ts';
import { cause, type Subscription, statedKinds, subscribe } from './subscribe.ts';

const secretCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_.:!$&%#?@~ ';

/** Secrets of characters with only one encoding; some are longer than a block of SHA-512, which HMAC hashes first. */
const secrets = fc.oneof(textsOf(secretCharacters, 16, 64), textsOf(secretCharacters, 129, 200));

/** Secrets that are another key once they are tidied: trimmed, decoded, as a number, or cut to a block of SHA-512. */
const oddSecrets = [
  '  blanks at both ends  ',
  'c2VjcmV0LWluLWJhc2U2NA==',
  '00000000000000000042',
  'long '.repeat(40),
];

/** What may happen to a user: payslips and statements of people with all sorts of names. */
export const stories = fc.record({
  kind: fc.constantFrom(...statedKinds),
  name: fc
    .tuple(names, fc.constantFrom('', ' Núñez', ' Ødegård', ' Łęcki'))
    .map(([name, surname]) => `${name}${surname}`),
  include_payload: fc.constantFrom(true, true, false),
});

export type Story = { kind: (typeof statedKinds)[number]; name: string; include_payload: boolean };

export async function happen({ arrange }: Arranging, { kind, name }: Story): Promise<string> {
  const { user_id } = await arrange.createUser();
  if (kind === 'user-payroll-submitted')
    await arrange.createEntry(user_id, [{ identity_information: { name } }], null);
  else await arrange.createBankStatement(user_id, { account_information: { account_holder_name: name } });
  return user_id;
}

export const storyCheck = checkWith({ needs: ['users', 'entries', 'bank-statements', 'receiver'] });

export const asked = ({ kind, include_payload }: Story) => ({ events: [kind], config: { include_payload } });

export function expectSigned(delivery: Received, to: Subscription, secret: string, what = 'the signature') {
  const signed = (encoding: BufferEncoding): string =>
    createHmac('sha512', Buffer.from(secret, encoding)).update(delivery.raw).digest('hex');
  const signature = to.header(delivery, 'signature').toLowerCase();
  // In which encoding a secret is a key is open.
  const isOther = /[^ -~]/.test(secret) && [signed('utf16le'), signed('latin1')].includes(signature);
  if (!isOther) expectEqual(signature, signed('utf8'), what);
}

export function expectHex(delivery: Received, subscription: Subscription): void {
  const signature = subscription.header(delivery, 'signature');
  expectHexSignature(isHexSignature(signature), signature);
}

export const signatureChecks: readonly Check[] = [
  storyCheck('events.signature.hmac-of-raw-body', {
    given: fc.record({ story: stories, secrets: fc.uniqueArray(secrets, { minLength: 1, maxLength: 3 }) }),
    always: [{ story: { kind: statedKinds[0], name: 'Ada', include_payload: false }, secrets: oddSecrets }],
    effort: 0.6,
  }).by(async (ctx, { story, secrets }) => {
    const subscriptions: [string, Subscription][] = [];
    for (const signing_secret of secrets)
      subscriptions.push([signing_secret, await subscribe(ctx, { ...asked(story), signing_secret })]);
    const user_id = await happen(ctx, story);
    for (const [secret, subscription] of subscriptions)
      expectSigned(await subscription.next(user_id), subscription, secret);
  }),

  // A secret of other scripts may be refused.
  storyCheck('events.signature.hmac-of-raw-body', { law: true }).by(async (ctx) => {
    const signing_secret = 'Ключ-鍵-Łęcka-0001';
    const made = await createWebhook(ctx, { signing_secret });
    if (made.status >= 400) return void expectRefusal(made);
    const subscription = await subscribe(ctx, { signing_secret });
    const delivery = await subscription.next(await cause(ctx, 'user-payroll-submitted'));
    expectSigned(delivery, subscription, signing_secret);
  }),

  storyCheck('events.signature.lowercase-hex', {
    given: fc.record({ story: stories, signing_secret: secrets }),
    effort: 0.5,
  }).by(async (ctx, { story, signing_secret }) => {
    const subscription = await subscribe(ctx, { ...asked(story), signing_secret });
    expectHex(await subscription.next(await happen(ctx, story)), subscription);
  }),

  storyCheck('events.signature.after-encryption', {
    given: fc.record({ story: stories, signing_secret: secrets, encryption_key: encryptionKeys }),
    effort: 0.4,
  }).by(async (ctx, { story, signing_secret, encryption_key }) => {
    const subscription = await subscribe(ctx, { ...asked(story), signing_secret, encryption_key });
    const delivery = await subscription.next(await happen(ctx, story));
    expectSigned(delivery, subscription, signing_secret, 'the signature over the encrypted text');
    // A body that was not encrypted at all would have a signature over the body as well.
    expectEncrypted(delivery.raw.toString('utf8').trimStart().startsWith('{'));
  }),
];
