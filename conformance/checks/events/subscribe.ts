import { isObject } from '../../../spec/json.ts';
import type { EventKind, WebhookRequest } from '../../../spec/types.ts';
import { eventKinds } from '../../../spec/webhooks/events.ts';
import { decrypt, headerNames, headerOf } from '../../../spec/webhooks/seal.ts';
import type { Arranging, Calling, Check, Context } from '../../judgement/check.ts';
import { expectEqual, expectValue } from '../../judgement/expect.ts';
import { CannotArrange, Failure } from '../../judgement/failure.ts';
import type { Inbox, Received } from '../../judgement/receiver.ts';
import { eventCauses } from '../../specimens/event-causes.ts';
import { isSuccess, type ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields, readJson } from '../../target/read-json.ts';

export const kindsOf = ({ naming }: Pick<Context, 'naming'>) => eventKinds(naming.authority);

export type Subscription = Awaited<ReturnType<typeof subscribe>>;

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

type Subscriber = Pick<Context, 'call' | 'mark' | 'receiver' | 'naming'>;

/** Subscribes an inbox; by default to payroll events without payload. */
export async function subscribe(ctx: Subscriber, { query = '', at, ...wishes }: Wishes = {}) {
  const inbox = at ?? ctx.receiver.inbox();
  const { url = `${inbox.url}${query}` } = wishes;
  const answer = await ctx.call('createWebhook', { body: { ...plainest(ctx), ...wishes, url } });
  if (!isSuccess(answer)) throw await refusedSubscription(ctx, answer, url);
  const { webhook_id } = fieldsOf(answer.body);
  // One without an id cannot be taken back; its deliveries can be judged all the same.
  if (typeof webhook_id === 'string') standing.set(ctx, [...(standing.get(ctx) ?? []), webhook_id]);
  const names = headerNames(ctx.naming.vendor);
  const key = wishes.encryption_key ?? undefined;
  /** The body of one of its deliveries, decrypted where it has a key; undefined when it cannot be read. */
  const read = ({ raw, headers }: Received): JsonFields | undefined => {
    try {
      const plain = key === undefined ? raw : decrypt(raw, headerOf(headers, names.encryptionIv) ?? '', key);
      const body = readJson(plain.toString('utf8'));
      return isObject(body) ? body : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    webhook_id,
    inbox,
    read,
    /** Fails the clause where a delivery lacks the header. */
    header: ({ headers }: Received, name: 'signature' | 'encryptionIv'): string => {
      const value = headerOf(headers, names[name]);
      if (value !== undefined) return value;
      const what = name === 'signature' ? 'a signature header' : 'an encryption header';
      throw new Failure(what, `only ${Object.keys(headers).join(', ')}`);
    },
    /** Waits for a delivery about a user; one that cannot be read counts, so that it can be judged. */
    next: (user_id: string, kind?: string) =>
      inbox.until(`a delivery ${kind === undefined ? '' : `of ${kind} `}about the user ${user_id}`, (one) => {
        const body = read(one);
        return !body || (body['user_id'] === user_id && (kind === undefined || body['event'] === kind));
      }),
    ofEntry: async (entry_id: string, what = 'the event of an entry that was made later') => {
      const isMeant = (one: Received): boolean => read(one)?.['entry_id'] === entry_id;
      return read(await inbox.until(what, isMeant)) ?? {};
    },
    about: (user_id: string) =>
      inbox.received.map((one) => read(one) ?? {}).filter((body) => body['user_id'] === user_id),
  };
}

/** A subscription with nothing in it that a deployment could dislike, but for the address. */
const plainest = ({ mark }: Subscriber) => ({
  name: mark('events'),
  events: ['user-payroll-submitted' as const],
  config: { include_payload: false },
});

/** If the plainest subscription to the same address is accepted, the address is not the problem. */
async function refusedSubscription(ctx: Subscriber, answer: ServiceResponse, url: string): Promise<Error> {
  const got = `${answer.status} with ${answer.text}`;
  const isPlain =
    answer.status < 500 && !isSuccess(await ctx.call('createWebhook', { body: { ...plainest(ctx), url } }));
  if (!isPlain) return new Failure('a lawful subscription to be taken', got, answer);
  return new CannotArrange(`the subscription of its receiver got ${got}`, [
    'give the receiver an address that the deployment takes (--receiver-url)',
  ]);
}

export function removeWebhook({ call }: Calling, webhook_id: unknown) {
  expectValue(typeof webhook_id === 'string', 'the webhook_id of the webhook', webhook_id);
  return call('deleteWebhook', { path: { webhook_id } });
}

export async function nextBody(subscription: Subscription, user_id: string, kind?: string) {
  const delivery = await subscription.next(user_id, kind);
  const body = subscription.read(delivery);
  if (body) return body;
  throw new Failure('a delivery that can be read as a JSON object', excerpt(delivery));
}

/** Whether a delivery names a user, in whatever field: its body need not be read for that. */
export const isAbout = (user_id: string) => (delivery: Received) => delivery.raw.includes(user_id);

/** What a delivery holds, cut to what a report can show. */
export function excerpt({ raw }: Received): string {
  const text = raw.toString('utf8');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text === '' ? 'no body' : text;
}

export const statedKinds = ['user-payroll-submitted', 'user-bank-statement-submitted'] as const;

/** Causes an event of a user, a new one unless it is given, and returns whose it is. */
export async function cause({ arrange }: Arranging, kind: EventKind, ofUser?: string): Promise<string> {
  const user_id = ofUser ?? (await arrange.createUser()).user_id;
  await eventCauses[kind].anyhow({ arrange }, user_id);
  return user_id;
}

/** Causes a payroll event of a user, waits for it, and expects that no other delivery about that user has come. */
export async function nothingButMarker({ arrange }: Context, subscription: Subscription, user_id: string) {
  const { entry_id } = await arrange.createEntry(user_id, [{}], null);
  await subscription.ofEntry(entry_id);
  const others = subscription.about(user_id).filter((body) => body['entry_id'] !== entry_id);
  expectEqual(others, [], 'the deliveries about this user before the event of its entry');
}
