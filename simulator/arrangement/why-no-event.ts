import type { SuccessBody } from '../../spec/operations.ts';
import { eventKinds, eventWords } from '../../spec/webhooks/events.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { refusals } from '../domain/refusal.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import type { Client } from '../tenant/client.ts';
import { deliveryView } from '../webhooks/delivery.ts';

type Reason = SuccessBody<'whyNoEvent'>['reasons'][number];

type Subscriptions = readonly SubscriptionRecord[];

const subscriptionsOf = async ({ state }: Client): Promise<Subscriptions> =>
  Object.values((await state.read()).webhooks);

export const whyNoEvent = {
  async whyNoEvent({ client, query, services }) {
    const { event, user_id } = query;
    const named = eventKinds(services.profile.naming.authority);
    const word = eventWords.find((one) => one === event || named[one] === event);
    if (event !== undefined && word === undefined)
      throw refusals.invalid([`Query parameter [event] must be one of ${Object.values(named).join(', ')}`]);
    const isMeant = (one: { events: readonly string[] }) =>
      word === undefined || one.events.includes(eventKinds()[word]);
    const all = await subscriptionsOf(client);
    const meant = all.filter(isMeant);
    const items = await client.clientStore.work.list({ kind: 'delivery', owner: user_id?.toLowerCase() });
    const deliveries = items
      .map(deliveryView)
      .filter((one) => word === undefined || one.event === named[word]);
    const { isFrozen } = await client.state.clock();
    const reasons = subscribedWhy(all, meant, word && named[word]);
    if (meant.length === 0)
      for (const other of services.clients)
        if (other !== client && (await subscriptionsOf(other)).some(isMeant))
          reasons.push(why('other-client', otherClient));
    if (meant.length > 0) reasons.push(...sentWhy(deliveries.at(-1), isFrozen));
    return ok({ answer: reasons.map(({ about }) => about).join(' '), reasons });
  },
} satisfies Partial<ArrangementHandlers>;

const otherClient = 'Another client of this sandbox has a subscription to it; clients share nothing.';

const next: Readonly<Record<Reason['reason'], string>> = {
  'no-subscription': 'payrig listen subscribes, and so does POST /webhooks.',
  'other-event': 'Subscribe to this event too: POST /webhooks with it in [events].',
  'other-client': 'Subscribe with the API key that the event happens under.',
  disabled: 'Delete the subscription and make it again.',
  'nothing-happened': 'payrig trigger makes an event happen; so does a moved clock.',
  'refused-address': 'Check that the receiver runs and that the sandbox may call its address.',
  'waits-for-retry': 'Move the clock there, or redeliver it.',
  'clock-frozen': 'Move the clock, or let it go on: POST /_sandbox/clock.',
  failed: 'Mend the receiver, then redeliver it.',
  delivered: 'Look at what the receiver does with it: open the delivery.',
};

const why = (reason: Reason['reason'], about: string): Reason => ({ reason, about, next: next[reason] });

function subscribedWhy(all: Subscriptions, meant: Subscriptions, event: string | undefined): Reason[] {
  if (all.length === 0)
    return [why('no-subscription', 'This client has no subscription, so nothing is sent.')];
  if (meant.length === 0) {
    const kinds = [...new Set(all.flatMap(({ events }) => events))].join(', ');
    return [why('other-event', `No subscription lists ${event}; there are some to ${kinds}.`)];
  }
  return meant
    .filter(({ disabled }) => disabled)
    .map(({ name }) => why('disabled', `The subscription [${name}] is disabled: nothing is sent to it.`));
}

function sentWhy(latest: ReturnType<typeof deliveryView> | undefined, isFrozen: boolean): Reason[] {
  if (!latest)
    return [why('nothing-happened', 'There is a subscription, and no such event has happened since.')];
  const { state, attempts, next_attempt_at, delivery_id } = latest;
  const { status, error } = attempts.at(-1) ?? { status: null, error: null };
  const what = `The latest delivery [${delivery_id}]`;
  if (state === 'delivered')
    return [why('delivered', `${what} was sent, and the receiver answered ${status}.`)];
  const answer = status === null ? (error ?? 'nothing yet') : `status ${status}`;
  const outcome = status === null && error ? 'refused-address' : 'failed';
  const missed = why(outcome, `${what} got no 2xx from the receiver: ${answer}.`);
  const ended = attempts.length === 0 ? [] : [missed];
  if (state === 'failed') return ended;
  const again = attempts.length === 0 ? '' : 'again ';
  const waits = why('waits-for-retry', `It is sent ${again}at ${next_attempt_at} by the client's clock.`);
  const frozen = why('clock-frozen', 'The clock is frozen, so that time does not come.');
  return [...ended, waits, ...(isFrozen ? [frozen] : [])];
}
