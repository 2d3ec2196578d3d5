import type { Points } from '../../../spec/profile.ts';
import type { WebhookRequest } from '../../../spec/types.ts';
import type { Context } from '../../check.ts';
import { eventually } from '../../eventually.ts';
import type { Reply } from '../../receiver/receiver.ts';
import { type AnyProbe, probe, seen, unknown } from '../probe.ts';
import { payslipOf } from './linked-user.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const taken = (status: number): boolean => status >= 200 && status <= 299;
const refused = (status: number): boolean => status >= 400 && status <= 499;

async function subscribe(
  { call, mark }: Context,
  webhook: Partial<WebhookRequest> = {},
): Promise<{ status: number; webhook_id: string }> {
  const { status, body } = await call('createWebhook', {
    body: {
      name: mark('webhook'),
      events: ['user-payroll-submitted'],
      url: 'https://receiver.example/hooks',
      config: { include_payload: true },
      ...webhook,
    },
  });
  return { status, webhook_id: (body as { webhook_id?: string } | undefined)?.webhook_id ?? '' };
}

const subscriptionProbes: readonly AnyProbe[] = [
  probe({
    point: 'webhooks.list.shape',
    needs: ['writes'],
    async learn(ctx) {
      await subscribe(ctx);
      const { body } = await ctx.call('listWebhooks');
      if (Array.isArray(body)) return seen('array');
      const { webhooks, pagination } = (body ?? {}) as { webhooks?: unknown; pagination?: unknown };
      if (!Array.isArray(webhooks)) return unknown('the list is neither an array nor under webhooks');
      return seen(pagination === undefined ? 'object' : 'paginated');
    },
  }),
  probe({
    point: 'webhooks.list.config',
    needs: ['writes'],
    async learn(ctx) {
      const { webhook_id } = await subscribe(ctx);
      const { body } = await ctx.call('listWebhooks');
      const list = (Array.isArray(body) ? body : (body as { webhooks?: unknown[] })?.webhooks) ?? [];
      const own = (list as Record<string, unknown>[]).find((one) => one['webhook_id'] === webhook_id);
      return own ? seen('config' in own ? 'shown' : 'hidden') : unknown('its own webhook is not in the list');
    },
  }),
  probe({
    point: 'webhooks.delete.response',
    needs: ['writes'],
    async learn(ctx) {
      const { webhook_id } = await subscribe(ctx);
      const { status, body, text } = await ctx.call('deleteWebhook', { path: { webhook_id } });
      if (status === 204 || (taken(status) && text === '')) return seen('empty');
      const { message } = (body ?? {}) as { message?: unknown };
      return taken(status) && typeof message === 'string' ? seen('message') : unknown(`it answers ${status}`);
    },
  }),
  probe({
    point: 'webhooks.delete.unknown-status',
    needs: ['writes'],
    async learn({ call }) {
      const { status } = await call('deleteWebhook', { path: { webhook_id: nobody } });
      return seen(status as Points['webhooks.delete.unknown-status']);
    },
  }),
  probe({
    point: 'webhooks.create.duplicate-name-status',
    needs: ['writes'],
    async learn(ctx) {
      const name = ctx.mark('same-name');
      await subscribe(ctx, { name });
      const { status } = await subscribe(ctx, { name });
      return seen(status as Points['webhooks.create.duplicate-name-status']);
    },
  }),
  probe({
    point: 'webhooks.create.unknown-event',
    needs: ['writes'],
    async learn(ctx) {
      const events = ['user-shoe-size-changed'] as unknown as WebhookRequest['events'];
      const { status } = await subscribe(ctx, { events });
      return taken(status)
        ? seen('accept')
        : refused(status)
          ? seen('reject')
          : unknown(`it answers ${status}`);
    },
  }),
  probe({
    point: 'webhooks.create.no-events',
    needs: ['writes'],
    async learn(ctx) {
      const { status } = await subscribe(ctx, { events: [] });
      return taken(status)
        ? seen('accept')
        : refused(status)
          ? seen('reject')
          : unknown(`it answers ${status}`);
    },
  }),
  probe({
    point: 'webhooks.create.url-schemes',
    needs: ['writes'],
    async learn(ctx) {
      const [secure, plain] = [
        await subscribe(ctx),
        await subscribe(ctx, { url: 'http://receiver.example/hooks' }),
      ];
      if (!taken(secure.status)) return unknown(`an https URL got ${secure.status}`);
      return seen(taken(plain.status) ? 'http-and-https' : 'https-only');
    },
  }),
];

const eventNeeds = ['users', 'entries', 'receiver'] as const;

/** One delivery of a payroll event to a subscription of its own, answered in a certain way. */
async function delivered(ctx: Context, webhook: Partial<WebhookRequest>, reply: Reply = 200) {
  const inbox = ctx.receiver.inbox();
  inbox.reply(reply);
  const { webhook_id, status } = await subscribe(ctx, { url: inbox.url, ...webhook });
  if (!taken(status)) throw new Error(`the subscription got ${status}`);
  const { user_id } = await ctx.arrange.createUser();
  await ctx.arrange.createEntry(user_id, [payslipOf(3)]);
  const delivery = await inbox.until('a delivery', () => true);
  return { delivery, webhook_id, inbox, user_id };
}

