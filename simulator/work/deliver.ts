import type { Effect } from '../../spec/types.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { isoInstant } from '../domain/instant.ts';
import { without } from '../domain/user-record.ts';
import type { ClientState } from '../state/client-state.ts';
import type { Claim, ClientStore, WorkItem } from '../store/port.ts';
import {
  afterAttempt,
  type Delivery,
  type Due,
  deliveryOf,
  endsSubscription,
  type MadeAttempt,
  stopped,
  withDelivery,
} from '../webhooks/delivery.ts';
import type { DeliveryPolicy } from '../webhooks/delivery-policy.ts';
import type { Envelope, seal } from '../webhooks/envelope.ts';
import type { Transport, TransportOutcome } from '../webhooks/transport.ts';
import type { WorkHandler } from '../worker/work-handler.ts';

/** What deliveries are made with. */
export type DeliverOptions = {
  clientStore: Pick<ClientStore, 'change' | 'work'>;
  state: Pick<ClientState, 'read' | 'change'>;
  transport: Transport;
  seal: typeof seal;
  policy: DeliveryPolicy;
  vendor: string;
  /** Fresh bytes for a vector; never from a seed, for a vector must not come twice. */
  iv: (bytes: number) => Uint8Array;
  /** For jitter: a number in [0, 1). */
  random: () => number;
  realNow: () => number;
  /** Real milliseconds, to tell how long an attempt took. */
  stopwatch: () => number;
};

/** Sends a delivery that is due, and writes down what came of it. */
export function deliver(options: DeliverOptions): WorkHandler {
  const { clientStore, state, policy, random, realNow } = options;
  return async ({ item, until }, at, now) => {
    const subscription = (await state.read()).webhooks[item.target ?? ''];
    if (!subscription || subscription.disabled) {
      return { write: (claim) => record(clientStore, claim.item, stopped, claim).then(() => []) };
    }
    // Whoever comes next may have it soon, and what is sent late could overtake what they send.
    if (until - realNow() < policy.timeoutMs) return 'later';
    const made = await attempt(item, at, subscription, options);
    const [ended, jitter] = [await now(), random()];
    return {
      answered: made.attempt.error === null,
      async write(claim) {
        const change = (due: Due) => afterAttempt(due, made, ended, policy, jitter);
        const after = await record(clientStore, claim.item, change, claim);
        const ending = after && endsSubscription(after, policy);
        if (ending) await endSubscription(item.target ?? '', ending, options);
        return after ? [effectOf(item, after, made)] : [];
      },
    };
  };
}

/** Gives up all that is pending for a subscription that was deleted. */
export async function stopDeliveries(
  webhookId: string,
  clientStore: DeliverOptions['clientStore'],
): Promise<void> {
  const items = await clientStore.work.list({ kind: 'delivery', target: webhookId });
  for (const item of items)
    if (deliveryOf(item).state === 'pending') await record(clientStore, item, stopped);
}

/** Changes a delivery as it is by then; undefined when it is not there any more. */
function record(
  clientStore: DeliverOptions['clientStore'],
  { id, owner }: WorkItem,
  change: (due: Due) => Due,
  claim?: Claim,
): Promise<Delivery | undefined> {
  return clientStore.change(
    owner,
    ({ item }) => {
      if (!item) return { result: undefined };
      const after = change({ delivery: deliveryOf(item), due: item.due });
      return { work: [withDelivery(item, after)], result: after.delivery };
    },
    claim ? { claim } : { item: id },
  );
}

/** Deletes or disables a subscription whose receiver said that it is gone, or that failed without end. */
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
  { policy, transport, seal, iv, vendor, stopwatch }: DeliverOptions,
): Promise<MadeAttempt> {
  const { message, attempts, round } = deliveryOf(item);
  const start = stopwatch();
  let sent: Envelope | undefined;
  let outcome: TransportOutcome;
  try {
    const context = { delivery_id: item.id, attempt: attempts.length + 1, iv, vendor, policy };
    sent = seal(message, subscription, context);
    const { timeoutMs, redirects } = policy;
    outcome = await transport({ url: subscription.url, ...sent, timeoutMs, redirects });
  } catch {
    // Neither sealing nor sending ought to throw; if one does, the delivery must not go round for ever uncounted.
    outcome = { error: sent ? 'could not be sent' : 'could not be sealed' };
  }
  const duration_ms = Math.round(stopwatch() - start);
  return {
    round,
    attempt: { at, status: null, error: null, ...outcome, duration_ms },
    headers: sent?.headers ?? null,
    body: sent?.body ?? null,
  };
}

function effectOf({ id, target, owner }: WorkItem, delivery: Delivery, { attempt }: MadeAttempt): Effect {
  const { event, attempts, state } = delivery;
  const { at, status, error } = attempt;
  return {
    at: isoInstant(at),
    kind: 'delivery-attempt',
    delivery_id: id,
    webhook_id: target,
    user_id: owner,
    event,
    attempt: attempts.length,
    status,
    error,
    state,
  } as Effect;
}
