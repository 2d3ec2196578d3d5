import fc from 'fast-check';
import type { Webhook, WebhookRequest } from '../../spec/types.ts';
import {
  encryptionKeys,
  eventKinds,
  receiverUrls,
  signingSecrets,
  wrongKeys,
} from '../arbitraries/webhooks.ts';
import { type Check, check } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { answerCheck, expectLaw, expectLawUnlessRefused } from '../predicates/laws.ts';
import { expectNoKey, expectNoSecret, webhooksIn } from '../predicates/webhooks.ts';
import { newWebhook, subscribe } from '../steps/lawful-requests.ts';
import { specials } from '../values/table.ts';
import { names } from '../values/text.ts';
import { isAbout, removeWebhook as remove } from './events/subscribe.ts';
import { listedIds } from './model/client.ts';
import { wrongBodyChecks } from './wrong-bodies.ts';

const config = fc.record({ include_payload: fc.boolean() });
const anyKey = Buffer.alloc(32, 7).toString('base64');
const brokenKeys = [`*${anyKey}`, `${anyKey.slice(0, 20)}!${anyKey.slice(20)}`];
const secrets = fc.record(
  { signing_secret: signingSecrets, encryption_key: encryptionKeys, config },
  { requiredKeys: [] },
) as fc.Arbitrary<Pick<WebhookRequest, 'signing_secret' | 'encryption_key' | 'config'>>;

const bothSecrets = fc.record({ signing_secret: signingSecrets, encryption_key: encryptionKeys });

