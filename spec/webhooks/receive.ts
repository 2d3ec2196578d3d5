import { createHash } from 'node:crypto';
import { type Agreement, agreed, WebhookConfigurationError } from './agreement.ts';
import type { WebhookEvent } from './events.ts';
import { type Delivery, type DeploymentNames, openBody, parseEvent } from './open.ts';
import type { HeadersLike, RawBody } from './seal.ts';
import { refuse, WebhookVerificationError } from './webhook-verification-error.ts';

/** How a receiver is set up; secret and key have to be given, or waived outright. */
export type ReceiverOptions = Agreement &
  DeploymentNames & {
    /** How far the event's signed `timestamp` may be from now; any distance when left out. */
    toleranceMs?: number;
    /** The time; the machine's clock when left out. */
    now?: () => number;
    /** Where handled deliveries are remembered; in this process when left out, nowhere when false. */
    seen?: SeenDeliveries | false;
    /** The most bytes of a body; 10 MiB when left out. */
    maxBytes?: number;
    /** Called with each delivery that is refused, for a log. */
    onRefused?: (refusal: WebhookVerificationError) => void;
  };

/**
 * Handles an event. The receiver acknowledges the delivery when this has ended; if it throws, the receiver answers with an
 * error, and handles the delivery anew when the sender repeats it. `id` is the same for each repeat of one delivery.
 */
export type EventHandler = (event: WebhookEvent, delivery: { id: string }) => unknown;

export type WebhookAnswer = { status: number; errors?: readonly string[] };

/** Reads a body that has no more bytes than that. */
type ReadBody = (most: number) => Promise<RawBody | undefined>;

/** Opens, de-duplicates and handles deliveries. Throws when the options protect nothing and do not say so. */
export function receiver(
  options: ReceiverOptions,
  handle: EventHandler,
): (read: ReadBody, headers: HeadersLike) => Promise<WebhookAnswer> {
  agreed(options);
  const { toleranceMs, now = () => Date.now(), seen = memoryOfDeliveries(), onRefused } = options;
  const { maxBytes = 10 * 1024 * 1024 } = options;
  if (toleranceMs !== undefined && !(toleranceMs > 0))
    throw new WebhookConfigurationError('toleranceMs must be a number of milliseconds above 0.');
  const opened = (delivery: Delivery): { event: WebhookEvent; id: string } => {
    const plain = openBody({ ...options, ...delivery });
    const event = parseEvent(plain, options.naming?.authority);
    if (toleranceMs !== undefined) checkTime(event.timestamp, now(), toleranceMs);
    // Of the plain bytes: a repeat may be encrypted anew, and nothing in the headers is signed.
    return { event, id: createHash('sha256').update(plain).digest('hex') };
  };
  return async (read, headers) => {
    try {
      const { event, id } = opened({ rawBody: await read(maxBytes), headers });
      return await handledOnce(seen, id, () => handle(event, { id }));
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      // Genuine, and of a kind that came up after this was written: to refuse it would only have it sent again.
      if (error.reason === 'unknown-event') return { status: 204 };
      onRefused?.(error);
      return { status: error.status, errors: [`${error.reason}: ${error.message}`] };
    }
  };
}

/** Reads no more of a body that is too long. */
export async function wholeBody(pieces: AsyncIterable<Uint8Array>, most: number): Promise<RawBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of pieces) {
    size += chunk.length;
    if (size > most) refuse('too-large', `The body has more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function handledOnce(seen: SeenDeliveries | false, id: string, handle: () => unknown) {
  if (seen === false) {
    await handle();
    return { status: 204 };
  }
  const state = await seen.begin(id);
  if (state === 'done') return { status: 204 };
  // Not acknowledged: if the first one fails, the sender has to send it again.
  if (state === 'busy')
    return { status: 409, errors: ['This delivery is being handled: send it again later.'] };
  try {
    await handle();
  } catch (error) {
    await seen.abandon(id);
    throw error;
  }
  await seen.finish(id);
  return { status: 204 };
}

function checkTime(timestamp: string, now: number, toleranceMs: number): void {
  // An invalid timestamp gives NaN, which is refused too.
  if (!(Math.abs(Date.parse(timestamp) - now) <= toleranceMs))
    refuse('out-of-time', `The event's timestamp is not within ${toleranceMs / 1000} s of now.`);
}

/** What is known of a delivery when it comes: never seen, being handled at this moment, or handled. */
export type DeliveryState = 'new' | 'busy' | 'done';

/** Remembers which deliveries were handled; each method is one atomic step, also of a store that processes share. */
export type SeenDeliveries = {
  /** Marks a new delivery as being handled, and returns its state before. */
  begin(id: string): DeliveryState | Promise<DeliveryState>;
  /** It was handled: a repeat is acknowledged and goes no further. */
  finish(id: string): void | Promise<void>;
  /** Handling failed: a repeat is to be handled. */
  abandon(id: string): void | Promise<void>;
};

/** Remembers the latest deliveries in this process; a restart forgets them. */
export function memoryOfDeliveries(most = 10_000): SeenDeliveries {
  const states = new Map<string, 'busy' | 'done'>();
  return {
    begin(id) {
      const state = states.get(id);
      if (state !== undefined) return state;
      states.set(id, 'busy');
      return 'new';
    },
    finish(id) {
      states.delete(id);
      states.set(id, 'done');
      for (const [oldest, state] of states) {
        if (states.size <= most) break;
        if (state === 'done') states.delete(oldest);
      }
    },
    abandon(id) {
      states.delete(id);
    },
  };
}
