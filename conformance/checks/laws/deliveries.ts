import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../spec/clauses.ts';
import { picked } from '../../../spec/json.ts';
import { type Check, type Context, checkWith } from '../../judgement/check.ts';
import { expectEqual, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { NotApplicable } from '../../judgement/failure.ts';
import type { Inbox, Received, Reply } from '../../judgement/receiver.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import { expectBase64 } from '../events/encryption.ts';
import { expectHex, expectSigned } from '../events/signature.ts';
import {
  cause,
  excerpt,
  nextBody,
  removeWebhook,
  type Subscription,
  subscribe,
  unsubscribing,
} from '../events/subscribe.ts';

const needs = ['users', 'entries', 'receiver'] as const;
const lawCheck = checkWith({ law: true, needs });

const signing_secret = 'a secret of every attempt';
const encryption_key = Buffer.alloc(32, 7).toString('base64');

/** The attempts at one delivery to a subscription, the first of which is refused. */
type Attempts = { readonly subscription: Subscription; readonly attempts: readonly Received[] };

/** Two subscriptions that refuse twice: one with a secret and a key, and one with neither and with its payload. */
const attemptsAt = (ctx: Context): Promise<{ sealed: Attempts; plain: Attempts }> =>
  ctx.shared('attempts', async ({ arrange }) => {
    const sealed = await subscribe(ctx, { signing_secret, encryption_key });
    const plain = await subscribe(ctx, { config: { include_payload: true } });
    for (const { inbox } of [sealed, plain]) inbox.reply(500, 500, 200);
    const user_id = await cause({ arrange }, 'user-payroll-submitted');
    for (const one of [sealed, plain]) await one.next(user_id);
    await arrange.moveClock({ by: 'P1D' });
    const attemptsOf = (subscription: Subscription): Attempts => {
      const isOf = (one: Received) => (subscription.read(one)?.['user_id'] ?? user_id) === user_id;
      return { subscription, attempts: subscription.inbox.received.filter(isOf) };
    };
    return { sealed: attemptsOf(sealed), plain: attemptsOf(plain) };
  });

type Judge = (attempt: Received, subscription: Subscription, first: JsonFields) => void;

const body = (attempt: Received, subscription: Subscription): JsonFields => {
  const read = subscription.read(attempt);
  expectThat(read !== undefined, 'a body that can be read', excerpt(attempt));
  return read;
};
const repeats =
  (...fields: readonly string[]): Judge =>
  (attempt, subscription, first) => {
    const shown = body(attempt, subscription);
    expectEqual(picked(shown, ...fields), picked(first, ...fields), 'what the first attempt said');
  };
const isSigned: Judge = (attempt, subscription) => expectSigned(attempt, subscription, signing_secret);
const isPost: Judge = (attempt, subscription) => {
  expectEqual(attempt.method, 'POST', 'the method');
  body(attempt, subscription);
};
const submissionsOf = ({ payload }: JsonFields) => fieldsOf(payload)['payroll_submissions'];
const hasSameSubmissions: Judge = (attempt, subscription, first) => {
  const isSame = isDeepStrictEqual(submissionsOf(body(attempt, subscription)), submissionsOf(first));
  expectThat(isSame, 'the submissions of the first attempt', excerpt(attempt));
};

const judges: readonly (readonly [ClauseId, 'sealed' | 'plain', Judge])[] = [
  ['events.signature.hmac-of-raw-body', 'sealed', isSigned],
  ['events.signature.after-encryption', 'sealed', isSigned],
  ['events.signature.lowercase-hex', 'sealed', expectHex],
  ['events.encryption.base64-body', 'sealed', expectBase64],
  ['events.encryption.decrypts', 'sealed', repeats('event', 'user_id', 'entry_id', 'account_id')],
  ['events.encryption.iv-header', 'sealed', (attempt, subscription) => void body(attempt, subscription)],
  ['events.delivery.json-post', 'plain', isPost],
  ['events.body.kind-user-and-time', 'plain', repeats('event', 'user_id')],
  ['events.body.entry-and-account', 'plain', repeats('entry_id', 'account_id')],
  ['events.payload.all-submissions', 'plain', hasSameSubmissions],
];

/** Law: attempts 2, 3 and so on are judged like the first. */
const attemptLaws = judges.map(([clause, which, judge]) =>
  lawCheck(clause, { needs: [...needs, 'clock'], exclusive: 'clock' }).by(async (ctx) => {
    const { subscription, attempts } = (await attemptsAt(ctx))[which];
    if (attempts.length < 2) throw new NotApplicable('no second attempt was made within a day');
    const first = subscription.read(attempts[0] as Received) ?? {};
    for (const attempt of attempts) judge(attempt, subscription, first);
  }),
);

/** Receivers beside which a healthy one has to be served: refusing, breaking off, and slow to refuse. */
const troubles: readonly Reply[] = [500, 'reset', { afterMs: 300, status: 503 }];

/** Law: a failing receiver takes nothing from a healthy one, whether that subscribed before or after it. */
const starvingLaw = lawCheck('events.routing.every-subscription').by(async (ctx) => {
  const early = await subscribe(ctx);
  const troubled: Inbox[] = [];
  for (const reply of troubles) {
    const { inbox } = await subscribe(ctx);
    inbox.reply(reply);
    troubled.push(inbox);
  }
  const late = await subscribe(ctx);
  for (const _ of troubles) {
    const user_id = await cause(ctx, 'user-payroll-submitted');
    for (const one of [early, late]) await nextBody(one, user_id);
  }
  for (const inbox of troubled) inbox.reply(200);
});

/** Law: a webhook that reuses the name of a deleted one has its own secret and key. */
const remadeLaws = (['events.signature.hmac-of-raw-body', 'events.encryption.decrypts'] as const).map(
  (clause) =>
    lawCheck(clause).by(async (ctx) => {
      const name = ctx.mark('events');
      const secrets = ['a first secret of this name', 'a second secret of this name'];
      let isFree = false;
      for (const [at, signing_secret] of secrets.entries()) {
        const key = clause.includes('encryption') && { encryption_key: keyOf(at) };
        const own = { name, signing_secret, ...key };
        const subscription = await subscribe(ctx, own).catch((error: unknown) => {
          // That a deleted name is free again has a clause of its own.
          throw isFree ? new NotApplicable('a name that was deleted stays taken here') : error;
        });
        const delivery = await subscription.next(await cause(ctx, 'user-payroll-submitted'));
        expectSigned(delivery, subscription, signing_secret, `the signature of the webhook ${name}`);
        body(delivery, subscription);
        const gone = await removeWebhook(ctx, subscription.webhook_id);
        expectSuccess(gone, undefined, 'for the webhook just created');
        isFree = true;
      }
    }),
);
const keyOf = (byte: number): string => Buffer.alloc(32, byte + 1).toString('base64');

export const deliveryLaws: readonly Check[] = [...attemptLaws, starvingLaw, ...remadeLaws].map(unsubscribing);
