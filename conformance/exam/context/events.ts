import { randomUUID } from 'node:crypto';
import type { Profile } from '../../../spec/profile.ts';
import { type EventWord, eventKinds } from '../../../spec/webhooks/events.ts';
import { messages, payloadKeys } from '../../specimens/messages.ts';

type Fields = Record<string, unknown>;
type Body = Fields & { event: string; user_id: string; timestamp: string; payload?: Fields };

/** What to make of an event; a payroll event of an account, without its payload, when nothing is said. */
export type EventWish = {
  readonly kind?: EventWord | undefined;
  readonly payload?: boolean;
  readonly nullAccount?: boolean;
  readonly change?: ((body: Body) => object) | undefined;
  /** How it is written; as JSON without spaces when left out. */
  readonly write?: (body: object) => string;
  /** The event's time, in milliseconds; now when left out. */
  readonly at?: number | undefined;
  /** The user whom it is about; a new one when left out. */
  readonly userId?: string | undefined;
  /** How ids are written; as random UUIDs when left out. */
  readonly idAs?: (id: string) => string;
};

export type ExamEvent = { readonly userId: string; readonly plain: string };

/** Makes events as a deployment with this profile does, each for a new random user. */
export function eventMaker(profile: Profile, now: () => number): (wish?: EventWish) => ExamEvent {
  const canonical = eventKinds();
  const kinds = eventKinds(profile.naming.authority);
  const keys = payloadKeys(profile);
  return (wish = {}) => {
    const { kind = 'payroll', payload = false, nullAccount = false, change, write, at, idAs = String } = wish;
    const specimen = messages.find(
      ({ event, includePayload, body }) =>
        event === canonical[kind] &&
        includePayload === payload &&
        (kind !== 'payroll' || (body['account_id'] === null) === nullAccount),
    );
    if (!specimen) throw new Error(`There is no specimen of ${kind}.`);
    const userId = wish.userId ?? idAs(randomUUID());
    const { payload: carried = {}, ...body } = withIds(specimen.body, idAs) as Body;
    const named = Object.entries(carried).flatMap(([key, one]) => {
      const name = keys[key] === undefined ? key : keys[key];
      return name === null ? [] : [[name, one] as const];
    });
    const timestamp = new Date(at ?? now()).toISOString();
    const whole: Body = { ...body, event: kinds[kind], user_id: userId, timestamp };
    if (named.length > 0) whole.payload = Object.fromEntries(named);
    return { userId, plain: (write ?? JSON.stringify)(change ? change(whole) : whole) };
  };
}

const idFields = new Set(['entry_id', 'id', 'account_id']);

/** Fresh ids in place of those of the specimen, equal ones for equal ones. */
function withIds(value: unknown, idAs: (id: string) => string, fresh = new Map<string, string>()): unknown {
  if (Array.isArray(value)) return value.map((one) => withIds(one, idAs, fresh));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!idFields.has(key) || typeof inner !== 'string') return [key, withIds(inner, idAs, fresh)];
      const id = fresh.get(inner) ?? idAs(randomUUID());
      fresh.set(inner, id);
      return [key, id];
    }),
  );
}
