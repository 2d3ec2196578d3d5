import type { Profile } from '../../spec/profile.ts';
import { fanOut } from '../webhooks/fan-out.ts';
import type { Occurrence } from '../webhooks/message.ts';
import type { Subscription } from '../webhooks/subscription.ts';
import type { ClientRecord } from './client-record.ts';
import type { UserRecord } from './user-record.ts';

/** What turns an occurrence into deliveries: who listens, how things are named, and fresh ids. */
export type Emission = { client: ClientRecord; profile: Profile; newDeliveryId: () => string };

/** The user's record with a delivery for each subscription that wants to hear of an occurrence. */
export function occur(
  record: UserRecord,
  occurrence: Occurrence,
  { client, profile, newDeliveryId }: Emission,
): UserRecord {
  if (occurrence.kind === 'taxauth' && profile.points['events.income.trigger'] === 'never') return record;
  const { authority } = profile.naming;
  const subscriptions = Object.values(client.webhooks)
    .filter((one) => !one.disabled)
    .map(
      (one): Subscription => ({
        ...one,
        events: one.events.map((event) => event.replace('-taxauth-', `-${authority}-`)),
      }),
    );
  const deliveries = fanOut(occurrence, subscriptions, {
    style: { authority, points: profile.points },
    nextSequence: record.next_sequence,
    newDeliveryId,
  });
  if (deliveries.length === 0) return record;
  return {
    ...record,
    deliveries: {
      ...record.deliveries,
      ...Object.fromEntries(deliveries.map((one) => [one.delivery_id, one])),
    },
    next_sequence: record.next_sequence + deliveries.length,
  };
}
