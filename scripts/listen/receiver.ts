import type { IncomingHttpHeaders } from 'node:http';
import { InvalidArgumentError } from 'commander';
import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { open, type WebhookNaming, WebhookVerificationError } from '../../spec/webhooks/index.ts';
import { bodyOf, type LocalServer, startLocalServer } from '../local-server.ts';

export type Incoming = { rawBody: Buffer; headers: IncomingHttpHeaders; at: Date };

/** The response to a delivery: a status, or none until the sender gives up. */
export type ReceiverAnswer = number | 'timeout';

/** Reads `500,timeout`: the responses to the first deliveries, in turn. */
export const failPlan = (text: string): ReceiverAnswer[] =>
  text.split(',').map((word) => {
    const plan = word.trim();
    if (plan === 'timeout') return plan;
    const status = /^\d{3}$/.test(plan) ? Number(plan) : 0;
    if (status >= 300 && status <= 599) return status;
    throw new InvalidArgumentError('Give statuses from 300 to 599 and timeout, e.g. 500,timeout.');
  });

export type Agreed = { secret: string; key?: string; naming: WebhookNaming };

export type Opened = { event: { event: string; user_id: string } } | { refusal: WebhookVerificationError };

/** Opens a delivery with the kit that any receiver would use. */
export function openDelivery({ rawBody, headers }: Incoming, agreed: Agreed): Opened {
  try {
    return { event: open({ rawBody, headers, naming: agreed.naming, ...agreementWith(agreed) }) };
  } catch (refusal) {
    if (refusal instanceof WebhookVerificationError) return { refusal };
    throw refusal;
  }
}

/** Starts a receiver on a free port of this machine; `take` decides the response to each delivery. */
export function startReceiver(take: (incoming: Incoming) => Promise<ReceiverAnswer>): Promise<LocalServer> {
  return startLocalServer(async (request, response) => {
    try {
      const incoming = { rawBody: await bodyOf(request), headers: request.headers, at: new Date() };
      const answer = request.method === 'POST' ? await take(incoming) : 405;
      if (answer !== 'timeout') response.writeHead(answer).end();
    } catch {
      // The sender closed the connection before the end, and will retry, or sent more than a delivery can be.
      response.destroy();
    }
  });
}
