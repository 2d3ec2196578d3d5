import type { Profile } from '../../spec/profile.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import type { Document, NewWorkItem } from '../store/port.ts';
import { newDelivery } from './delivery.ts';
import { buildMessage, type DomainEvent, eventOf } from './message.ts';

/** One delivery of an occurrence, as work to do, for each subscription of the client that wants to hear of it. */
export function deliveriesOf(
  occurrence: DomainEvent,
  { webhooks }: Pick<ClientRecord, 'webhooks'>,
  { points, naming }: Profile,
  newId: () => string,
): NewWorkItem[] {
  if (occurrence.kind === 'taxauth' && points['events.income.trigger'] === 'never') return [];
  const style = { authority: naming.authority, points };
  const { user_id, at } = occurrence;
  return Object.values(webhooks)
    .filter(({ disabled, events }) => !disabled && events.some((event) => event === eventOf(occurrence)))
    .map(({ webhook_id, config }) => ({
      id: newId(),
      kind: 'delivery',
      owner: user_id,
      // In order for each subscription by itself: a receiver that is down holds up nobody else's deliveries.
      queue: `${webhook_id}/${user_id}`,
      target: webhook_id,
      due: at,
      data: newDelivery(
        eventOf(occurrence, style),
        JSON.stringify(buildMessage(occurrence, config, style)),
        at,
      ) satisfies object as Document,
    }));
}
