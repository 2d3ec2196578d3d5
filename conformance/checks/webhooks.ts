import fc from 'fast-check';
import type { Points } from '../../spec/profile.ts';
import { encryptionKeys, signingSecrets } from '../arbitraries/webhooks.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectSuccess, expectThat } from '../expect.ts';
import { CannotArrange } from '../failure.ts';
import { subscribe } from '../steps/subscribing.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { webhookCreationChecks } from './webhooks-create.ts';

type Listed = { webhook_id?: string; name?: string; url?: string };

/** The webhooks of a list, by the shape that the deployment gives it. */
function webhooksOf(answer: ServiceResponse<'listWebhooks'>, shape: Points['webhooks.list.shape']): Listed[] {
  expectSuccess(answer, 200);
  const body = answer.body as { webhooks?: Listed[]; pagination?: { count: number; total_count: number } };
  const list = shape === 'array' ? (answer.body as Listed[]) : body.webhooks;
  expectThat(Array.isArray(list), 'a list of webhooks', answer.text.slice(0, 200), answer);
  const { count = 0, total_count = 0 } = body.pagination ?? {};
  if (shape === 'paginated' && total_count > count)
    throw new CannotArrange(`the list shows ${count} of ${total_count} webhooks, and no way to the others`);
  return list;
}

const remove = ({ call }: Pick<Context, 'call'>, webhook_id: string) =>
  call('deleteWebhook', { path: { webhook_id } });

const listChecks: readonly Check[] = [
  check({
    clause: 'webhooks.list.current',
    points: ['webhooks.list.shape'],
    given: fc.integer({ min: 1, max: 3 }),
    effort: 0.3,
    property: async (ctx, count) => {
      const made: Listed[] = [];
      for (let n = 0; n < count; n++) made.push(expectSuccess(await subscribe(ctx), 201));
      const answer = await ctx.call('listWebhooks');
      const listed = webhooksOf(answer, ctx.points['webhooks.list.shape']);
      for (const { webhook_id, name } of made) {
        const times = listed.filter((one) => one.webhook_id === webhook_id).length;
        expectEqual(times, 1, `how often the webhook ${name} is listed`, answer);
      }
    },
  }),

  check({
    clause: 'webhooks.list.no-encryption-key',
    needs: ['writes'],
    given: encryptionKeys,
    effort: 0.3,
    property: async (ctx, encryption_key) => {
      expectSuccess(await subscribe(ctx, { encryption_key }), 201);
      const answer = await ctx.call('listWebhooks');
      expectSuccess(answer, 200);
      // A slash may be written with a backslash before it, and a key in another alphabet is as readable.
      const text = answer.text.replaceAll('\\/', '/');
      const bytes = Buffer.from(encryption_key, 'base64');
      const forms = [encryption_key, bytes.toString('base64url'), bytes.toString('hex')];
      const told = forms.find((form) => text.toLowerCase().includes(form.toLowerCase()));
      expectThat(told === undefined, 'a list without encryption keys', `one with ${told}`, answer);
    },
  }),

  check({
    clause: 'webhooks.list.no-signing-secret',
    given: signingSecrets,
    effort: 0.3,
    property: async (ctx, signing_secret) => {
      const name = ctx.mark();
      const encryption_key = Buffer.alloc(32, signing_secret.length).toString('base64');
      const wishes = { name, signing_secret, encryption_key };
      const made = await subscribe(ctx, wishes);
      const { webhook_id } = expectSuccess(made, 201);
      const answers = [
        made,
        await ctx.call('listWebhooks'),
        await subscribe(ctx, wishes),
        await subscribe(ctx, { ...wishes, name: ctx.mark(), encryption_key: 'short' }),
        await remove(ctx, webhook_id),
      ];
      for (const answer of answers)
        expectThat(!answer.text.includes(signing_secret), 'no answer with the secret', answer.text, answer);
    },
  }),

  check({
    clause: 'webhooks.delete.removes',
    points: ['webhooks.list.shape'],
    scenario: async (ctx) => {
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push(expectSuccess(await subscribe(ctx), 201).webhook_id);
      const [first, gone = '', last] = ids;
      expectSuccess(await remove(ctx, gone));
      const answer = await ctx.call('listWebhooks');
      const listed = webhooksOf(answer, ctx.points['webhooks.list.shape']).map((one) => one.webhook_id);
      const left = ids.filter((id) => listed.includes(id));
      expectEqual(left, [first, last], 'those of its own webhooks that are listed', answer);
    },
  }),

  check({
    clause: 'webhooks.delete.stops-deliveries',
    needs: ['receiver', 'users', 'entries', 'bank-statements'],
    uses: ['webhooks.create.url-schemes'],
    scenario: async (ctx) => {
      const events = ['user-payroll-submitted', 'user-bank-statement-submitted'] as const;
      const [deleted, kept] = [ctx.receiver.inbox(), ctx.receiver.inbox()];
      const make = async (url: string): Promise<string> =>
        expectSuccess(await subscribe(ctx, { url, events: [...events] }), 201).webhook_id;
      const [gone] = [await make(deleted.url), await make(kept.url)];
      const about = (user_id: string) => (one: { raw: Buffer }) => one.raw.includes(user_id);

      const early = (await ctx.arrange.createUser()).user_id;
      await ctx.arrange.createEntry(early, [{}]);
      await deleted.until('a delivery before the webhook is deleted', about(early));

      expectSuccess(await remove(ctx, gone));
      const late = (await ctx.arrange.createUser()).user_id;
      await ctx.arrange.createEntry(late, [{}]);
      await ctx.arrange.createBankStatement(late);
      await kept.untilCount(2, 'deliveries to the webhook that stays', about(late));
      // A later event has come in by then, so that what was under way to the deleted one would be there too.
      await ctx.arrange.createEntry(early, [{}]);
      await kept.untilCount(2, 'a later delivery to the webhook that stays', about(early));
      const came = deleted.received.filter(about(late)).length;
      expectEqual(came, 0, 'the number of deliveries to the deleted webhook');
    },
  }),
];

/** The clauses about webhook subscriptions: creating, listing and deleting them. */
export const webhookChecks: readonly Check[] = [...webhookCreationChecks, ...listChecks];
