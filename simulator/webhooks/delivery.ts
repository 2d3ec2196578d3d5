import { backoffMs, type DeliveryPolicy } from './delivery-policy.ts';

/** What came of one try: the receiver's status, or why there was none. Instants are epoch milliseconds. */
export type Attempt = { at: number; status: number | null; error: string | null; duration_ms: number };

/** Why a delivery failed for good. */
export type DeliveryFailure = 'gone' | 'exhausted' | 'subscription-deleted';

/**
 * One event on its way to one subscription.
 *
 * Plain JSON: it lives in the document of the user who caused it, and is stored together with that change.
 */
export type Delivery = {
  delivery_id: string;
  webhook_id: string;
  event: string;
  user_id: string;
  /** The order among the deliveries of its user. */
  sequence: number;
  created_at: number;
  state: 'pending' | 'delivered' | 'failed';
  failure: DeliveryFailure | null;
  next_attempt_at: number | null;
  /** How often it was set going: once, and once more for each redelivery. */
  round: number;
  /** Tries of this round. */
  tries: number;
  attempts: Attempt[];
  /** What is told, as JSON text, before it is sealed. */
  message: string;
  /** Of the latest attempt, with lower-case names. */
  headers: Record<string, string> | null;
  /** The very text of the latest attempt. */
  body: string | null;
};

/** An attempt that was made: what was sent, in which round, and what came of it. */
export type MadeAttempt = {
  round: number;
  attempt: Attempt;
  /** Null when there was nothing to send. */
  headers: Record<string, string> | null;
  body: string | null;
};

/** A delivery that waits for its first attempt. */
export function newDelivery(
  given: Pick<
    Delivery,
    'delivery_id' | 'webhook_id' | 'event' | 'user_id' | 'sequence' | 'created_at' | 'message'
  >,
): Delivery {
  return {
    ...given,
    state: 'pending',
    failure: null,
    next_attempt_at: given.created_at,
    round: 1,
    tries: 0,
    attempts: [],
    headers: null,
    body: null,
  };
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

const ended = (state: 'delivered' | 'failed', failure: DeliveryFailure | null) => ({
  state,
  failure,
  next_attempt_at: null,
});

/** The delivery after an attempt that ended at `now`; `jitter` is a random number in [0, 1). */
export function afterAttempt(
  delivery: Delivery,
  { round, attempt, headers, body }: MadeAttempt,
  now: number,
  policy: DeliveryPolicy,
  jitter: number,
): Delivery {
  const tries = delivery.tries + 1;
  const tried = { ...delivery, tries, attempts: [...delivery.attempts, attempt], headers, body };
  // Redelivery was asked for while this attempt was under way: it is still to come.
  if (round !== delivery.round) return { ...tried, tries: delivery.tries };
  if (isSuccess(attempt, policy)) return { ...tried, ...ended('delivered', null) };
  // Stopped while this attempt was under way.
  if (delivery.state !== 'pending') return tried;
  if (attempt.status === 410 && policy.gone !== 'retry') return { ...tried, ...ended('failed', 'gone') };
  if (tries >= policy.maxAttempts) return { ...tried, ...ended('failed', 'exhausted') };
  return { ...tried, next_attempt_at: now + backoffMs(policy, tries, jitter) };
}

/** The delivery set going once more, at once. */
export function redelivered(delivery: Delivery, now: number): Delivery {
  return {
    ...delivery,
    state: 'pending',
    failure: null,
    next_attempt_at: now,
    round: delivery.round + 1,
    tries: 0,
  };
}

/** The delivery after its subscription has gone: what is pending will not be sent any more. */
export function stopped(delivery: Delivery): Delivery {
  return delivery.state === 'pending'
    ? { ...delivery, ...ended('failed', 'subscription-deleted') }
    : delivery;
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
