import { type Delivery, newDelivery } from './delivery.ts';
import { buildMessage, eventOf, type MessageStyle, type Occurrence } from './message.ts';
import type { Subscription } from './subscription.ts';

/** What the deliveries of an occurrence are numbered and styled with. */
export type FanOutContext = {
  style?: MessageStyle;
  /** The first sequence number that the user has not used. */
  nextSequence: number;
  /** A fresh delivery id of this user. */
  newDeliveryId: () => string;
};

/** One delivery of an occurrence for each subscription that lists its kind, to be stored with what caused it. */
export function fanOut(
  occurrence: Occurrence,
  subscriptions: Iterable<Subscription>,
  { style, nextSequence, newDeliveryId }: FanOutContext,
): Delivery[] {
  const event = eventOf(occurrence, style);
  return [...subscriptions]
    .filter(({ events }) => events.includes(event))
    .map(({ webhook_id, config }, index) =>
      newDelivery({
        delivery_id: newDeliveryId(),
        webhook_id,
        event,
        user_id: occurrence.user_id,
        sequence: nextSequence + index,
        created_at: occurrence.at,
        message: JSON.stringify(buildMessage(occurrence, config, style)),
      }),
    );
}
