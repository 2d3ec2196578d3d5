import type { Effect } from '../../spec/types.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { isoInstant } from '../domain/instant.ts';
import { without } from '../domain/user-record.ts';
import type { Metrics } from '../ports/metrics.ts';
import { currentTrace, setSpan } from '../ports/trace.ts';
import type { ClientState } from '../state/client-state.ts';
import type { Claim, ClientStore, WorkItem } from '../store/port.ts';
import { DELIVERIES, strikeFault } from '../tenant/faults.ts';
import {
  afterAttempt,
  type DeliveryPolicy,
  type DeliveryRecord,
  type Due,
  deliveryOf,
  endsSubscription,
  type FinishedAttempt,
  stopped,
  withDelivery,
} from '../webhooks/delivery.ts';
import type { Transport, TransportOutcome } from '../webhooks/http-transport.ts';
import type { Envelope, seal } from '../webhooks/message.ts';
import type { WorkHandler } from '../worker/work-handler.ts';

export type DeliverOptions = {
  clientStore: Pick<ClientStore, 'change' | 'work'>;
  state: Pick<ClientState, 'read' | 'change' | 'nowOf'>;
  transport: Transport;
  seal: typeof seal;
  policy: DeliveryPolicy;
  vendor: string;
  /** Fresh bytes for an initialisation vector; never from a seed, since a vector must not be used twice. */
  iv: (bytes: number) => Uint8Array;
  metrics?: Metrics;
  /** For jitter: a number in [0, 1). */
  random: () => number;
  realNow: () => number;
  /** Real milliseconds, to measure how long an attempt takes. */
  stopwatch?: () => number;
};

export function deliver(options: DeliverOptions): WorkHandler {
  const { clientStore, state, policy, random, realNow } = options;
  return async ({ item, until }, at, now) => {
    const webhookId = item.target ?? '';
    const client = await state.read();
    const subscription = client.webhooks[webhookId];
    if (!subscription || subscription.disabled) {
      return {
        async write(claim) {
          await changeDelivery(clientStore, claim.item, stopped, claim);
          return [];
        },
      };
    }
    // Another worker can claim the item when the lease ends, and a late attempt could overtake the one that it makes.
    if (until - realNow() < policy.timeoutMs) return 'later';
    const fault = await strikeFault(state, DELIVERIES, client);
    if (fault) await attempt(item, at, subscription, options);
    const finished = await attempt(item, at, subscription, options);
    const endedAt = await now();
    const jitter = random();
    return {
      answered: finished.attempt.error === null,
      async write(claim) {
        const change = (before: Due) => afterAttempt(before, finished, endedAt, policy, jitter);
        const after = await changeDelivery(clientStore, claim.item, change, claim);
        if (!after) return [];
        options.metrics?.count('payrig_delivery_attempts_total', { state: after.state });
        const ending = endsSubscription(after, policy);
        if (ending) await endSubscription(webhookId, ending, options);
        return [effectOf(item, after, finished)];
      },
    };
  };
}

export async function stopDeliveries(
  webhookId: string,
  clientStore: DeliverOptions['clientStore'],
): Promise<void> {
  const items = await clientStore.work.list({ kind: 'delivery', target: webhookId });
  for (const item of items)
    if (deliveryOf(item).state === 'pending') await changeDelivery(clientStore, item, stopped);
}

/** Changes a delivery as it stands in the commit; undefined when it is gone. */
const changeDelivery = (
  clientStore: DeliverOptions['clientStore'],
  { id, owner }: WorkItem,
  change: (due: Due) => Due,
  claim?: Claim,
): Promise<DeliveryRecord | undefined> =>
  clientStore.change(
    owner,
    ({ item }) => {
      if (!item) return { result: undefined };
      const after = change({ delivery: deliveryOf(item), due: item.due });
      return { work: [withDelivery(item, after)], result: after.delivery };
    },
    claim ? { claim } : { item: id },
  );

/** Deletes or disables a subscription whose receiver answered that it is gone, or failed every attempt. */
async function endSubscription(
  webhookId: string,
  why: 'gone' | 'exhausted',
  { clientStore, state }: DeliverOptions,
): Promise<void> {
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
  { policy, transport, seal, iv, vendor, stopwatch = () => performance.now() }: DeliverOptions,
): Promise<FinishedAttempt> {
  const { message, attempts, round } = deliveryOf(item);
  const trace = currentTrace();
  const start = stopwatch();
  let sent: Envelope | undefined;
  let outcome: TransportOutcome;
  try {
    const context = { delivery_id: item.id, attempt: attempts.length + 1, iv, vendor, policy };
    sent = seal(message, subscription, context);
    if (trace !== undefined) sent = { ...sent, headers: { ...sent.headers, traceparent: trace } };
    const { timeoutMs, redirects } = policy;
    outcome = await transport({ url: subscription.url, ...sent, timeoutMs, redirects });
  } catch {
    // Neither sealing nor sending should throw; if one does, the attempt has to count, or it is repeated for ever.
    outcome = { error: sent ? 'could not be sent' : 'could not be sealed' };
  }
  const duration_ms = Math.round(stopwatch() - start);
  const made = { at, status: null, error: null, ...outcome, duration_ms };
  setSpan({ 'payrig.attempt': attempts.length + 1 });
  if (made.status !== null) setSpan({ 'http.response.status_code': made.status });
  if (made.error !== null || Number(made.status) >= 300)
    setSpan({ 'error.type': made.error ?? String(made.status) });
  return {
    round,
    attempt: made,
    headers: sent?.headers ?? null,
    body: sent?.body ?? null,
  };
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
