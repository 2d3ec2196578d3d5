import { decrypt, headerNames, headerOf } from '../../../spec/webhooks/seal.ts';
import type { Arrangement } from '../../judgement/arrangement.ts';
import type { OnDelivery, Received, Receiver } from '../../judgement/receiver.ts';
import { readJson } from '../../target/read-json.ts';
import type { Agreed, Trace } from './trace.ts';

export function recordedArrangement(arrangement: Arrangement, trace: Trace): Arrangement {
  return new Proxy(arrangement, {
    get(target, name: string) {
      const act = target[name as keyof Arrangement] as unknown as (...given: unknown[]) => Promise<unknown>;
      // Reading the clock changes nothing, and would fill half of every story.
      if (name === 'now') return act;
      return async (...given: unknown[]) => {
        const step = trace.arranging(name, given);
        const made = act(...given);
        step.made = await made.catch((error: unknown) => error);
        return made;
      };
    },
  });
}

/** The receiver, which also passes every delivery to the check's own inboxes to the trace and to `heard`. */
export const recordedReceiver = (
  receiver: Receiver,
  deliveries: Arrangement['deliveries'] | undefined,
  trace: Trace,
  heard: OnDelivery,
): Receiver => ({
  inbox: () => {
    const onDelivery: OnDelivery = (url, delivery) => {
      trace.delivered(url, delivery);
      heard(url, delivery);
    };
    // A delivery that the deployment says it made, and that never came, is not waited for.
    const inbox = receiver.inbox(onDelivery, async () => {
      const ids = trace.webhooks.get(inbox.url) ?? [];
      const made = (await Promise.all(ids.map((webhookId) => deliveries?.({ webhookId }) ?? []))).flat();
      const came = inbox.received.length;
      if (made.length <= came || made.some(({ state }) => state !== 'delivered')) return undefined;
      return `The deployment says that it delivered ${made.length}; ${came} came.`;
    });
    return inbox;
  },
});

/** The JSON text that a delivery holds, decrypted under what its subscription agreed on; undefined when it cannot be read. */
export function plainDelivery(delivery: Pick<Received, 'raw' | 'headers'>, agreed: Agreed, vendor: string) {
  const { raw, headers } = delivery;
  const { encryption_key: key } = agreed;
  const iv = headerOf(headers, headerNames(vendor).encryptionIv);
  try {
    const text = (key === undefined ? raw : decrypt(raw, iv ?? '', key)).toString('utf8');
    return readJson(text) === undefined ? undefined : text;
  } catch {
    return undefined;
  }
}
