import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stream } from '../../generators/random.ts';
import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { deliveryOf, open, type WebhookEvent } from '../../spec/webhooks/index.ts';

/** A subscription as its receiver knows it. */
export type Expected = { path: string; secret?: string; key?: string };

export type Arrival = { path: string; deliveryId: string; event: WebhookEvent };

/** A receiver that verifies what it gets, and fails at random. */
export type FlakyReceiver = {
  url: string;
  /** Every delivery that came whole and genuine, in the order of arrival. */
  arrivals: Arrival[];
  /** Deliveries that no honest sandbox sends. */
  refused: string[];
  failures: number;
  /** Fails no more. */
  recover(): void;
  close(): Promise<void>;
};

/** No delivery fails more often, so that its attempts are never used up. */
const mostFailures = 3;

export async function startFlakyReceiver(
  expected: readonly Expected[],
  chance: Stream,
): Promise<FlakyReceiver> {
  const failed = new Map<string, number>();
  let healthy = false;
  const receiver: FlakyReceiver = {
    url: '',
    arrivals: [],
    refused: [],
    failures: 0,
    recover: () => {
      healthy = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const subscription = expected.find(({ path }) => path === request.url);
    const delivery = deliveryOf(request.headers);
    if (!subscription || !delivery) throw new Error(`Nobody subscribed ${request.url}`);
    const { path } = subscription;
    const event = open({
      rawBody: Buffer.concat(chunks),
      headers: request.headers,
      ...agreementWith(subscription),
    });
    receiver.arrivals.push({ path, deliveryId: delivery.id, event });
    const failures = failed.get(delivery.id) ?? 0;
    if (healthy || failures >= mostFailures || chance.chance(0.7)) {
      response.writeHead(chance.pick([200, 201, 204])).end();
      return;
    }
    failed.set(delivery.id, failures + 1);
    receiver.failures += 1;
    fail(request, response, chance);
  };
  const server = createServer((request, response) => {
    receive(request, response).catch((error: Error) => {
      // A process that dies leaves half a request behind; all else is a delivery that should not be.
      if (request.complete) receiver.refused.push(`${request.url}: ${error.message}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

function fail(request: IncomingMessage, response: ServerResponse, chance: Stream): void {
  chance.weighted<() => void>([
    [() => response.writeHead(chance.pick([500, 502, 503, 429, 404])).end('no'), 5],
    [() => request.socket.resetAndDestroy(), 3],
    [() => request.socket.destroy(), 2],
    // Never answers; the sandbox has to give up by itself.
    [() => {}, 1],
    [() => request.socket.end('HTTP/1.1 2'), 1],
  ])();
}
