import type { Effect } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { without } from '../domain/user-record.ts';
import type { ClientState } from '../state/client-state.ts';
import type { Claim, Space, WorkItem } from '../store/port.ts';
import type { WorkHandler } from '../worker/work-handler.ts';
import {
  afterAttempt,
  type Delivery,
  type Due,
  deliveryOf,
  endsSubscription,
  type MadeAttempt,
  stopped,
  withDelivery,
} from './delivery.ts';
import type { DeliveryPolicy } from './delivery-policy.ts';
import { type Envelope, lowerCaseNames, type seal } from './envelope.ts';
import type { Subscription } from './subscription.ts';
import type { Transport, TransportOutcome } from './transport.ts';

/** What deliveries are made with. */
export type DeliverOptions = {
  space: Pick<Space, 'change' | 'work'>;
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
  const { space, state, policy, random, realNow } = options;
  return async ({ item, until }, at, now) => {
    const subscription = (await state.read()).webhooks[item.target ?? ''];
    if (!subscription || subscription.disabled) {
      return { write: (claim) => record(space, claim.item, stopped, claim).then(() => []) };
    }
    // Whoever comes next may have it soon, and what is sent late could overtake what they send.
    if (until - realNow() < policy.timeoutMs) return 'later';
    const made = await attempt(item, at, subscription, options);
    const [ended, jitter] = [await now(), random()];
    return {
      answered: made.attempt.error === null,
      async write(claim) {
        const after = await record(
          space,
          claim.item,
          (due) => afterAttempt(due, made, ended, policy, jitter),
          claim,
        );
        const ending = after && endsSubscription(after, policy);
        if (ending) await endSubscription(item.target ?? '', ending, options);
        return after ? [effectOf(item, after, made)] : [];
      },
    };
  };
}

/** Gives up all that is pending for a subscription that was deleted. */
export async function stopDeliveries(webhookId: string, space: DeliverOptions['space']): Promise<void> {
  const items = await space.work.list({ kind: 'delivery', target: webhookId });
  for (const item of items) if (deliveryOf(item).state === 'pending') await record(space, item, stopped);
}

/** Changes a delivery as it is by then; undefined when it is not there any more. */
function record(
  space: DeliverOptions['space'],
  { id, owner }: WorkItem,
  change: (due: Due) => Due,
  claim?: Claim,
): Promise<Delivery | undefined> {
  return space.change(
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
  { space, state }: DeliverOptions,
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
  await stopDeliveries(webhookId, space);
}

async function attempt(
  item: WorkItem,
  at: number,
  subscription: Subscription,
  options: DeliverOptions,
): Promise<MadeAttempt> {
  const start = options.stopwatch();
  const { sent, ...outcome } = await send(item, subscription, options);
  const duration_ms = Math.round(options.stopwatch() - start);
  const answer =
    'status' in outcome ? { status: outcome.status, error: null } : { status: null, error: outcome.error };
  return {
    round: deliveryOf(item).round,
    attempt: { at, ...answer, duration_ms },
    headers: sent === null ? null : lowerCaseNames(sent.headers),
    body: sent?.body ?? null,
  };
}

async function send(
  item: WorkItem,
  subscription: Subscription,
  { policy, transport, seal, iv, vendor }: DeliverOptions,
): Promise<TransportOutcome & { sent: Envelope | null }> {
  const { message, attempts } = deliveryOf(item);
  let sent: Envelope | null = null;
  try {
    const attempt = attempts.length + 1;
    sent = seal(message, subscription, { delivery_id: item.id, attempt, iv, vendor, policy });
    const { timeoutMs, redirects } = policy;
    return { ...(await transport({ url: subscription.url, ...sent, timeoutMs, redirects })), sent };
  } catch {
    // Neither sealing nor sending ought to throw; if one does, the delivery must not go round for ever uncounted.
    return { error: sent === null ? 'could not be sealed' : 'could not be sent', sent };
  }
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
