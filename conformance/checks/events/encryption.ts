import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import { picked } from '../../../spec/json.ts';
import { decodeBase64, decrypt, headerNames, headerOf } from '../../../spec/webhooks/seal.ts';
import { encryptionKeys } from '../../arbitraries/webhooks.ts';
import type { Check, Context } from '../../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat } from '../../judgement/expect.ts';
import type { Received } from '../../judgement/receiver.ts';
import { expectBase64Body } from '../../predicates/deliveries.ts';
import { tagBytes, tagOf } from '../../predicates/gcm-tag.ts';
import { newWebhook } from '../../steps/lawful-requests.ts';
import type { JsonFields } from '../../target/read-json.ts';
import { asked, happen, type Story, stories, storyCheck } from './signature.ts';
import { cause, excerpt, nextBody, subscribe } from './subscribe.ts';

/** Makes a story happen with two subscriptions to its event: one with a key, and one without. */
async function sealed(ctx: Context, story: Story, key: string) {
  const plain = await subscribe(ctx, asked(story));
  const subscription = await subscribe(ctx, { ...asked(story), encryption_key: key });
  const user_id = await happen(ctx, story);
  const delivery = await subscription.next(user_id);
  return { subscription, delivery, user_id, plain, key, kind: story.kind };
}

const sealedCheck = (
  clause: ClauseId,
  effort: number,
  judge: (of: Awaited<ReturnType<typeof sealed>>, ctx: Context) => unknown,
): Check => {
  const uses = clause === 'events.encryption.iv-header' ? (['webhooks.encryption.iv-bytes'] as const) : [];
  return storyCheck(clause, { uses, given: sealedStories, effort }).by(
    async (ctx, { story, key }) => void (await judge(await sealed(ctx, story, key), ctx)),
  );
};

export function expectBase64(delivery: Received): void {
  const text = delivery.raw.toString('latin1');
  expectBase64Body(text !== '' && decodeBase64(text) !== undefined, excerpt(delivery));
}

const stated = (body: JsonFields) => picked(body, 'event', 'user_id', 'entry_id', 'account_id', 'payload');

/** Bytes whose two spellings differ: in both alphabets' own letters, and by the padding of 32 bytes. */
const keyBytes = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Uint8Array.of(0xfb, 0xff, 0xbf, ...bytes.subarray(3)));

const sealedStories = fc.record({ story: stories, key: encryptionKeys });

export const encryptionChecks: readonly Check[] = [
  sealedCheck('events.encryption.base64-body', 0.4, ({ delivery }) => expectBase64(delivery)),

  storyCheck('events.encryption.other-spellings', {
    given: fc.record({ bytes: keyBytes, spelling: fc.constantFrom('base64url', 'unpadded') }),
    effort: 0.3,
  }).by(async (ctx, { bytes, spelling }) => {
    const usual = Buffer.from(bytes).toString('base64');
    const other =
      spelling === 'unpadded' ? usual.replace(/={1,2}$/, '') : Buffer.from(bytes).toString('base64url');
    // The usual spelling of the same key is accepted, so a refusal is about the spelling.
    await subscribe(ctx, { encryption_key: usual });
    const inbox = ctx.receiver.inbox();
    const body = newWebhook(ctx, { events: ['user-payroll-submitted'], url: inbox.url });
    const answer = await ctx.call('createWebhook', { body: { ...body, encryption_key: other } });
    if (answer.status !== 201) return void expectRefusal(answer);
    const { webhook_id } = expectSuccess(answer, 201);
    const user_id = await cause(ctx, 'user-payroll-submitted');
    const names = headerNames(ctx.naming.vendor);
    const opens = ({ raw, headers }: Received): boolean => {
      try {
        const iv = headerOf(headers, names.encryptionIv) ?? '';
        return JSON.parse(decrypt(raw, iv, usual).toString('utf8')).user_id === user_id;
      } catch {
        return false;
      }
    };
    await inbox.until(`a delivery that the 32 bytes of ${other} decrypt`, opens);
    await ctx.call('deleteWebhook', { path: { webhook_id } });
  }),

  sealedCheck('events.encryption.decrypts', 0.6, async ({ subscription, delivery, user_id, plain, kind }) => {
    const body = subscription.read(delivery);
    const expected = 'a body that decrypts to JSON with AES-256-GCM under its key and vector';
    expectThat(body !== undefined, expected, excerpt(delivery));
    // The time may be that of the delivery, and unstated fields may differ too.
    expectEqual(stated(body), stated(await nextBody(plain, user_id, kind)), 'the decrypted body');
  }),

  sealedCheck('events.encryption.tag-last', 0.4, ({ subscription, delivery, key }) => {
    const iv = Buffer.from(subscription.header(delivery, 'encryptionIv'), 'base64');
    const bytes = Buffer.from(delivery.raw.toString('latin1'), 'base64');
    const tag = tagOf(bytes.subarray(0, -tagBytes), Buffer.from(key, 'base64'), iv)?.toString('hex');
    expectEqual(bytes.subarray(-tagBytes).toString('hex'), tag, 'the last 16 bytes, the tag,');
  }),

  sealedCheck('events.encryption.iv-header', 0.4, ({ subscription, delivery }, ctx) => {
    const iv = subscription.header(delivery, 'encryptionIv');
    const bytes = decodeBase64(iv);
    expectThat(bytes !== undefined && bytes.length > 0, 'a vector in Base64', iv);
    const length = ctx.known['webhooks.encryption.iv-bytes'];
    if (length !== undefined) expectEqual(bytes.length, length, 'the bytes of the vector');
    const isRead = subscription.read(delivery) !== undefined;
    expectThat(isRead, 'the vector with which its delivery decrypts', `${iv}, with which it does not`);
  }),

  storyCheck('events.encryption.fresh-iv', {
    given: fc.record({ told: fc.array(stories, { minLength: 4, maxLength: 6 }), key: encryptionKeys }),
    effort: 0.2,
  }).by(async (ctx, { told, key }) => {
    const wishes = { events: [...new Set(told.map(({ kind }) => kind))], encryption_key: key };
    const subscriptions = [await subscribe(ctx, wishes), await subscribe(ctx, wishes)];
    for (const story of told) await happen(ctx, story);
    const bodies = new Map<string, string>();
    for (const subscription of subscriptions) {
      const all = await subscription.inbox.untilCount(told.length, 'encrypted deliveries', () => true);
      for (const delivery of all) {
        const iv = subscription.header(delivery, 'encryptionIv');
        const body = delivery.raw.toString('latin1');
        // Sending the very same delivery again reveals nothing.
        expectThat((bodies.get(iv) ?? body) === body, 'a vector that was not used before', iv);
        bodies.set(iv, body);
      }
    }
  }),
];
