import { refusals } from '../domain/refusal.ts';
import { type ArrangementHandlers, ok } from '../http/context.ts';
import { redelivered } from '../webhooks/delivery.ts';
import { deliveryView } from '../webhooks/delivery-view.ts';

export const deliveries = {
  async listDeliveries({ client, query }) {
    const webhookId = query.webhook_id?.toLowerCase();
    const found = (await client.users.touched())
      .flatMap((record) => Object.values(record.deliveries))
      .filter((one) => webhookId === undefined || one.webhook_id === webhookId)
      .filter((one) => query.event === undefined || one.event === query.event)
      .sort((a, b) => a.created_at - b.created_at || a.sequence - b.sequence);
    return ok({ deliveries: found.map(deliveryView) });
  },

  async redeliver({ client, path, now }) {
    const id = path.delivery_id.toLowerCase();
    const owner = await client.users.ownerOf(id);
    const { webhooks } = await client.state.read();
    const delivery =
      owner &&
      (await client.users.change(owner.user.user_id, (record) => {
        const before = record.deliveries[id];
        if (!before) return { record, result: undefined };
        const subscription = webhooks[before.webhook_id];
        // To one that was disabled nothing is sent any more: it is as good as gone.
        if (!subscription || subscription.disabled) throw refusals.subscriptionGone(path.delivery_id);
        const again = redelivered(before, now);
        return { record: { ...record, deliveries: { ...record.deliveries, [id]: again } }, result: again };
      }));
    if (!delivery) throw refusals.notFound('Delivery', path.delivery_id);
    client.dispatcher.wake();
    return ok(deliveryView(delivery));
  },
} satisfies Partial<ArrangementHandlers>;
