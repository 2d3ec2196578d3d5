import { dayOf } from '../../generators/calendar.ts';
import type { Effect } from '../../spec/types.ts';
import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { eventKinds, eventWords } from '../../spec/webhooks/events.ts';
import { openBody } from '../../spec/webhooks/open.ts';
import { WebhookVerificationError } from '../../spec/webhooks/webhook-verification-error.ts';
import { isoInstant } from '../domain/instant.ts';
import { orNotFound, Refusal, refusals } from '../domain/refusal.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { heldIncome } from '../retrieval/held-income.ts';
import { personOfUser } from '../retrieval/person-of-user.ts';
import { clientRecordOf } from '../state/client-state.ts';
import type { WorkItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { deliveryOf, deliveryView, redelivered, withDelivery } from '../webhooks/delivery.ts';
import { newestEvent } from '../webhooks/message.ts';

export const deliveries = {
  async listDeliveries({ client, query }) {
    const target = query.webhook_id?.toLowerCase();
    const { limit, event, before } = query;
    const owner = query.user_id?.toLowerCase();
    const { work } = client.clientStore;
    const start = before === undefined ? undefined : await deliveryItem(client, before);
    let found: WorkItem[] = [];
    // Page by page, until enough are of the event.
    for (let next = start?.sequence; found.length < (limit ?? 1); ) {
      const page = await work.list({ kind: 'delivery', target, before: next, limit, owner });
      const isMeant = (item: WorkItem) => (event ?? deliveryOf(item).event) === deliveryOf(item).event;
      found = [...page.filter(isMeant), ...found];
      next = page[0]?.sequence;
      if (next === undefined || limit === undefined) break;
    }
    return ok({ deliveries: found.slice(-(limit ?? found.length)).map(deliveryView) });
  },

  async testSubscription({ client, body, now, services }) {
    const clientRecord = await client.state.read();
    const subscription = clientRecord.webhooks[body.webhook_id.toLowerCase()];
    const { webhook_id, events, disabled } = orNotFound(subscription, 'Webhook', body.webhook_id);
    const named = eventKinds(services.profile.naming.authority);
    const word = eventWords.find((one) =>
      body.event === undefined ? eventKinds()[one] === events[0] : named[one] === body.event,
    );
    if (disabled || word === undefined || !events.some((one) => one === eventKinds()[word]))
      throw refusals.invalid([`Webhook [${body.webhook_id}] does not get ${body.event ?? 'any event'}`]);
    const userId = body.user_id ?? client.worldOf(clientRecord).world.userId(0);
    const record = orNotFound(await client.users.read(userId), 'User', userId);
    const incomes = word === 'taxauth' ? await heldIncome(client, record, now, services.profile.points) : [];
    const event = newestEvent(record, incomes, word, now);
    if (!event) throw new Refusal(409, `User [${userId}] holds nothing that ${named[word]} could report`);
    await client.users.change(userId, () => ({ events: [{ ...event, only: webhook_id }], result: true }));
    const [item] = await client.clientStore.work.list({ kind: 'delivery', target: webhook_id, limit: 1 });
    return created(deliveryView(item!));
  },

  async redeliver({ client, path, now }) {
    const id = path.delivery_id.toLowerCase();
    const { owner } = await deliveryItem(client, path.delivery_id);
    const delivery = await client.clientStore.change(
      owner,
      (current) => {
        const item = orNotFound(current.item, 'Delivery', path.delivery_id);
        const subscription = clientRecordOf(current.clientDocument).webhooks[item.target ?? ''];
        // A disabled subscription gets no more deliveries, so it counts as gone.
        if (!subscription || subscription.disabled) throw refusals.subscriptionGone(path.delivery_id);
        const again = withDelivery(item, redelivered(deliveryOf(item), now));
        return { work: [again], result: again };
      },
      { item: id },
    );
    return ok(deliveryView(delivery));
  },

  async openDelivery({ client, path, services }) {
    const item = await deliveryItem(client, path.delivery_id);
    const { headers, body } = deliveryOf(item);
    const subscription = (await client.state.read()).webhooks[item.target ?? ''];
    if (!subscription) throw refusals.subscriptionGone(path.delivery_id);
    if (headers === null || body === null)
      throw new Refusal(409, `Nothing was sent yet of delivery [${path.delivery_id}]`);
    // What a receiver that holds the subscription's secret and key makes of the request.
    const { signing_secret: secret, encryption_key: key } = subscription;
    const agreement = agreementWith({ secret: secret ?? undefined, key: key ?? undefined });
    const encrypted = key !== null;
    const signature = secret === null ? ('none' as const) : ('valid' as const);
    try {
      const message = openBody({ rawBody: body, headers, naming: services.profile.naming, ...agreement });
      return ok({ encrypted, signature, body: JSON.parse(message.toString()), problem: null });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      const found = /signature/.test(error.reason) ? ('wrong' as const) : signature;
      return ok({ encrypted, signature: found, body: null, problem: error.message });
    }
  },

  async listDue({ client, query, now }) {
    const userId = query.user_id?.toLowerCase();
    const record =
      userId === undefined ? undefined : orNotFound(await client.users.read(userId), 'User', userId);
    const work = await client.clientStore.work.list({ owner: userId });
    const found = [...work.flatMap(dueOf), ...(record ? await payDays(client, record, now) : [])];
    found.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
    return ok({ now: isoInstant(now), due: found.slice(0, query.limit ?? 100) });
  },
} satisfies Partial<ArrangementHandlers>;

async function deliveryItem({ clientStore }: Client, id: string): Promise<WorkItem> {
  const item = await clientStore.work.get(id.toLowerCase());
  return orNotFound(item?.kind === 'delivery' && item, 'Delivery', id);
}

/** In this time every job has a pay day. */
const PAY_DAYS_MS = 62 * 86_400_000;

function dueOf(item: WorkItem): Effect[] {
  const { id, kind, owner, target, due, data } = item;
  if (due === null) return [];
  const effect = { at: isoInstant(due), user_id: owner };
  if (kind === 'check') return [{ ...effect, kind: 'recurring-check' }];
  if (kind === 'expiry') return [{ ...effect, kind: 'expiry', ...data }];
  if (kind !== 'delivery') return [];
  const { event, attempts } = deliveryOf(item);
  const attempt = attempts.length + 1;
  return [{ ...effect, kind: 'delivery-attempt', delivery_id: id, webhook_id: target, event, attempt }];
}

async function payDays(client: Client, record: UserRecord, now: number): Promise<Effect[]> {
  // Loaded at the first use, so that the start of the sandbox does not wait for it.
  const { payslipsOf } = await import('../../generators/people/payroll.ts');
  const person = personOfUser(client.worldOf(await client.state.read()), record);
  const { user_id } = record.user;
  const today = dayOf(now);
  return person.jobs.flatMap((job) => {
    const next = payslipsOf(job, dayOf(now + PAY_DAYS_MS)).find(({ payDate }) => payDate > today);
    const at = next && isoInstant(Date.parse(next.payDate));
    return at ? [{ at, kind: 'pay-day', user_id, employer: job.employment.employer.name }] : [];
  });
}
