import type { WebhookRequest } from '../../../../spec/types.ts';
import { ifOffered } from '../../../arrange/offers.ts';
import type { Context } from '../../../judgement/check.ts';
import { Failure } from '../../../judgement/failure.ts';
import type { Inbox, Received, Reply } from '../../../judgement/receiver.ts';
import { webhooksIn } from '../../../predicates/webhooks.ts';
import { eventually } from '../../../receiver/eventually.ts';
import { subscribe } from '../../../steps/lawful-requests.ts';
import { payslipOf } from '../../../steps/linked-user.ts';
import { isSuccess, type ServiceResponse } from '../../../target/exchange.ts';
import { fieldsOf } from '../../../target/read-json.ts';
import { type AnyProbe, type Finding, probe, seen, takenAs, unknown, unknownId } from '../probe.ts';

const needs = ['users', 'entries', 'receiver'] as const;

/** How long the suite waits for a second request where the deployment cannot say that none will come. */
const shortlyMs = 1000;

type Delivered = { delivery: Received; webhook_id: string; inbox: Inbox };

/** One delivery of a payroll event to a subscription of its own, answered in a certain way. */
async function delivered(ctx: Context, webhook: Partial<WebhookRequest>, reply: Reply = 200) {
  const { inbox, webhook_id } = await subscribeInbox(ctx, webhook, reply);
  const { user_id } = await ctx.arrange.createUser();
  await ctx.arrange.createEntry(user_id, [payslipOf(3)]);
  return { delivery: await inbox.until('a delivery', () => true), webhook_id, inbox };
}

type Sequel = 'delivered' | 'pending' | 'failed';

/** What the deployment makes of an attempt that was made; undefined where it cannot be asked. */
async function statedSequel(ctx: Context, { webhook_id }: Delivered): Promise<Sequel | undefined> {
  const read = () => ctx.arrange.deliveries({ webhookId: webhook_id });
  const made = await ifOffered(() => eventually(read, ([one]) => (one?.attempts.length ?? 0) > 0));
  return made?.[0]?.state;
}

/** What follows an answer: as the deployment says, else pending when the same delivery comes once more in time. */
async function sequel(ctx: Context, reply: Reply): Promise<Sequel | undefined> {
  const made = await delivered(ctx, {}, reply);
  return (await statedSequel(ctx, made)) ?? (await triedAgain(made));
}

async function triedAgain({ inbox, delivery }: Delivered): Promise<'pending' | undefined> {
  const { timestamp, entry_id } = JSON.parse(delivery.raw.toString('utf8'));
  const isSame = ({ raw }: Received) => raw.includes(String(entry_id)) && raw.includes(String(timestamp));
  return inbox.untilCount(2, 'a second attempt', isSame).then(
    () => 'pending',
    (error: unknown) => (error instanceof Failure ? undefined : Promise.reject(error)),
  );
}

const unseen = 'no second attempt came in time after a 500; what becomes of deliveries would tell';

const sealed = (ctx: Context): Promise<Delivered> =>
  delivered(ctx, { encryption_key: Buffer.alloc(32, 7).toString('base64') });

/** The name under which an event's payload carries what arrived: that of its one array. */
function payloadKey(raw: Buffer): Finding<string> {
  const { payload } = fieldsOf(JSON.parse(raw.toString('utf8')));
  const name = Object.entries(fieldsOf(payload)).find(([, value]) => Array.isArray(value))?.[0];
  return name === undefined ? unknown('the payload has no array') : seen(name);
}

const statementNeeds = ['users', 'bank-statements', 'receiver'] as const;

