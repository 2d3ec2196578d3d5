import { defaultProfile } from '../../../spec/profile.ts';
import { type Delivery, type MadeAttempt, newDelivery } from '../delivery.ts';
import { type DeliveryPoints, type DeliveryPolicy, deliveryPolicy } from '../delivery-policy.ts';
import type { Subscription } from '../subscription.ts';

/** A pending payroll delivery; the number makes it the n-th of its user. */
export function sampleDelivery(sequence = 1, given: Partial<Delivery> = {}): Delivery {
  const { webhook_id = 'webhook', user_id = 'user', created_at = 0 } = given;
  const entry_id = `${user_id}-entry-${sequence}`;
  return {
    ...newDelivery({
      delivery_id: `${webhook_id}/${user_id}/${sequence}`,
      webhook_id,
      user_id,
      sequence,
      created_at,
      event: 'user-payroll-submitted',
      message: JSON.stringify({
        event: 'user-payroll-submitted',
        user_id,
        timestamp: new Date(created_at).toISOString(),
        entry_id,
        account_id: null,
      }),
    }),
    ...given,
  };
}

/** A subscription to payroll events. */
export function sampleSubscription(given: Partial<Subscription> = {}): Subscription {
  return {
    webhook_id: 'webhook',
    url: 'http://receiver.test/',
    events: ['user-payroll-submitted'],
    ...given,
  };
}

/** An attempt of the first round, answered with a status, or not at all. */
export function sampleAttempt(status: number | null, round = 1): MadeAttempt {
  const error = status === null ? 'connection refused' : null;
  return { round, attempt: { at: 0, status, error, duration_ms: 5 }, headers: { 'x-a': 'b' }, body: '{}' };
}

/** The policy of the default profile, with some points given otherwise. */
export function samplePolicy(given: Partial<DeliveryPoints> = {}): DeliveryPolicy {
  return deliveryPolicy({ ...defaultProfile().points, ...given });
}
