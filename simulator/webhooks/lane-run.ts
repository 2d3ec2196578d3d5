import { afterAttempt, type Delivery, endsSubscription, type MadeAttempt, stopped } from './delivery.ts';
import type { DeliveryChange, DeliveryLedger, TakenLane } from './delivery-ledger.ts';
import type { DeliveryPolicy } from './delivery-policy.ts';
import { type Envelope, lowerCaseNames, type seal } from './envelope.ts';
import type { Recorder } from './recorder.ts';
import type { Subscription } from './subscription.ts';
import type { Transport, TransportOutcome } from './transport.ts';

/** An attempt that happened, as a moved clock reports it. */
export type DeliveryEffect = {
  at: number;
  kind: 'delivery-attempt';
  delivery_id: string;
  webhook_id: string;
  user_id: string;
  event: string;
  attempt: number;
  status: number | null;
  error: string | null;
  state: Delivery['state'];
};

/** What an attempt is made with. */
export type AttemptContext = {
  ledger: DeliveryLedger;
  recorder: Recorder;
  transport: Transport;
  seal: typeof seal;
  policy: DeliveryPolicy;
  vendor?: string;
  iv: (bytes: number) => Uint8Array;
  random: () => number;
  stopwatch: () => number;
};

/** What came of a run: whether the receiver answered last, the ends of subscriptions, and the records under way. */
export type LaneRun = {
  answered: boolean;
  ending: 'gone' | 'exhausted' | null;
  recorded: Promise<unknown>;
  effects: DeliveryEffect[];
};

async function sendOnce(
  delivery: Delivery,
  subscription: Subscription,
  { policy, transport, seal, iv, vendor }: AttemptContext,
): Promise<TransportOutcome & { sent: Envelope | null }> {
  const { delivery_id, message, attempts } = delivery;
  let sent: Envelope | null = null;
  try {
    sent = seal(message, subscription, { delivery_id, attempt: attempts.length + 1, iv, vendor, policy });
    const { timeoutMs, redirects } = policy;
    return { ...(await transport({ url: subscription.url, ...sent, timeoutMs, redirects })), sent };
  } catch {
    // Neither sealing nor sending ought to throw; if one does, the delivery must not go round for ever uncounted.
    return { error: sent === null ? 'could not be sealed' : 'could not be sent', sent };
  }
}

async function attempted(
  delivery: Delivery,
  at: number,
  subscription: Subscription,
  context: AttemptContext,
): Promise<MadeAttempt> {
  const start = context.stopwatch();
  const { sent, ...outcome } = await sendOnce(delivery, subscription, context);
  const duration_ms = Math.round(context.stopwatch() - start);
  const answer =
    'status' in outcome ? { status: outcome.status, error: null } : { status: null, error: outcome.error };
  return {
    round: delivery.round,
    attempt: { at, ...answer, duration_ms },
    headers: sent === null ? null : lowerCaseNames(sent.headers),
    body: sent?.body ?? null,
  };
}

/**
 * Sends the deliveries of a lane in order, until one has to wait or `halt` says so.
 *
 * A record is not waited for before the next delivery goes out: after a crash both go out again, in the same order.
 */
export async function runLane(
  lane: TakenLane,
  now: () => number,
  halt: () => boolean,
  context: AttemptContext,
): Promise<LaneRun> {
  const { ledger, recorder, policy } = context;
  const records: Promise<void>[] = [];
  const record = (delivery_id: string, change: DeliveryChange['change'], more: boolean) => {
    const written = recorder.record(lane.user_id, { delivery_id, change }, more);
    // Whoever holds the run waits for the records later; until then a failure must not count as unhandled.
    written.catch(() => {});
    records.push(written);
  };
  const run: LaneRun = { answered: true, ending: null, recorded: Promise.resolve(), effects: [] };
  const last = lane.deliveries.at(-1);
  for (const delivery of lane.deliveries) {
    const { delivery_id } = delivery;
    const subscription = await ledger.subscription(lane.webhook_id);
    if (subscription === undefined) {
      record(delivery_id, stopped, delivery !== last);
      continue;
    }
    const made = await attempted(delivery, now(), subscription, context);
    const [ended, jitter] = [now(), context.random()];
    const change = (stored: Delivery) => afterAttempt(stored, made, ended, policy, jitter);
    const after = change(delivery);
    run.effects.push(effectOf(after, made));
    run.answered = made.attempt.error === null;
    run.ending ??= endsSubscription(after, policy);
    const isEnd = after.state === 'pending' || run.ending !== null || delivery === last || halt();
    record(delivery_id, change, !isEnd);
    if (isEnd) break;
  }
  run.recorded = Promise.all(records);
  run.recorded.catch(() => {});
  return run;
}

function effectOf(
  { delivery_id, webhook_id, user_id, event, attempts, state }: Delivery,
  made: MadeAttempt,
): DeliveryEffect {
  const { at, status, error } = made.attempt;
  return {
    at,
    kind: 'delivery-attempt',
    delivery_id,
    webhook_id,
    user_id,
    event,
    attempt: attempts.length,
    status,
    error,
    state,
  };
}
