import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Stream } from '../../../generators/random.ts';
import { bodyOf, type LocalServer, startLocalServer } from '../../../spec/local-server.ts';
import { agreementWith } from '../../../spec/webhooks/agreement.ts';
import { deliveryOf, open, type WebhookEvent } from '../../../spec/webhooks/index.ts';
import { type Call, must } from './connection.ts';
import type { EventMark } from './writers/events.ts';

type Subscription = {
  path: string;
  kinds: readonly EventMark[];
  include_payload: boolean;
  secret?: string;
  key?: string;
};

/** Three subscriptions: bare, signed, and signed and encrypted. */
const threeSubscriptions: readonly Subscription[] = [
  { path: '/plain', kinds: ['payroll'], include_payload: false },
  {
    path: '/signed',
    kinds: ['payroll', 'statement', 'income'],
    include_payload: true,
    secret: 'a-signing-secret',
  },
  {
    path: '/sealed',
    kinds: ['payroll', 'income'],
    include_payload: true,
    secret: 'another-secret',
    key: Buffer.alloc(32, 7).toString('base64'),
  },
];

const eventNames = {
  payroll: 'user-payroll-submitted',
  statement: 'user-bank-statement-submitted',
  income: 'user-taxauth-data-submitted',
} as const;

export async function subscribe(call: Call, receiver: FlakyReceiver): Promise<void> {
  for (const { path, kinds, include_payload, secret, key } of receiver.subscriptions)
    await must(call, 'createWebhook', {
      body: {
        name: path.slice(1),
        url: receiver.url + path,
        events: kinds.map((kind) => eventNames[kind]),
        config: { include_payload },
        signing_secret: secret,
        encryption_key: key,
      },
    });
}

type Backoff = { first_seconds: number; factor: number; max_seconds: number; jitter: number };

/** Waits between attempts that are longer than what happens between two moves of the clock. */
const patient: Backoff = { first_seconds: 5, factor: 2, max_seconds: 300, jitter: 0.2 };

/** Flags with which a sandbox soon gives up on a receiver that hangs, and never runs out of attempts within a test. */
export function deliveryFlags(folder: string, backoff: Backoff = patient, morePoints: object = {}): string[] {
  const points = {
    'webhooks.delivery.timeout-ms': 300,
    'webhooks.delivery.max-attempts': 100,
    'webhooks.delivery.backoff': backoff,
    ...morePoints,
  };
  const profile = join(folder, 'profile.json');
  writeFileSync(profile, JSON.stringify({ points }));
  return ['--profile', profile];
}

export type Arrival = { path: string; deliveryId: string; event: WebhookEvent };

/** A receiver that verifies each delivery, and fails at random. */
export type FlakyReceiver = LocalServer & {
  subscriptions: readonly Subscription[];
  /** Every delivery that came whole and genuine, in the order of arrival. */
  arrivals: Arrival[];
  refused: string[];
  failures: number;
  recover(): void;
};

/** The most failures of one delivery, so that its attempts are never used up. */
const mostFailures = 3;

export async function startFlakyReceiver(
  chance: Stream,
  subscriptions = threeSubscriptions,
): Promise<FlakyReceiver> {
  const failed = new Map<string, number>();
  let healthy = false;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const rawBody = await bodyOf(request);
    const { headers } = request;
    const subscription = subscriptions.find(({ path }) => path === request.url);
    const delivery = deliveryOf(headers);
    if (!subscription || !delivery) throw new Error(`There is no subscription ${request.url}`);
    const event = open({ rawBody, headers, ...agreementWith(subscription) });
    receiver.arrivals.push({ path: subscription.path, deliveryId: delivery.id, event });
    const failures = failed.get(delivery.id) ?? 0;
    if (healthy || failures >= mostFailures || chance.chance(0.7)) {
      response.writeHead(chance.pick([200, 201, 204])).end();
      return;
    }
    failed.set(delivery.id, failures + 1);
    receiver.failures += 1;
    fail(request, response, chance);
  };
  const server = await startLocalServer((request, response) => {
    receive(request, response).catch((error: Error) => {
      // A process that dies leaves half a request behind; anything else is a delivery that should not be.
      if (request.complete) receiver.refused.push(`${request.url}: ${error.message}`);
      response.destroy();
    });
  });
  const receiver: FlakyReceiver = {
    ...server,
    subscriptions,
    arrivals: [],
    refused: [],
    failures: 0,
    recover: () => {
      healthy = true;
    },
  };
  return receiver;
}

function fail(request: IncomingMessage, response: ServerResponse, chance: Stream): void {
  chance.weighted<() => void>([
    [() => response.writeHead(chance.pick([500, 502, 503, 429, 404])).end('no'), 5],
    [() => request.socket.resetAndDestroy(), 3],
    [() => request.socket.destroy(), 2],
    // Never answers; the sandbox has to time out.
    [() => {}, 1],
    [() => request.socket.end('HTTP/1.1 2'), 1],
  ])();
}
