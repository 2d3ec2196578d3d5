import { randomUUID } from 'node:crypto';
import type { Profile } from '../../spec/profile.ts';
import { eventKinds } from '../../spec/webhooks/events.ts';
import { messages } from '../pact/messages/message.ts';

export type EventWord = keyof ReturnType<typeof eventKinds>;

type Body = { event: string; user_id: string; timestamp: string; payload?: Record<string, unknown> } & Record<
  string,
  unknown
>;

/** What to make of an event; a payroll event of an account, without its payload, when nothing is said. */
export type EventWish = {
  readonly kind?: EventWord;
  readonly payload?: boolean;
  readonly nullAccount?: boolean;
  /** Changes the body before it is written. */
  readonly change?: (body: Body) => object;
  /** How it is written; as JSON without spaces when left out. */
  readonly write?: (body: object) => string;
  /** The event's time, in milliseconds; now when left out. */
  readonly at?: number;
};

/** A delivery body of its own: nobody else has its user. */
export type ExamEvent = { readonly userId: string; readonly plain: string };

/** Makes events as a deployment with this profile does, each for a user whom nobody knows. */
export function eventMaker(profile: Profile, now: () => number): (wish?: EventWish) => ExamEvent {
  const canonical = eventKinds();
  const named = eventKinds(profile.naming.authority);
  const keys: Readonly<Record<string, string>> = {
    bank_statement_submissions: profile.points['events.bank-statement.payload-key'],
    income_submissions: profile.points['events.income.payload-key'],
  };
  return ({ kind = 'payroll', payload = false, nullAccount = false, change, write, at } = {}) => {
    const specimen = messages.find(
      ({ event, includePayload, body }) =>
        event === canonical[kind] &&
        includePayload === payload &&
        (kind !== 'payroll' || (body['account_id'] === null) === nullAccount),
    );
    if (!specimen) throw new Error(`There is no specimen of ${kind}.`);
    const userId = randomUUID();
    const body = withIds(specimen.body) as Body;
    const whole: Body = {
      ...body,
      event: named[kind],
      user_id: userId,
      timestamp: new Date(at ?? now()).toISOString(),
      ...(body.payload && {
        payload: Object.fromEntries(
          Object.entries(body.payload).map(([key, one]) => [keys[key] ?? key, one]),
        ),
      }),
    };
    return { userId, plain: (write ?? JSON.stringify)(change ? change(whole) : whole) };
  };
}

const idFields = new Set(['entry_id', 'id', 'account_id']);

/** Fresh ids in place of those of the specimen, equal ones for equal ones. */
function withIds(value: unknown, fresh = new Map<string, string>()): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, fresh));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!idFields.has(key) || typeof inner !== 'string') return [key, withIds(inner, fresh)];
      const id = fresh.get(inner) ?? randomUUID();
      fresh.set(inner, id);
      return [key, id];
    }),
  );
}
