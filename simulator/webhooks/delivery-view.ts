import type { Delivery } from './delivery.ts';

const iso = (instant: number) => new Date(instant).toISOString();

/** A delivery as the arrangement API shows it: instants as ISO text, and nothing of the engine's own counters. */
export function deliveryView(delivery: Delivery) {
  const { delivery_id, webhook_id, event, user_id, state, headers, body } = delivery;
  const created_at = iso(delivery.created_at);
  const next_attempt_at = delivery.next_attempt_at === null ? null : iso(delivery.next_attempt_at);
  const attempts = delivery.attempts.map((one) => ({ ...one, at: iso(one.at) }));
  return {
    delivery_id,
    webhook_id,
    event,
    user_id,
    state,
    created_at,
    next_attempt_at,
    attempts,
    headers,
    body,
  };
}