export const deliveryProbes: readonly AnyProbe[] = [
  probe('webhooks.delivery.success', { needs }).by(async (ctx) => {
    const [afterError, afterNoContent] = await Promise.all([sequel(ctx, 500), sequel(ctx, 204)]);
    if (afterError === 'delivered') return seen('any-response');
    if (afterError === undefined) return unknown(unseen);
    // Where the deployment does not state the result: a 500 brought a second attempt and the 204 did not, so it counts as success.
    return seen(afterNoContent === 'delivered' || afterNoContent === undefined ? '2xx' : '200-only');
  }),
  probe('webhooks.delivery.gone', { needs }).by(async (ctx) => {
    const [afterError, gone] = await Promise.all([sequel(ctx, 500), delivered(ctx, {}, 410)]);
    if (afterError === undefined) return unknown(unseen);
    if (afterError !== 'pending')
      return unknown(`nothing follows a 500 either (it is ${afterError} at once)`);
    const state = (await statedSequel(ctx, gone)) ?? (await triedAgain(gone)) ?? 'failed';
    if (state !== 'failed') return state === 'pending' ? seen('retry') : unknown(`it is ${state}`);
    const isListed = async () => (await ctx.call('listWebhooks')).text.includes(gone.webhook_id);
    const listed = await eventually(isListed, (yes) => !yes, shortlyMs / 2);
    return seen(listed ? 'stop' : 'unsubscribe');
  }),
  probe('webhooks.delivery.redirects', { needs }).by(async (ctx) => {
    const elsewhere = ctx.receiver.inbox();
    const made = await delivered(ctx, {}, { redirect: elsewhere.url });
    const followed = async (): Promise<boolean> => elsewhere.received.length > 0;
    const wait = (await statedSequel(ctx, made)) === undefined ? shortlyMs : 0;
    return seen((await eventually(followed, (yes) => yes, wait)) ? 'follow' : 'refuse');
  }),
  probe('webhooks.encryption.iv-bytes', { needs }).by(async (ctx) => {
    const { delivery } = await sealed(ctx);
    const iv = delivery.headers[`x-${ctx.naming.vendor}-encryption-iv`];
    return iv === undefined ? unknown('no such header came') : seen(Buffer.from(iv, 'base64').length);
  }),
  probe('webhooks.encryption.content-type', { needs }).by(async (ctx) => {
    const { delivery } = await sealed(ctx);
    const type = delivery.headers['content-type']?.split(';')[0]?.trim();
    return type === undefined ? unknown('no content type came') : seen(type as 'text/plain');
  }),
  probe('events.bank-statement.payload-key', { needs: statementNeeds }).by(async (ctx) => {
    const { inbox } = await subscribeInbox(ctx, { events: ['user-bank-statement-submitted'] });
    const { user_id } = await ctx.arrange.createUser();
    await ctx.arrange.createBankStatement(user_id);
    const { raw } = await inbox.until('a bank statement event', (one) => one.raw.includes(user_id));
    return payloadKey(raw);
  }),
  probe('events.income.trigger', { needs: ['users', 'income', 'entries', 'receiver'] }).by(async (ctx) => {
    const events: WebhookRequest['events'] = ['user-taxauth-data-submitted', 'user-payroll-submitted'];
    const { inbox } = await subscribeInbox(ctx, { events });
    const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
    await ctx.arrange.createIncome(user_id);
    await ctx.arrange.createEntry(user_id, [payslipOf(3)]);
    const isOwn = ({ raw }: Received, kind: string) => raw.includes(user_id) && raw.includes(kind);
    const after = 'the payroll event that comes after it';
    await inbox.until(after, (one) => isOwn(one, 'user-payroll-submitted'));
    const kind = `user-${ctx.naming.authority}-data-submitted`;
    const isHere = async () => inbox.received.some((one) => isOwn(one, kind));
    // Deliveries may overtake each other, the more so on a busy machine.
    const came = await eventually(isHere, (yes) => yes, 1500);
    return seen(came ? 'new-income-submission' : 'never');
  }),
  probe('events.income.payload-key', {
    needs: ['users', 'income', 'receiver'],
    after: ['events.income.trigger'],
  }).by(async (ctx) => {
    if (ctx.known['events.income.trigger'] === 'never') return unknown('the event is never emitted');
    const { inbox } = await subscribeInbox(ctx, { events: ['user-taxauth-data-submitted'] });
    const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
    await ctx.arrange.createIncome(user_id);
    const { raw } = await inbox.until('an income event', (one) => one.raw.includes(user_id));
    return 'payload' in JSON.parse(raw.toString('utf8')) ? payloadKey(raw) : seen(null);
  }),
];