export const webhookChecks: readonly Check[] = [
  check('webhooks.create.answer', { given: secrets, effort: 0.4 }).by(async (ctx, given) => {
    const answer = await subscribe(ctx, given);
    const { webhook_id } = expectSuccess(answer, 201);
    expectLaw('webhooks.create.answer', answer);
    const other = expectSuccess(await subscribe(ctx, given), 201);
    expectThat(other.webhook_id !== webhook_id, 'an id of its own', 'that of another webhook', answer);
  }),

  answerCheck(
    'webhooks.create.echo',
    { given: fc.record({ name: names, url: receiverUrls }), effort: 0.3 },
    (ctx, { name, url }) => subscribe(ctx, { name: `${ctx.mark()} ${name}`, url }),
    201,
  ),
  check('webhooks.create.echo').by(async (ctx) => {
    // Blanks at the ends and the normal form may be tidied.
    for (const text of [...specials.texts, ...specials.oddTexts.slice(0, 3)]) {
      const name = `${text} ${ctx.mark()} ${text}`.trim();
      expectLawUnlessRefused('webhooks.create.echo', await subscribe(ctx, { name }));
    }
  }),
  // A webhook under the name of a deleted one is what its own request says.
  check('webhooks.create.echo', { law: true }).by(async (ctx) => {
    const name = ctx.mark();
    for (const path of ['one', 'two', 'one']) {
      const answer = await subscribe(ctx, { name, url: `https://receiver.invalid/${path}` });
      if (path === 'two' && answer.status >= 400) throw new NotApplicable('a deleted name stays taken here');
      expectLaw('webhooks.create.echo', answer);
      await remove(ctx, expectSuccess(answer, 201).webhook_id);
    }
  }),

  answerCheck('webhooks.create.keeps-to-itself', { given: bothSecrets, effort: 0.4 }, subscribe, 201),
  answerCheck(
    'webhooks.create.five-fields-only',
    { given: secrets, always: [{ config: { include_payload: true } }], effort: 0.3 },
    subscribe,
    201,
  ),

  check('webhooks.create.each-kind', {
    given: fc.shuffledSubarray([...eventKinds], { minLength: 1 }),
    effort: 0.7,
  }).by(async (ctx, events) => {
    const answer = await subscribe(ctx, { events });
    const shown = expectSuccess(answer, 201, `for ${events.join(', ')}`);
    expectEqual([...shown.events].sort(), [...events].sort(), 'the events', answer);
    // Gone at once, since the events of all other checks would be sent to it.
    await remove(ctx, shown.webhook_id);
  }),

  check('webhooks.create.secrets-optional', { given: bothSecrets, effort: 0.2 }).by(async (ctx, both) => {
    const { signing_secret, encryption_key } = both;
    for (const given of [{}, { signing_secret }, { encryption_key }, both]) {
      const names = Object.keys(given).join(' and ') || 'neither';
      expectSuccess(await subscribe(ctx, given), 201, `with ${names}`);
    }
  }),

  check('webhooks.create.name-unique', {
    uses: ['webhooks.create.duplicate-name-status'],
    given: fc.record({ name: names, url: receiverUrls }),
    effort: 0.4,
  }).by(async (ctx, { name, url }) => {
    const taken = `${ctx.mark()} ${name}`;
    expectTwin(await subscribe(ctx, { name: taken }), [201]);
    const named = async () =>
      webhooksIn(await ctx.call('listWebhooks')).filter((one) => one['name'] === taken);
    const before = await named();
    const status = ctx.known['webhooks.create.duplicate-name-status'];
    expectRefusal(await subscribe(ctx, { name: taken, url }), { status }, 'for a name that is taken');
    expectEqual(await named(), before, 'the webhooks of that name');
    expectTwin(await subscribe(ctx, { name: `${ctx.mark()} ${name}`, url }), [201]);
  }),

  check('webhooks.create.key-of-32-bytes', {
    given: fc.record({ right: encryptionKeys, wrong: wrongKeys }),
    always: brokenKeys.map((wrong) => ({ right: anyKey, wrong })),
  }).by(async (ctx, { right, wrong }) => {
    expectTwin(await subscribe(ctx, { encryption_key: right }), [201]);
    expectRefusal(await subscribe(ctx, { encryption_key: wrong }));
  }),

  ...wrongBodyChecks('createWebhook', {
    missing: 'webhooks.create.missing-field-named',
    illTyped: 'webhooks.create.ill-typed',
    request: async (ctx) => ({
      body: newWebhook(ctx, { signing_secret: 'a secret', encryption_key: anyKey }),
    }),
  }),

  check('webhooks.list.current', {
    points: ['webhooks.list.shape'],
    given: fc.integer({ min: 1, max: 3 }),
    effort: 0.3,
  }).by(async (ctx, count) => {
    const made: Webhook[] = [];
    for (let n = 0; n < count; n++) made.push(expectSuccess(await subscribe(ctx), 201));
    const answer = await ctx.call('listWebhooks');
    const listed = listedIds(answer);
    for (const { webhook_id, name } of made) {
      const times = listed.filter((id) => id === webhook_id).length;
      expectEqual(times, 1, `how often the webhook ${name} is listed`, answer);
    }
  }),

  check('webhooks.list.no-encryption-key', { needs: ['writes'], given: encryptionKeys, effort: 0.3 }).by(
    async (ctx, encryption_key) => {
      expectSuccess(await subscribe(ctx, { encryption_key }), 201);
      const answer = await ctx.call('listWebhooks');
      expectSuccess(answer, 200);
      expectNoKey(encryption_key, answer);
    },
  ),

  check('webhooks.list.no-signing-secret', { given: signingSecrets, effort: 0.3 }).by(
    async (ctx, signing_secret) => {
      const encryption_key = Buffer.alloc(32, signing_secret.length).toString('base64');
      const wishes = { name: ctx.mark(), signing_secret, encryption_key };
      const made = await subscribe(ctx, wishes);
      const { webhook_id } = expectSuccess(made, 201);
      const answers = [
        made,
        await ctx.call('listWebhooks'),
        await subscribe(ctx, wishes),
        await subscribe(ctx, { ...wishes, name: ctx.mark(), encryption_key: 'short' }),
        await remove(ctx, webhook_id),
      ];
      for (const answer of answers) expectNoSecret(answer, [signing_secret]);
    },
  ),

  check('webhooks.delete.removes', { points: ['webhooks.list.shape'] }).by(async (ctx) => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(expectSuccess(await subscribe(ctx), 201).webhook_id);
    const [first, gone = '', last] = ids;
    expectSuccess(await remove(ctx, gone));
    const answer = await ctx.call('listWebhooks');
    const listed = listedIds(answer);
    const left = ids.filter((id) => listed.includes(id));
    expectEqual(left, [first, last], 'those of its own webhooks that are listed', answer);
  }),

  check('webhooks.delete.stops-deliveries', {
    needs: ['receiver', 'users', 'entries', 'bank-statements'],
    uses: ['webhooks.create.url-schemes'],
  }).by(async (ctx) => {
    const events = ['user-payroll-submitted', 'user-bank-statement-submitted'] as const;
    const deleted = ctx.receiver.inbox();
    const kept = ctx.receiver.inbox();
    const make = async (url: string): Promise<string> =>
      expectSuccess(await subscribe(ctx, { url, events: [...events] }), 201).webhook_id;
    const gone = await make(deleted.url);
    await make(kept.url);
    const early = (await ctx.arrange.createUser()).user_id;
    await ctx.arrange.createEntry(early, [{}]);
    await deleted.until('a delivery before the webhook is deleted', isAbout(early));
    expectSuccess(await remove(ctx, gone));
    const late = (await ctx.arrange.createUser()).user_id;
    await ctx.arrange.createEntry(late, [{}]);
    await ctx.arrange.createBankStatement(late);
    await kept.untilCount(2, 'deliveries to the webhook that stays', isAbout(late));
    // A later event has come in by then, so that what was under way to the deleted one would be there too.
    await ctx.arrange.createEntry(early, [{}]);
    await kept.untilCount(2, 'a later delivery to the webhook that stays', isAbout(early));
    const came = deleted.received.filter(isAbout(late)).length;
    expectEqual(came, 0, 'the number of deliveries to the deleted webhook');
  }),
  check('webhooks.delete.no-trace', { law: true }).by(async (ctx) => {
    const name = ctx.mark('webhook');
    for (const why of ['', 'for the name of a deleted webhook']) {
      const { webhook_id } = expectSuccess(await subscribe(ctx, { name }), 201, why);
      expectSuccess(await remove(ctx, webhook_id));
    }
    const { text } = await ctx.call('listWebhooks');
    expectThat(!text.includes(name), 'no webhook of that name in the list', text.slice(0, 200));
  }),
];
