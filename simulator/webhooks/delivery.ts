import type { Document, NewWorkItem, WorkItem } from '../store/port.ts';
import { backoffMs, type DeliveryPolicy } from './delivery-policy.ts';

/** What came of one try: the receiver's status, or why there was none. Instants are epoch milliseconds. */
export type Attempt = { at: number; status: number | null; error: string | null; duration_ms: number };

/** Why a delivery failed for good. */
export type DeliveryFailure = 'gone' | 'exhausted' | 'subscription-deleted';

/** One event on its way to one subscription: what its work item holds, next to who it is for and when it is due. */
export type Delivery = {
  event: string;
  created_at: number;
  state: 'pending' | 'delivered' | 'failed';
  failure: DeliveryFailure | null;
  /** How often it was set going: once, and once more for each redelivery. */
  round: number;
  /** Tries of this round. */
  tries: number;
  attempts: Attempt[];
  /** What is told, as JSON text, before it is sealed. */
  message: string;
  /** Of the latest attempt, as they were sent. */
  headers: Record<string, string> | null;
  /** The very text of the latest attempt. */
  body: string | null;
};

/** A delivery and when it is due next; null when it is done with. */
export type Due = { delivery: Delivery; due: number | null };

/** An attempt that was made: what was sent, in which round, and what came of it. */
export type MadeAttempt = {
  round: number;
  attempt: Attempt;
  /** Null when there was nothing to send. */
  headers: Record<string, string> | null;
  body: string | null;
};

/** A delivery that waits for its first attempt. */
export function newDelivery(event: string, message: string, created_at: number): Delivery {
  return {
    event,
    created_at,
    state: 'pending',
    failure: null,
    round: 1,
    tries: 0,
    attempts: [],
    message,
    headers: null,
    body: null,
  };
}

export const deliveryOf = ({ data }: Pick<WorkItem, 'data'>): Delivery => data as Delivery;

/** The work item of a delivery as it is to be from now on. */
export function withDelivery({ sequence: _, ...item }: WorkItem, { delivery, due }: Due): NewWorkItem {
  return { ...item, due, data: delivery satisfies object as Document };
}

/** Whether an answer counts as delivered. */
export function isSuccess(
  { status }: Pick<Attempt, 'status'>,
  { success }: Pick<DeliveryPolicy, 'success'>,
): boolean {
  if (status === null) return false;
  if (success === 'any-response') return true;
  return success === '200-only' ? status === 200 : status >= 200 && status <= 299;
}

const ended = (delivery: Delivery, state: 'delivered' | 'failed', failure: DeliveryFailure | null): Due => ({
  delivery: { ...delivery, state, failure },
  due: null,
});

/** The delivery after an attempt that ended at `now`; `jitter` is a random number in [0, 1). */
export function afterAttempt(
  { delivery, due }: Due,
  { round, attempt, headers, body }: MadeAttempt,
  now: number,
  policy: DeliveryPolicy,
  jitter: number,
): Due {
  const tries = delivery.tries + 1;
  const tried = { ...delivery, tries, attempts: [...delivery.attempts, attempt], headers, body };
  // Redelivery was asked for while this attempt was under way: it is still to come.
  if (round !== delivery.round) return { delivery: { ...tried, tries: delivery.tries }, due };
  if (isSuccess(attempt, policy)) return ended(tried, 'delivered', null);
  // Stopped while this attempt was under way.
  if (delivery.state !== 'pending') return { delivery: tried, due };
  if (attempt.status === 410 && policy.gone !== 'retry') return ended(tried, 'failed', 'gone');
  if (tries >= policy.maxAttempts) return ended(tried, 'failed', 'exhausted');
  return { delivery: tried, due: now + backoffMs(policy, tries, jitter) };
}

/** The delivery set going once more, at once. */
export function redelivered(delivery: Delivery, now: number): Due {
  return {
    delivery: { ...delivery, state: 'pending', failure: null, round: delivery.round + 1, tries: 0 },
    due: now,
  };
}

/** The delivery after its subscription has gone: what is pending will not be sent any more. */
export function stopped({ delivery, due }: Due): Due {
  return delivery.state === 'pending' ? ended(delivery, 'failed', 'subscription-deleted') : { delivery, due };
}

/** What the end of a delivery means for its subscription, as the policy says. */
export function endsSubscription(
  { state, failure }: Pick<Delivery, 'state' | 'failure'>,
  policy: Pick<DeliveryPolicy, 'gone' | 'exhausted'>,
): 'gone' | 'exhausted' | null {
  if (state !== 'failed') return null;
  if (failure === 'gone' && policy.gone === 'unsubscribe') return 'gone';
  return failure === 'exhausted' && policy.exhausted === 'disable-subscription' ? 'exhausted' : null;
}
