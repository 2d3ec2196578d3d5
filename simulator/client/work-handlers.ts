import { extraction } from '../documents/extract-document.ts';
import { recurringCheck } from '../retrieval/check.ts';
import { reschedule } from '../retrieval/reschedule.ts';
import type { Services } from '../services.ts';
import { expiry } from '../time/expiry.ts';
import { deliver } from '../webhooks/deliver.ts';
import { deliveryPolicy } from '../webhooks/delivery-policy.ts';
import type { WorkHandlers } from '../worker/work-handler.ts';
import type { Client } from './client.ts';

/** How each kind of work of a client is done. */
export function workHandlers(client: Client, services: Services): WorkHandlers {
  const { profile, transport, seal, random, randomBytes, realNow } = services;
  const { space, state } = client;
  return {
    check: recurringCheck(client, services),
    delivery: deliver({
      ...{ space, state, transport, seal, random, realNow },
      policy: deliveryPolicy(profile.points),
      vendor: profile.naming.vendor,
      iv: randomBytes,
      stopwatch: () => performance.now(),
    }),
    expiry: expiry(client),
    extraction: extraction(client, services),
    reschedule: reschedule(client),
  };
}
