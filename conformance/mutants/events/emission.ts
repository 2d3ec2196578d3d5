import type { Client } from '../../../simulator/client.ts';
import type { SubscriptionRecord } from '../../../simulator/domain/client-record.ts';
import { occur } from '../../../simulator/domain/occur.ts';
import type { Services } from '../../../simulator/services.ts';
import type { ClientState } from '../../../simulator/state/client-state.ts';
import type { seal } from '../../../simulator/webhooks/envelope.ts';
import type { Occurrence } from '../../../simulator/webhooks/message.ts';
import type { TransportRequest } from '../../../simulator/webhooks/transport.ts';
import type { Defect } from '../mutant.ts';
import { aroundArrangement, withPort } from '../mutant.ts';

type Hearing = (
  subscriptions: readonly SubscriptionRecord[],
  user_id: string,
) => readonly SubscriptionRecord[] | Promise<readonly SubscriptionRecord[]>;

/** A client whose occurrences are heard by other subscriptions than those that it has. */
export function heardBy(client: Client, user_id: string, hearing: Hearing): Client {
  const state: Pick<ClientState, 'read' | 'change' | 'now' | 'setNow'> = {
    change: (change) => client.state.change(change),
    now: () => client.state.now(),
    setNow: (instant) => client.state.setNow(instant),
    async read() {
      const record = await client.state.read();
      const heard = await hearing(Object.values(record.webhooks), user_id);
      return { ...record, webhooks: Object.fromEntries(heard.map((one) => [one.webhook_id, one])) };
    },
  };
  return { ...client, state: state as ClientState };
}

/** Arranged entries and statements are heard by other subscriptions than they should be. */
export const misrouted = (hearing: (client: Client) => Hearing): Defect[] =>
  (['createEntry', 'createBankStatement'] as const).map((operation) =>
    aroundArrangement(operation, (context, handler) =>
      handler({
        ...context,
        client: heardBy(context.client, context.path.user_id, hearing(context.client)),
      }),
    ),
  );

/** Makes something occur that should not. */
export async function emit(
  { client, services, now }: { client: Client; services: Services; now: number },
  user_id: string,
  occurrence: Partial<Occurrence> = {},
): Promise<void> {
  const clientRecord = await client.state.read();
  const newId = (): string => services.ids.ofUser(user_id);
  const happened = {
    kind: 'payroll',
    user_id,
    at: now,
    entry_id: newId(),
    account_id: null,
    payroll_submissions: [],
    ...occurrence,
  } as Occurrence;
  await client.users.change(user_id, (record) => ({
    record: occur(record, happened, {
      client: clientRecord,
      profile: services.profile,
      newDeliveryId: newId,
    }),
    result: undefined,
  }));
  client.dispatcher.wake();
}

type Loose = Record<string, unknown> & { payload?: Record<string, unknown> };

/** Changes messages before they are signed and encrypted; the message is a copy, and may be changed in place. */
export const onMessage = (change: (message: Loose) => unknown): Defect =>
  withPort('seal', (seal) => (message, subscription, context) => {
    const copy = JSON.parse(message) as Loose;
    return seal(JSON.stringify(change(copy) ?? copy), subscription, context);
  });

/** Changes each submission in the payload of payroll messages, in place. */
export const onSubmission = (change: (submission: Record<string, Record<string, unknown>>) => void): Defect =>
  onMessage(({ payload }) => {
    const list = (payload?.['payroll_submissions'] ?? []) as Record<string, Record<string, unknown>>[];
    for (const submission of list) change(submission);
  });

type Seal = typeof seal;

/** Changes what is sent: the text and the headers of a delivery. */
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
      iv: () => context.iv(context.policy.ivBytes),
    });
    envelope.headers['Content-Length'] = String(Buffer.byteLength(envelope.body));
    return envelope;
  });

/** Deliveries of which this is true never leave, though the sandbox believes that they did. */
export const unsent = (isLost: (message: Loose, request: TransportRequest) => boolean): Defect =>
  withPort('transport', (transport) => async (request) => {
    const message = JSON.parse(request.body) as Loose;
    return isLost(message, request) ? { status: 200 } : transport(request);
  });
