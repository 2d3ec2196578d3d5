import type { EventKind, WebhookRequest } from '../../../spec/types.ts';
import { eventKinds } from '../../../spec/webhooks/events.ts';
import { decrypt, headerNames, headerOf } from '../../../spec/webhooks/seal.ts';
import type { Check, Context } from '../../judgement/check.ts';
import { expectEqual } from '../../judgement/expect.ts';
import { CannotArrange, Failure } from '../../judgement/failure.ts';
import type { Inbox, Received } from '../../judgement/receiver.ts';
import { eventCauses } from '../../specimens/event-causes.ts';
import { isSuccess, type ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf, readJson } from '../../target/read-json.ts';

/** The body of a delivery, not checked yet. */
export type Body = Readonly<Record<string, unknown>>;

/** The kinds of events as this deployment calls them. */
export const kindsOf = ({ naming }: Pick<Context, 'naming'>) => eventKinds(naming.authority);

/** A subscription with an inbox of its own. */
export type Subscription = {
  readonly webhook_id: unknown;
  readonly inbox: Inbox;
  /** The body of one of its deliveries, decrypted where it has a key; undefined when it cannot be read. */
  read(delivery: Received): Body | undefined;
  /** Waits for a delivery about a user; one that cannot be read counts, so that it can be judged. */
  next(user_id: string, kind?: string): Promise<Received>;
  /** Waits for the delivery about an entry, and gives its body. */
  ofEntry(entry_id: string, what?: string): Promise<Body>;
  /** All readable deliveries about a user that have come so far. */
  about(user_id: string): Body[];
  header(delivery: Received, name: 'signature' | 'encryptionIv'): string | undefined;
};

const standing = new WeakMap<object, string[]>();

/**
 * The check with its subscriptions taken back after each run that held: every event of every other check goes to each
 * that stands. After one that did not, they stay until the check is over, so that its history ends with what went wrong.
 */
export const unsubscribing = (given: Check): Check => ({
  ...given,
  run: async (ctx, input) => {
    await given.run(ctx, input);
    const ids = standing.get(ctx)?.splice(0) ?? [];
    await Promise.all(ids.map((webhook_id) => ctx.call('deleteWebhook', { path: { webhook_id } })));
  },
});

/** `at`: an inbox that another subscription has already. */
type Wishes = Partial<WebhookRequest> & { query?: string; at?: Inbox };

/** Subscribes an inbox; by default to payroll events without payload. */
export async function subscribe(
  ctx: Pick<Context, 'call' | 'mark' | 'receiver' | 'naming'>,
  { query = '', at, ...wishes }: Wishes = {},
): Promise<Subscription> {
  const inbox = at ?? ctx.receiver.inbox();
  const url = `${inbox.url}${query}`;
  const answer = await ctx.call('createWebhook', { body: { ...plainest(ctx), ...wishes, url } });
  if (!isSuccess(answer)) throw await refusedSubscription(ctx, answer, url);
  const { webhook_id } = fieldsOf(answer.body);
  // One without an id cannot be taken back; its deliveries can be judged all the same.
  if (typeof webhook_id === 'string') standing.set(ctx, [...(standing.get(ctx) ?? []), webhook_id]);
  const names = headerNames(ctx.naming.vendor);
  const header: Subscription['header'] = (delivery, name) => headerOf(delivery.headers, names[name]);
  const read = (delivery: Received): Body | undefined =>
    parsed(delivery, wishes.encryption_key ?? undefined, header(delivery, 'encryptionIv'));
  return {
    webhook_id,
    inbox,
    read,
    header,
    next: (user_id, kind) =>
      inbox.until(`a delivery ${kind === undefined ? '' : `of ${kind} `}about the user ${user_id}`, (one) => {
        const body = read(one);
        return !body || (body['user_id'] === user_id && (kind === undefined || body['event'] === kind));
      }),
    ofEntry: async (entry_id, what = 'the event of an entry that was made later') => {
      const isMeant = (one: Received): boolean => read(one)?.['entry_id'] === entry_id;
      return read(await inbox.until(what, isMeant)) ?? {};
    },
    about: (user_id) =>
      inbox.received.map(read).filter((body) => body !== undefined && body['user_id'] === user_id) as Body[],
  };
}

/** A subscription with nothing in it that a deployment could dislike, but for the address. */
const plainest = (ctx: Pick<Context, 'mark'>) => ({
  name: ctx.mark('events'),
  events: ['user-payroll-submitted' as const],
  config: { include_payload: false },
});

/** If the plainest subscription to the same address is accepted, the address is not the problem. */
async function refusedSubscription(
  ctx: Pick<Context, 'call' | 'mark'>,
  answer: ServiceResponse,
  url: string,
): Promise<Error> {
  const got = `${answer.status} with ${answer.text}`;
  const isPlain =
    answer.status < 500 && !isSuccess(await ctx.call('createWebhook', { body: { ...plainest(ctx), url } }));
  if (!isPlain) return new Failure('a lawful subscription to be taken', got, answer);
  return new CannotArrange(`the subscription of its receiver got ${got}`, [
    'give the receiver an address that the deployment takes (--receiver-url)',
  ]);
}

function parsed({ raw }: Received, key: string | undefined, iv: string | undefined): Body | undefined {
  try {
    const plain = key === undefined ? raw : decrypt(raw, iv ?? '', key);
    const body = readJson(plain.toString('utf8'));
    return body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}

/** The body of the next delivery about a user; fails when it is no JSON object. */
export async function nextBody(subscription: Subscription, user_id: string, kind?: string): Promise<Body> {
  const delivery = await subscription.next(user_id, kind);
  const body = subscription.read(delivery);
  if (body) return body;
  throw new Failure('a delivery that can be read as a JSON object', excerpt(delivery));
}

/** What a delivery holds, cut to what a report can show. */
export function excerpt({ raw }: Received): string {
  const text = raw.toString('utf8');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text === '' ? 'no body' : text;
}

/** The two kinds whose trigger is stated. */
export const statedKinds = [
  'user-payroll-submitted',
  'user-bank-statement-submitted',
] as const satisfies readonly EventKind[];

/** Makes an event of a kind happen to a user. */
export async function cause(
  { arrange }: Pick<Context, 'arrange'>,
  kind: EventKind,
  user_id: string,
): Promise<void> {
  await eventCauses[kind].anyhow({ arrange }, user_id);
}

/** Causes a payroll event of a user, waits for it, and expects that no other delivery about that user has come. */
export async function nothingButMarker(
  { arrange }: Pick<Context, 'arrange'>,
  subscription: Subscription,
  user_id: string,
): Promise<void> {
  const { entry_id } = await arrange.createEntry(user_id, [{}], null);
  await subscription.ofEntry(entry_id);
  const others = subscription.about(user_id).filter((body) => body['entry_id'] !== entry_id);
  expectEqual(others, [], 'the deliveries about this user before the event of its entry');
}
