import type { Profile } from '../../spec/profile.ts';
import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { openBody } from '../../spec/webhooks/open.ts';
import { WebhookVerificationError } from '../../spec/webhooks/webhook-verification-error.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { clientRecordOf } from '../state/client-state.ts';
import type { WorkItem } from '../store/port.ts';
import { deliveryOf, deliveryView, redelivered, withDelivery } from '../webhooks/delivery.ts';

export const deliveries = {
  async listDeliveries({ client, query }) {
    const target = query.webhook_id?.toLowerCase();
    const { limit, event, before } = query;
    const { work } = client.clientStore;
    const start = before === undefined ? undefined : await work.get(before.toLowerCase());
    if (before !== undefined && start?.kind !== 'delivery') throw refusals.notFound('Delivery', before);
    let found: WorkItem[] = [];
    // Page by page, until enough are of the event.
    for (let next = start?.sequence; found.length < (limit ?? 1); ) {
      const page = await work.list({ kind: 'delivery', target, before: next, limit });
      const isMeant = (item: WorkItem) => (event ?? deliveryOf(item).event) === deliveryOf(item).event;
      found = [...page.filter(isMeant), ...found];
      next = page[0]?.sequence;
      if (next === undefined || limit === undefined) break;
    }
    return ok({ deliveries: found.slice(-(limit ?? found.length)).map(deliveryView) });
  },

  async redeliver({ client, path, now }) {
    const id = path.delivery_id.toLowerCase();
    const known = await client.clientStore.work.get(id);
    if (known?.kind !== 'delivery') throw refusals.notFound('Delivery', path.delivery_id);
    const delivery = await client.clientStore.change(
      known.owner,
      ({ item, clientDocument }) => {
        if (!item) throw refusals.notFound('Delivery', path.delivery_id);
        const subscription = clientRecordOf(clientDocument).webhooks[item.target ?? ''];
        // To one that was disabled nothing is sent any more: it is as good as gone.
        if (!subscription || subscription.disabled) throw refusals.subscriptionGone(path.delivery_id);
        const again = withDelivery(item, redelivered(deliveryOf(item), now));
        return { work: [again], result: again };
      },
      { item: id },
    );
    return ok(deliveryView(delivery));
  },

  async openDelivery({ client, path, services }) {
    const item = await client.clientStore.work.get(path.delivery_id.toLowerCase());
    if (item?.kind !== 'delivery') throw refusals.notFound('Delivery', path.delivery_id);
    const { headers, body } = deliveryOf(item);
    const subscription = (await client.state.read()).webhooks[item.target ?? ''];
    if (!subscription) throw refusals.subscriptionGone(path.delivery_id);
    if (headers === null || body === null)
      throw new Refusal(409, `Nothing was sent yet of delivery [${path.delivery_id}]`);
    return ok(opened(headers, body, subscription, services.profile.naming));
  },
} satisfies Partial<ArrangementHandlers>;

/** What a receiver that holds the subscription's secret and key makes of a request. */
function opened(
  headers: Readonly<Record<string, string>>,
  rawBody: string,
  { signing_secret: secret, encryption_key: key }: SubscriptionRecord,
  naming: Profile['naming'],
) {
  const agreement = agreementWith({ secret: secret ?? undefined, key: key ?? undefined });
  const encrypted = key !== null;
  const signature = secret === null ? ('none' as const) : ('valid' as const);
  try {
    const body: unknown = JSON.parse(openBody({ rawBody, headers, naming, ...agreement }).toString());
    return { encrypted, signature, body, problem: null };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    const isWrong = /signature/.test(error.reason);
    return {
      encrypted,
      signature: isWrong ? ('wrong' as const) : signature,
      body: null,
      problem: error.message,
    };
  }
}
