import type { Effect } from '../../spec/types.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { isoInstant } from '../domain/instant.ts';
import { without } from '../domain/user-record.ts';
import { currentTrace, setSpan } from '../ports/trace.ts';
import type { Claim, ClientStore, WorkItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { DELIVERIES, strikeFault } from '../tenant/faults.ts';
import type { Services } from '../tenant/services.ts';
import {
  afterAttempt,
  type DeliveryRecord,
  type Due,
  deliveryOf,
  endsSubscription,
  type FinishedAttempt,
  isSuccess,
  stopped,
  withDelivery,
} from '../webhooks/delivery.ts';
import type { TransportOutcome } from '../webhooks/http-transport.ts';
import type { Envelope } from '../webhooks/message.ts';
import type { WorkHandler } from '../worker/work-handler.ts';

type Needed = 'profile' | 'transport' | 'seal' | 'random' | 'randomBytes' | 'realNow';
export type DeliveryServices = Pick<Services, Needed> & Partial<Pick<Services, 'metrics'>>;
type Stored = Pick<Client, 'clientStore' | 'state'>;

export function deliver(client: Stored, services: DeliveryServices): WorkHandler {
  const { clientStore, state } = client;
  const { profile, metrics, random, realNow } = services;
  const { points } = profile;
  return async ({ item, until }, at, now) => {
    const webhookId = item.target ?? '';
    const record = await state.read();
    const subscription = record.webhooks[webhookId];
    if (!subscription || subscription.disabled)
      return { write: (claim) => changeDelivery(clientStore, claim.item, stopped, claim).then(() => []) };
    // Another worker can claim the item when the lease ends, and a late attempt could overtake the one that it makes.
    if (until - realNow() < points['webhooks.delivery.timeout-ms']) return 'later';
    if (await strikeFault(state, DELIVERIES, record)) await attempt(item, at, subscription, services);
    const finished = await attempt(item, at, subscription, services);
    // Only a retry counts from here, and to read the clock is a round trip to a database.
    const endedAt = isSuccess(finished.attempt, points) ? at : await now();
    const jitter = random();
    return {
      answered: finished.attempt.error === null,
      async write(claim) {
        const change = (before: Due) => afterAttempt(before, finished, endedAt, points, jitter);
        const after = await changeDelivery(clientStore, claim.item, change, claim);
        if (!after) return [];
        metrics?.count('payrig_delivery_attempts_total', { state: after.state });
        const ending = endsSubscription(after, points);
        if (ending) await endSubscription(webhookId, ending, client);
        return [effectOf(item, after, finished)];
      },
    };
  };
}

export async function stopDeliveries(webhookId: string, clientStore: ClientStore): Promise<void> {
  for (const item of await clientStore.work.list({ kind: 'delivery', target: webhookId }))
    if (deliveryOf(item).state === 'pending') await changeDelivery(clientStore, item, stopped);
}

/** Changes a delivery as it stands in the commit; undefined when it is gone. */
const changeDelivery = (store: ClientStore, known: WorkItem, change: (due: Due) => Due, claim?: Claim) =>
  store.change(
    known.owner,
    ({ item }) => {
      if (!item) return { result: undefined };
      const after = change({ delivery: deliveryOf(item), due: item.due });
      return { work: [withDelivery(item, after)], result: after.delivery };
    },
    claim ? { claim } : { item: known.id },
  );

/** Deletes or disables a subscription whose receiver answered that it is gone, or failed every attempt. */
async function endSubscription(webhookId: string, why: 'gone' | 'exhausted', { clientStore, state }: Stored) {
  await state.change((client) => {
    const found = client.webhooks[webhookId];
    if (!found) return { record: client, result: undefined };
    const webhooks =
      why === 'gone'
        ? without(client.webhooks, webhookId)
        : { ...client.webhooks, [webhookId]: { ...found, disabled: true } };
    return { record: { ...client, webhooks }, result: undefined };
  });
  await stopDeliveries(webhookId, clientStore);
}

async function attempt(
  item: WorkItem,
  at: number,
  subscription: SubscriptionRecord,
  { profile: { points, naming }, transport, seal, randomBytes, realNow }: DeliveryServices,
): Promise<FinishedAttempt> {
  const { message, attempts, round } = deliveryOf(item);
  const trace = currentTrace();
  const start = realNow();
  let sent: Envelope | undefined;
  let outcome: TransportOutcome;
  try {
    const numbered = { delivery_id: item.id, attempt: attempts.length + 1 };
    sent = seal(message, subscription, { ...numbered, iv: randomBytes, vendor: naming.vendor, points });
    if (trace !== undefined) sent = { ...sent, headers: { ...sent.headers, traceparent: trace } };
    const timeoutMs = points['webhooks.delivery.timeout-ms'];
    const redirects = points['webhooks.delivery.redirects'];
    outcome = await transport({ url: subscription.url, ...sent, timeoutMs, redirects });
  } catch {
    // Neither sealing nor sending should throw; if one does, the attempt has to count, or it is repeated for ever.
    outcome = { error: sent ? 'could not be sent' : 'could not be sealed' };
  }
  const made = { at, status: null, error: null, ...outcome, duration_ms: realNow() - start };
  setSpan({ 'payrig.attempt': attempts.length + 1 });
  if (made.status !== null) setSpan({ 'http.response.status_code': made.status });
  if (made.error !== null || Number(made.status) >= 300)
    setSpan({ 'error.type': made.error ?? String(made.status) });
  return { round, attempt: made, headers: sent?.headers ?? null, body: sent?.body ?? null };
}

const effectOf = (item: WorkItem, delivery: DeliveryRecord, { attempt }: FinishedAttempt): Effect => ({
  at: isoInstant(attempt.at),
  kind: 'delivery-attempt',
  delivery_id: item.id,
  webhook_id: item.target,
  user_id: item.owner,
  event: delivery.event,
  attempt: delivery.attempts.length,
  status: attempt.status,
  error: attempt.error,
  state: delivery.state,
});