/** The state of a subscription's first delivery once an attempt was made. */
const stateOf = async (ctx: Context, webhookId: string): Promise<string | undefined> => {
  const [first] = await eventually(
    () => ctx.arrange.deliveries({ webhookId }),
    ([one]) => (one?.attempts.length ?? 0) > 0,
  );
  return first?.state;
};

const key = Buffer.alloc(32, 7).toString('base64');

const deliveryProbes: readonly AnyProbe[] = [
  probe({
    point: 'webhooks.delivery.success',
    needs: [...eventNeeds, 'deliveries'],
    async learn(ctx) {
      const outcome = async (reply: Reply): Promise<boolean> =>
        (await stateOf(ctx, (await delivered(ctx, {}, reply)).webhook_id)) === 'delivered';
      if (await outcome(500)) return seen('any-response');
      return seen((await outcome(204)) ? '2xx' : '200-only');
    },
  }),
  probe({
    point: 'webhooks.delivery.gone',
    needs: [...eventNeeds, 'deliveries'],
    async learn(ctx) {
      const { webhook_id } = await delivered(ctx, {}, 410);
      const state = await stateOf(ctx, webhook_id);
      const listed = (await ctx.call('listWebhooks')).text.includes(webhook_id);
      if (!listed) return seen('unsubscribe');
      return seen(state === 'pending' ? 'retry' : 'stop');
    },
  }),
  probe({
    point: 'webhooks.delivery.redirects',
    needs: [...eventNeeds, 'deliveries'],
    async learn(ctx) {
      const elsewhere = ctx.receiver.inbox();
      const { webhook_id } = await delivered(ctx, {}, { redirect: elsewhere.url });
      await stateOf(ctx, webhook_id);
      return seen(elsewhere.received.length > 0 ? 'follow' : 'refuse');
    },
  }),
  probe({
    point: 'webhooks.encryption.iv-bytes',
    needs: eventNeeds,
    async learn(ctx) {
      const { delivery } = await delivered(ctx, { encryption_key: key });
      const iv = delivery.headers[`x-${ctx.naming.vendor}-encryption-iv`];
      return iv === undefined ? unknown('no such header came') : seen(Buffer.from(iv, 'base64').length as 12);
    },
  }),
  probe({
    point: 'webhooks.encryption.content-type',
    needs: eventNeeds,
    async learn(ctx) {
      const { delivery } = await delivered(ctx, { encryption_key: key });
      const type = delivery.headers['content-type']?.split(';')[0]?.trim();
      return type === undefined ? unknown('no content type came') : seen(type as 'text/plain');
    },
  }),
];

/** The name under which an event's payload carries what arrived: that of its one array. */
function payloadKey(raw: Buffer): string | undefined {
  const { payload } = JSON.parse(raw.toString('utf8')) as { payload?: Record<string, unknown> };
  return Object.entries(payload ?? {}).find(([, value]) => Array.isArray(value))?.[0];
}

const eventProbes: readonly AnyProbe[] = [
  probe({
    point: 'events.bank-statement.payload-key',
    needs: ['users', 'bank-statements', 'receiver'],
    async learn(ctx) {
      const inbox = ctx.receiver.inbox();
      await subscribe(ctx, { url: inbox.url, events: ['user-bank-statement-submitted'] });
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.createBankStatement(user_id);
      const { raw } = await inbox.until('a bank statement event', (one) => one.raw.includes(user_id));
      const name = payloadKey(raw);
      return name === undefined ? unknown('the payload has no array') : seen(name);
    },
  }),
  probe({
    point: 'events.income.trigger',
    needs: ['users', 'income', 'entries', 'receiver'],
    async learn(ctx) {
      const inbox = ctx.receiver.inbox();
      const events: WebhookRequest['events'] = ['user-taxauth-data-submitted', 'user-payroll-submitted'];
      await subscribe(ctx, { url: inbox.url, events });
      const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
      await ctx.arrange.createIncome(user_id);
      await ctx.arrange.createEntry(user_id, [payslipOf(3)]);
      const own = (kind: string) => (one: { raw: Buffer }) =>
        one.raw.includes(user_id) && one.raw.includes(kind);
      await inbox.until('the payroll event that comes after it', own('user-payroll-submitted'));
      const kind = `user-${ctx.naming.authority}-data-submitted`;
      const came = await eventually(
        async () => inbox.received.some(own(kind)),
        (yes) => yes,
        300,
      );
      return seen(came ? 'new-income-submission' : 'never');
    },
  }),
  probe({
    point: 'events.income.payload-key',
    needs: ['users', 'income', 'receiver'],
    after: ['events.income.trigger'],
    async learn(ctx) {
      if (ctx.known['events.income.trigger'] === 'never') return unknown('the event is never emitted');
      const inbox = ctx.receiver.inbox();
      await subscribe(ctx, { url: inbox.url, events: ['user-taxauth-data-submitted'] });
      const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
      await ctx.arrange.createIncome(user_id);
      const { raw } = await inbox.until('an income event', (one) => one.raw.includes(user_id));
      const name = payloadKey(raw);
      return name === undefined ? unknown('the payload has no array') : seen(name);
    },
  }),
];

/** Subscriptions, deliveries and the bodies of events. */
export const webhookProbes: readonly AnyProbe[] = [...subscriptionProbes, ...deliveryProbes, ...eventProbes];
