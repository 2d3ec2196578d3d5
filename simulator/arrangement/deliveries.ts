import { refusals } from '../domain/refusal.ts';
import { type ArrangementHandlers, ok } from '../http/context.ts';
import { clientRecordOf } from '../state/client-state.ts';
import { deliveryOf, redelivered, withDelivery } from '../webhooks/delivery.ts';
import { deliveryView } from '../webhooks/delivery-view.ts';

export const deliveries = {
  async listDeliveries({ client, query }) {
    const target = query.webhook_id?.toLowerCase();
    const found = await client.space.work.list({ kind: 'delivery', ...(target !== undefined && { target }) });
    return ok({
      deliveries: found
        .map(deliveryView)
        .filter((one) => query.event === undefined || one.event === query.event),
    });
  },

  async redeliver({ client, path, now }) {
    const id = path.delivery_id.toLowerCase();
    const known = await client.space.work.get(id);
    if (known?.kind !== 'delivery') throw refusals.notFound('Delivery', path.delivery_id);
    const delivery = await client.space.change(
      known.owner,
      ({ item, root }) => {
        if (!item) throw refusals.notFound('Delivery', path.delivery_id);
        const subscription = clientRecordOf(root).webhooks[item.target ?? ''];
        // To one that was disabled nothing is sent any more: it is as good as gone.
        if (!subscription || subscription.disabled) throw refusals.subscriptionGone(path.delivery_id);
        const again = withDelivery(item, redelivered(deliveryOf(item), now));
        return { work: [again], result: again };
      },
      { item: id },
    );
    return ok(deliveryView(delivery));
  },
} satisfies Partial<ArrangementHandlers>;
