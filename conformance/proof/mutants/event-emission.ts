import type { SubscriptionRecord } from '../../../simulator/domain/client-record.ts';
import type { Caller } from '../../../simulator/http/context.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import type { Services } from '../../../simulator/tenant/services.ts';
import { deliveriesOf } from '../../../simulator/webhooks/delivery.ts';
import type {
  Transport,
  TransportOutcome,
  TransportRequest,
} from '../../../simulator/webhooks/http-transport.ts';
import type { DomainEvent, seal } from '../../../simulator/webhooks/message.ts';
import { before, type Defect, withMethods, withPort } from './mutant.ts';

type Hearing = (
  subscriptions: readonly SubscriptionRecord[],
  user_id: string,
) => readonly SubscriptionRecord[] | Promise<readonly SubscriptionRecord[]>;

/** A client whose occurrences are heard by other subscriptions than those that it has. */
export async function heardBy(
  client: Client,
  user_id: string,
  hearing: Hearing,
  { profile, ids }: Services,
): Promise<Client> {
  const heard = await hearing(Object.values((await client.state.read()).webhooks), user_id);
  const webhooks = Object.fromEntries(heard.map((one) => [one.webhook_id, one]));
  const users = withMethods(client.users, {
    change: (id, decide, options) => {
      const rule: typeof decide = (record, around) => {
        const { events = [], work = [], ...changed } = decide(record, around);
        const newId = () => ids.ofUser(record.user.user_id);
        const deliveries = events.flatMap((event) => deliveriesOf(event, { webhooks }, profile, newId));
        return { ...changed, work: [...work, ...deliveries] };
      };
      return client.users.change(id, rule, options);
    },
  });
  return { ...client, users };
}

export const misrouted = (hearing: (client: Client) => Hearing): Defect[] =>
  (['createEntry', 'createBankStatement'] as const).map((operation) =>
    before(operation, async ({ client, path, services }) => ({
      client: await heardBy(client, path.user_id, hearing(client), services),
    })),
  );

export const callerOf = ({ caller }: { caller: Caller }): string =>
  caller.kind === 'user' ? caller.userId : '';

export async function emit(
  { client, services, now }: { client: Client; services: Services; now: number },
  user_id: string,
  occurrence: Partial<DomainEvent> = {},
): Promise<void> {
  const entry = { entry_id: services.ids.ofUser(user_id), account_id: null, payroll_submissions: [] };
  const happened = { kind: 'payroll', user_id, at: now, ...entry, ...occurrence } as DomainEvent;
  await client.users.change(user_id, () => ({ events: [happened], result: undefined }));
}

type Loose = Record<string, unknown> & { payload?: Record<string, unknown> };

/** Changes messages before they are signed and encrypted; the message is a copy, and may be changed in place. */
export const onMessage = (change: (message: Loose) => unknown): Defect =>
  withPort('seal', (seal) => (message, subscription, context) => {
    const copy: Loose = JSON.parse(message);
    return seal(JSON.stringify(change(copy) ?? copy), subscription, context);
  });

type Seal = typeof seal;

export const onEnvelope = (
  change: (
    envelope: ReturnType<Seal>,
    given: { message: string; secret: string; key: string; iv: () => Uint8Array },
  ) => void,
): Defect =>
  withPort('seal', (seal) => (message, subscription, context) => {
    const envelope = seal(message, subscription, context);
    change(envelope, {
      message,
      secret: subscription.signing_secret ?? '',
      key: subscription.encryption_key ?? '',
      iv: () => context.iv(context.points['webhooks.encryption.iv-bytes']),
    });
    envelope.headers['Content-Length'] = String(Buffer.byteLength(envelope.body));
    return envelope;
  });

export const onTransport = (
  send: (request: TransportRequest, transport: Transport) => Promise<TransportOutcome>,
): Defect => withPort('transport', (transport) => (request) => send(request, transport));

/** Deliveries of which this is true never leave, though the sandbox believes that they did. */
export const unsent = (isLost: (message: Loose, request: TransportRequest) => boolean): Defect =>
  onTransport(async (request, transport) =>
    isLost(JSON.parse(request.body), request) ? { status: 200 } : transport(request),
  );
