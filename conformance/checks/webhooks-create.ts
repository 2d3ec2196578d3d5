import fc from 'fast-check';
import type { WebhookRequest } from '../../spec/types.ts';
import { names } from '../arbitraries/text.ts';
import {
  encryptionKeys,
  eventKinds,
  receiverUrls,
  signingSecrets,
  wrongKeys,
} from '../arbitraries/webhooks.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { newWebhook, subscribe } from '../steps/subscribing.ts';

const secrets = fc.record(
  { signing_secret: signingSecrets, encryption_key: encryptionKeys },
  { requiredKeys: [] },
) as fc.Arbitrary<Pick<WebhookRequest, 'signing_secret' | 'encryption_key'>>;

/** For each field, values of other JSON types. */
const illTyped: Readonly<Record<string, readonly unknown[]>> = {
  name: [42, true, {}, ['webhook']],
  events: ['user-payroll-submitted', 42, {}, [42], [{}], [['user-payroll-submitted']]],
  url: [42, true, {}, ['https://receiver.invalid/hooks']],
  signing_secret: [42, true, {}, ['secret']],
  encryption_key: [42, true, {}, [Buffer.alloc(32, 7).toString('base64')]],
  config: ['payload', 42, [true], { include_payload: 'perhaps' }, { include_payload: 42 }],
};

export const webhookCreationChecks: readonly Check[] = [
  check({
    clause: 'webhooks.create.answer',
    given: secrets,
    effort: 0.4,
    property: async (ctx, given) => {
      const before = await ctx.moment();
      const answer = await subscribe(ctx, given);
      const after = await ctx.moment();
      const { webhook_id, created_at } = expectSuccess(answer, 201);
      expectShape(answer, (place) => place === '' || place === 'webhook_id' || place === 'created_at');
      const at = Date.parse(created_at);
      expectThat(at >= before.from && at <= after.to, 'the time of its creation', created_at, answer);
      const other = expectSuccess(await subscribe(ctx, given), 201);
      expectThat(other.webhook_id !== webhook_id, 'an id of its own', 'that of another webhook', answer);
    },
  }),

  check({
    clause: 'webhooks.create.echo',
    given: fc.record({ name: names, url: receiverUrls }),
    effort: 0.6,
    property: async (ctx, { name, url }) => {
      const sent = newWebhook(ctx, { name: `${ctx.mark()} ${name}`, url });
      const answer = await ctx.call('createWebhook', { body: sent });
      const shown = expectSuccess(answer, 201);
      expectEqual(shown.name, sent.name, 'the name', answer);
      expectEqual([...shown.events].sort(), [...sent.events].sort(), 'the events', answer);
      expectEqual(shown.url, sent.url, 'the URL', answer);
    },
  }),

  check({
    clause: 'webhooks.create.keeps-to-itself',
    given: fc.record({ signing_secret: signingSecrets, encryption_key: encryptionKeys }),
    effort: 0.4,
    property: async (ctx, given) => {
      const answer = await subscribe(ctx, given);
      const shown = Object.keys(expectSuccess(answer, 201));
      const secret = shown.filter((name) => ['signing_secret', 'encryption_key', 'config'].includes(name));
      expectEqual(secret, [], 'the fields that are to be kept back', answer);
      const told = Object.values(given).filter((value) => answer.text.includes(value));
      expectEqual(told, [], 'the secrets that the answer tells', answer);
    },
  }),

  check({
    clause: 'webhooks.create.five-fields-only',
    given: secrets,
    effort: 0.3,
    property: async (ctx, given) => {
      const answer = await subscribe(ctx, given);
      const shown = Object.keys(expectSuccess(answer, 201)).sort();
      expectEqual(shown, ['created_at', 'events', 'name', 'url', 'webhook_id'], 'the fields', answer);
    },
  }),

  check({
    clause: 'webhooks.create.each-kind',
    given: fc.shuffledSubarray([...eventKinds], { minLength: 1 }),
    effort: 0.7,
    property: async (ctx, events) => {
      const answer = await subscribe(ctx, { events });
      const shown = expectSuccess(answer, 201, `for ${events.join(', ')}`);
      expectEqual([...shown.events].sort(), [...events].sort(), 'the events', answer);
      // Gone at once, since the events of all other checks would be sent to it.
      await ctx.call('deleteWebhook', { path: { webhook_id: shown.webhook_id } });
    },
  }),

  check({
    clause: 'webhooks.create.secrets-optional',
    given: fc.record({ secret: signingSecrets, key: encryptionKeys }),
    effort: 0.2,
    property: async (ctx, { secret, key }) => {
      const combinations = [
        {},
        { signing_secret: secret },
        { encryption_key: key },
        { signing_secret: secret, encryption_key: key },
      ];
      for (const given of combinations)
        expectSuccess(
          await subscribe(ctx, given),
          201,
          `with ${Object.keys(given).join(' and ') || 'neither'}`,
        );
    },
  }),

  check({
    clause: 'webhooks.create.name-unique',
    uses: ['webhooks.create.duplicate-name-status'],
    given: fc.record({ name: names, url: receiverUrls }),
    effort: 0.4,
    property: async (ctx, { name, url }) => {
      const taken = `${ctx.mark()} ${name}`;
      expectTwin(await subscribe(ctx, { name: taken }), [201]);
      const status = ctx.known['webhooks.create.duplicate-name-status'];
      expectRefusal(await subscribe(ctx, { name: taken, url }), { status }, 'for a name that is taken');
      expectTwin(await subscribe(ctx, { name: `${ctx.mark()} ${name}`, url }), [201]);
    },
  }),

  check({
    clause: 'webhooks.create.key-of-32-bytes',
    given: fc.record({ right: encryptionKeys, wrong: wrongKeys }),
    property: async (ctx, { right, wrong }) => {
      expectTwin(await subscribe(ctx, { encryption_key: right }), [201]);
      expectRefusal(await subscribe(ctx, { encryption_key: wrong }));
    },
  }),

  check({
    clause: 'webhooks.create.missing-field-named',
    points: ['requests.required.createWebhook'],
    scenario: async (ctx) => {
      const required = ctx.points['requests.required.createWebhook'];
      if (required.length === 0) throw new NotApplicable('this deployment requires no field of a webhook');
      expectTwin(await subscribe(ctx), [201]);
      for (const field of required) {
        const { [field]: _, ...rest } = newWebhook(ctx);
        expectRefusal(await ctx.call('createWebhook', { json: rest }), { status: 400, names: [field] });
      }
    },
  }),

  check({
    clause: 'webhooks.create.ill-typed',
    scenario: async (ctx) => {
      expectTwin(await subscribe(ctx), [201]);
      for (const [field, values] of Object.entries(illTyped))
        for (const value of values) {
          const json = { ...newWebhook(ctx), [field]: value };
          expectRefusal(await ctx.call('createWebhook', { json }));
        }
    },
  }),
];
