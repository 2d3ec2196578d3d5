import { isoInstant } from '../domain/instant.ts';
import type { WorkItem } from '../store/port.ts';
import { deliveryOf } from './delivery.ts';
import { lowerCaseNames } from './envelope.ts';

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
    attempts: attempts.map((one) => ({ ...one, at: isoInstant(one.at) })),
    headers: headers && lowerCaseNames(headers),
    body,
  };
}
