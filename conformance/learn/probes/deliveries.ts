import type { WebhookRequest } from '../../../spec/types.ts';
import type { Context } from '../../check.ts';
import { eventually } from '../../eventually.ts';
import { CannotArrange, Failure } from '../../failure.ts';
import type { Inbox, Received, Reply } from '../../receiver/receiver.ts';
import { payslipOf } from '../../steps/linked-user.ts';
import { type AnyProbe, probe, seen, unknown } from '../probe.ts';
import { subscribeInbox } from './subscribe.ts';

const needs = ['users', 'entries', 'receiver'] as const;

/** How long the suite waits for a second request where the deployment cannot say that none will come. */
const shortlyMs = 1000;

type Delivered = { delivery: Received; webhook_id: string; inbox: Inbox };

/** One delivery of a payroll event to a subscription of its own, answered in a certain way. */
async function delivered(
  ctx: Context,
  webhook: Partial<WebhookRequest>,
  reply: Reply = 200,
): Promise<Delivered> {
  const { inbox, webhook_id } = await subscribeInbox(ctx, webhook, reply);
  const { user_id } = await ctx.arrange.createUser();
  await ctx.arrange.createEntry(user_id, [payslipOf(3)]);
  return { delivery: await inbox.until('a delivery', () => true), webhook_id, inbox };
}

type Sequel = 'delivered' | 'pending' | 'failed';

/** What the deployment makes of an attempt that was made; undefined where it cannot be asked. */
async function statedSequel(ctx: Context, { webhook_id }: Delivered): Promise<Sequel | undefined> {
  try {
    const [first] = await eventually(
      () => ctx.arrange.deliveries({ webhookId: webhook_id }),
      ([one]) => (one?.attempts.length ?? 0) > 0,
    );
    return first?.state;
  } catch (error) {
    if (error instanceof CannotArrange) return undefined;
    throw error;
  }
}

/** What follows an answer: as the deployment says, else pending when the same delivery comes once more in time. */
async function sequel(ctx: Context, reply: Reply): Promise<Sequel | undefined> {
  const made = await delivered(ctx, {}, reply);
  return (await statedSequel(ctx, made)) ?? (await triedAgain(made));
}

async function triedAgain({ inbox, delivery }: Delivered): Promise<'pending' | undefined> {
  const { timestamp, entry_id } = JSON.parse(delivery.raw.toString('utf8'));
  const isSame = (one: Received): boolean =>
    one.raw.includes(String(entry_id)) && one.raw.includes(String(timestamp));
  try {
    await inbox.untilCount(2, 'a second attempt', isSame);
    return 'pending';
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const unseen = 'no second attempt came in time after a 500; what becomes of deliveries would tell';

/** How deliveries are judged, repeated and protected, as far as a receiver can see. */
export const deliveryProbes: readonly AnyProbe[] = [
  probe('webhooks.delivery.success', { needs }, async (ctx) => {
    const [afterError, afterNoContent] = await Promise.all([sequel(ctx, 500), sequel(ctx, 204)]);
    if (afterError === 'delivered') return seen('any-response');
    if (afterError === undefined) return unknown(unseen);
    // Where the deployment does not state the result: a 500 brought a second attempt and the 204 did not, so it counts as success.
    return seen(afterNoContent === 'delivered' || afterNoContent === undefined ? '2xx' : '200-only');
  }),
  probe('webhooks.delivery.gone', { needs }, async (ctx) => {
    const [afterError, gone] = await Promise.all([sequel(ctx, 500), delivered(ctx, {}, 410)]);
    if (afterError === undefined) return unknown(unseen);
    if (afterError !== 'pending')
      return unknown(`nothing follows a 500 either (it is ${afterError} at once)`);
    const state = (await statedSequel(ctx, gone)) ?? (await triedAgain(gone)) ?? 'failed';
    if (state !== 'failed') return state === 'pending' ? seen('retry') : unknown(`it is ${state}`);
    const isListed = async (): Promise<boolean> =>
      (await ctx.call('listWebhooks')).text.includes(gone.webhook_id);
    const listed = await eventually(isListed, (yes) => !yes, shortlyMs / 2);
    return seen(listed ? 'stop' : 'unsubscribe');
  }),
  probe('webhooks.delivery.redirects', { needs }, async (ctx) => {
    const elsewhere = ctx.receiver.inbox();
    const made = await delivered(ctx, {}, { redirect: elsewhere.url });
    const followed = async (): Promise<boolean> => elsewhere.received.length > 0;
    const wait = (await statedSequel(ctx, made)) === undefined ? shortlyMs : 0;
    return seen((await eventually(followed, (yes) => yes, wait)) ? 'follow' : 'refuse');
  }),
  probe('webhooks.encryption.iv-bytes', { needs }, async (ctx) => {
    const { delivery } = await sealed(ctx);
    const iv = delivery.headers[`x-${ctx.naming.vendor}-encryption-iv`];
    return iv === undefined ? unknown('no such header came') : seen(Buffer.from(iv, 'base64').length);
  }),
  probe('webhooks.encryption.content-type', { needs }, async (ctx) => {
    const { delivery } = await sealed(ctx);
    const type = delivery.headers['content-type']?.split(';')[0]?.trim();
    return type === undefined ? unknown('no content type came') : seen(type as 'text/plain');
  }),
];

/** One encrypted delivery. */
const sealed = (ctx: Context): Promise<Delivered> =>
  delivered(ctx, { encryption_key: Buffer.alloc(32, 7).toString('base64') });
