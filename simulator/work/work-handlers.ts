import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { deliveryPolicy } from '../webhooks/delivery.ts';
import type { WorkHandlers } from '../worker/worker.ts';
import { recurringCheck } from './check.ts';
import { deliver } from './deliver.ts';
import { expiry } from './expiry.ts';
import { extraction } from './extract-document.ts';
import { incomeEvent, scheduleIncome } from './income.ts';
import { reschedule } from './reschedule.ts';

/** How each kind of work of a client is done. */
export function workHandlers(client: Client, services: Services): WorkHandlers {
  const { profile, transport, seal, random, randomBytes, realNow } = services;
  const { clientStore, state } = client;
  return {
    check: recurringCheck(client, services),
    delivery: deliver({
      clientStore,
      state,
      transport,
      seal,
      random,
      realNow,
      policy: deliveryPolicy(profile.points),
      vendor: profile.naming.vendor,
      iv: randomBytes,
    }),
    expiry: expiry(client),
    extraction: extraction(client, services),
    income: incomeEvent(client, services),
    'income-schedule': scheduleIncome(client),
    reschedule: reschedule(client),
  };
}