const idOf = ({ body }: ServiceResponse): string => String(fieldsOf(body)['webhook_id'] ?? '');

/** Creates a webhook that delivers to an inbox of its own; throws where the deployment does not take that address. */
export async function subscribeInbox(ctx: Context, given: Partial<WebhookRequest> = {}, reply: Reply = 200) {
  const inbox = ctx.receiver.inbox();
  inbox.reply(reply);
  const events: WebhookRequest['events'] = ['user-payroll-submitted'];
  const config = { include_payload: true };
  const answer = await subscribe(ctx, { url: inbox.url, events, config, ...given });
  if (!isSuccess(answer)) throw new Error(`the subscription of the receiver got ${answer.status}`);
  return { inbox, webhook_id: idOf(answer) };
}

export const webhookProbes: readonly AnyProbe[] = [
  probe('webhooks.list.shape', { needs: ['writes'] }).by(async (ctx) => {
    await subscribe(ctx);
    const { body } = await ctx.call('listWebhooks');
    if (Array.isArray(body)) return seen('array');
    const { webhooks, pagination } = fieldsOf(body);
    if (!Array.isArray(webhooks)) return unknown('the list is neither an array nor under webhooks');
    return seen(pagination === undefined ? 'object' : 'paginated');
  }),
  probe('webhooks.list.config', { needs: ['writes'] }).by(async (ctx) => {
    const webhook_id = idOf(await subscribe(ctx));
    const list = webhooksIn(await ctx.call('listWebhooks'));
    const own = list.find((one) => one['webhook_id'] === webhook_id);
    return own ? seen('config' in own ? 'shown' : 'hidden') : unknown('its own webhook is not in the list');
  }),
  probe('webhooks.delete.response', { needs: ['writes'] }).by(async (ctx) => {
    const webhook_id = idOf(await subscribe(ctx));
    const { status, body, text } = await ctx.call('deleteWebhook', { path: { webhook_id } });
    if (status === 204 || (isSuccess({ status }) && text === '')) return seen('empty');
    const isTold = isSuccess({ status }) && typeof fieldsOf(body)['message'] === 'string';
    return isTold ? seen('message') : unknown(`it answers ${status}`);
  }),
  probe('webhooks.delete.unknown-status', { needs: ['writes'] }).by(({ call }) =>
    call('deleteWebhook', { path: { webhook_id: unknownId } }),
  ),
  probe('webhooks.create.duplicate-name-status', { needs: ['writes'] }).by(async (ctx) => {
    const name = ctx.mark('same-name');
    await subscribe(ctx, { name });
    return subscribe(ctx, { name });
  }),
  probe('webhooks.create.unknown-event', { needs: ['writes'] }).by(async (ctx) => {
    const events = ['user-shoe-size-changed'] as unknown as WebhookRequest['events'];
    return takenAs('accept', await subscribe(ctx, { events }));
  }),
  probe('webhooks.create.no-events', { needs: ['writes'] }).by(async (ctx) =>
    takenAs('accept', await subscribe(ctx, { events: [] })),
  ),
  probe('webhooks.create.url-schemes', { needs: ['writes'] }).by(async (ctx) => {
    const secure = await subscribe(ctx);
    const plain = await subscribe(ctx, { url: 'http://receiver.invalid/hooks' });
    if (!isSuccess(secure)) return unknown(`an https URL got ${secure.status}`);
    return seen(isSuccess(plain) ? 'http-and-https' : 'https-only');
  }),
];
