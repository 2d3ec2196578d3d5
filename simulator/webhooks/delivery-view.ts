import type { Delivery } from './delivery.ts';

/** A delivery as the arrangement API shows it: instants as ISO text, and nothing of the engine's own counters. */
export function deliveryView(delivery: Delivery) {
  const { delivery_id, webhook_id, event, user_id, state, headers, body } = delivery;
  const attempts = delivery.attempts.map((one) => ({ ...one, at: new Date(one.at).toISOString() }));
  return { delivery_id, webhook_id, event, user_id, state, attempts, headers, body };
}
