import type { Points, Profile } from '../../spec/profile.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { isoInstant } from '../domain/instant.ts';
import type { NewWorkItem, WorkItem } from '../store/port.ts';
import { buildMessage, type DomainEvent, eventOf } from './message.ts';

/** What came of one try: the receiver's status, or why there was none. Instants are epoch milliseconds. */
export type Attempt = { at: number; status: number | null; error: string | null; duration_ms: number };

export type DeliveryFailure = 'gone' | 'exhausted' | 'subscription-deleted';

/** One event on its way to one subscription: what its work item holds, next to who it is for and when it is due. */
export type DeliveryRecord = {
  event: string;
  created_at: number;
  state: 'pending' | 'delivered' | 'failed';
  failure: DeliveryFailure | null;
  /** How often it was set going: once, and once more for each redelivery. */
  round: number;
  /** Tries of this round. */
  tries: number;
  attempts: Attempt[];
  /** The `traceparent` of the request that caused it. */
  trace?: string;
  /** The message as JSON text, before it is sealed. */
  message: string;
  /** Of the latest attempt, as they were sent. */
  headers: Record<string, string> | null;
  /** The very text of the latest attempt. */
  body: string | null;
};

/** A delivery and when it is due next; null when it is done with. */
export type Due = { delivery: DeliveryRecord; due: number | null };

/** An attempt that was made: what was sent, in which round, and what came of it. */
export type FinishedAttempt = Pick<DeliveryRecord, 'round' | 'headers' | 'body'> & { attempt: Attempt };

/** The deliveries of an event, as work to do: one for each subscription of the client to such events. */
export function deliveriesOf(
  event: DomainEvent,
  { webhooks }: Pick<ClientRecord, 'webhooks'>,
  { points, naming }: Profile,
  newId: () => string,
): NewWorkItem[] {
  if (event.kind === 'taxauth' && points['events.income.trigger'] === 'never') return [];
  const style = { authority: naming.authority, points };
  const { user_id, at } = event;
  return Object.values(webhooks)
    .filter(({ disabled, events }) => !disabled && events.some((name) => name === eventOf(event)))
    .filter(({ webhook_id }) => (event.only ?? webhook_id) === webhook_id)
    .map(({ webhook_id, config }) => ({
      id: newId(),
      kind: 'delivery',
      owner: user_id,
      // A queue for each subscription: a receiver that is down does not hold up deliveries to the others.
      queue: `${webhook_id}/${user_id}`,
      target: webhook_id,
      due: at,
      data: newDelivery(eventOf(event, style), JSON.stringify(buildMessage(event, config, style)), at),
    }));
}

export const newDelivery = (event: string, message: string, created_at: number): DeliveryRecord => ({
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
});

export const deliveryOf = ({ data }: Pick<WorkItem, 'data'>): DeliveryRecord => data as DeliveryRecord;

export function withDelivery({ sequence: _, ...item }: WorkItem, { delivery, due }: Due): NewWorkItem {
  return { ...item, due, data: delivery };
}

export function isSuccess({ status }: Pick<Attempt, 'status'>, points: Points): boolean {
  const success = points['webhooks.delivery.success'];
  if (status === null) return false;
  if (success === 'any-response') return true;
  return success === '200-only' ? status === 200 : status >= 200 && status <= 299;
}

/** A delivery that is done with: it has failed for a reason, or was delivered. */
function ended(delivery: DeliveryRecord, failure: DeliveryFailure | null): Due {
  return { delivery: { ...delivery, state: failure === null ? 'delivered' : 'failed', failure }, due: null };
}

/** The delivery after an attempt that ended at `now`; `jitter` is a random number in [0, 1). */
export function afterAttempt(
  { delivery, due }: Due,
  { round, attempt, headers, body }: FinishedAttempt,
  now: number,
  points: Points,
  jitter: number,
): Due {
  const tries = delivery.tries + 1;
  const tried = { ...delivery, tries, attempts: [...delivery.attempts, attempt], headers, body };
  // Redelivery was asked for while this attempt was under way: it is still to come.
  if (round !== delivery.round) return { delivery: { ...tried, tries: delivery.tries }, due };
  if (isSuccess(attempt, points)) return ended(tried, null);
  // Stopped while this attempt was under way.
  if (delivery.state !== 'pending') return { delivery: tried, due };
  if (attempt.status === 410 && points['webhooks.delivery.gone'] !== 'retry') return ended(tried, 'gone');
  if (tries >= points['webhooks.delivery.max-attempts']) return ended(tried, 'exhausted');
  return { delivery: tried, due: now + backoffMs(points, tries, jitter) };
}

export const redelivered = (delivery: DeliveryRecord, now: number): Due => ({
  delivery: { ...delivery, state: 'pending', failure: null, round: delivery.round + 1, tries: 0 },
  due: now,
});

/** The delivery after its subscription has gone: what is pending will not be sent any more. */
export const stopped = ({ delivery, due }: Due): Due =>
  delivery.state === 'pending' ? ended(delivery, 'subscription-deleted') : { delivery, due };

/** What the end of a delivery means for its subscription, as the profile says. */
export function endsSubscription(
  { state, failure }: Pick<DeliveryRecord, 'state' | 'failure'>,
  points: Points,
): 'gone' | 'exhausted' | null {
  if (state !== 'failed') return null;
  if (failure === 'gone' && points['webhooks.delivery.gone'] === 'unsubscribe') return 'gone';
  const disables = points['webhooks.delivery.exhausted'] === 'disable-subscription';
  return failure === 'exhausted' && disables ? 'exhausted' : null;
}

/** Milliseconds to wait after the n-th failed try in a row (from 1); `jitter` is a random number in [0, 1). */
export function backoffMs(points: Points, tries: number, jitter: number): number {
  const backoff = points['webhooks.delivery.backoff'];
  const seconds = Math.min(backoff.first_seconds * backoff.factor ** (tries - 1), backoff.max_seconds);
  // Jitter applies to the longest wait too: otherwise all deliveries that wait so long would be sent at the same moment.
  return Math.round(seconds * 1000 * (1 + backoff.jitter * (2 * jitter - 1)));
}

/** No attempt that fails is repeated sooner than this. */
export function shortestBackoffMs(points: Points): number {
  const last = points['webhooks.delivery.max-attempts'];
  return Math.max(0, Math.min(backoffMs(points, 1, 0), backoffMs(points, last, 0)));
}

/** A delivery as the arrangement API shows it: instants as ISO text, and nothing of the engine's own counters. */
export function deliveryView(item: Pick<WorkItem, 'id' | 'owner' | 'target' | 'due' | 'data'>) {
  const { event, state, created_at, attempts, headers, body } = deliveryOf(item);
  return {
    delivery_id: item.id,
    webhook_id: item.target ?? '',
    event,
    user_id: item.owner,
    state,
    created_at: isoInstant(created_at),
    next_attempt_at: item.due === null ? null : isoInstant(item.due),
    attempts: attempts.map((attempt) => ({ ...attempt, at: isoInstant(attempt.at) })),
    headers: headers && lowerCaseNames(headers),
    body,
  };
}

export const lowerCaseNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
