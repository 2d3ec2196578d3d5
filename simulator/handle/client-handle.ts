import { setTimeout as delay } from 'node:timers/promises';
import { scenarioNames } from '../../generators/scenarios/generated/keys.ts';
import { personasOf } from '../../generators/world/world.ts';
import { type CallArguments, type CallInput, createCaller } from '../../spec/caller.ts';
import { createPayrollClient, type PayrollClient, unwrap } from '../../spec/client.ts';
import { lazy } from '../../spec/lazy.ts';
import type { ArrangementId, SuccessBody } from '../../spec/operations.ts';
import type { Effect, Fault } from '../../spec/types.ts';

/** What a call of the arrangement API takes; parts that the operation does without may be left out. */
export type ArrangeInput<Id extends ArrangementId> = CallInput<Id>;

/** Calls the arrangement API by the id of an operation; a refusal is thrown as a `ServiceError`. */
export type Arrange = <Id extends Exclude<ArrangementId, 'watchEvents'>>(
  operation: Id,
  ...rest: CallArguments<Id>
) => Promise<SuccessBody<Id>>;

export type Delivery = SuccessBody<'listDeliveries'>['deliveries'][number];
export type Snapshot = SuccessBody<'takeSnapshot'>;

const matchable = ['event', 'user_id', 'webhook_id', 'state'] as const;

/** Which delivery is meant: values of its fields, or a predicate. */
export type DeliveryMatch =
  | Partial<Pick<Delivery, (typeof matchable)[number]>>
  | ((delivery: Delivery) => boolean);

/** One client (tenant) of a sandbox as tests use it: everything goes over HTTP, with the right credentials. */
export type ClientHandle = {
  readonly apiKey: string;
  readonly people: People;
  readonly client: PayrollClient;
  as(user: string | ScenarioUser | { user_id: string }): PayrollClient;
  readonly arrange: Arrange;
  readonly clock: {
    now(): Promise<Date>;
    /** Moves it by an ISO 8601 duration, and returns what happened on the way. */
    advance(by: string): Promise<Effect[]>;
    to(instant: Date | string): Promise<Effect[]>;
    freeze(): Promise<void>;
    run(): Promise<void>;
  };
  readonly faults: { set(faults: readonly Fault[]): Promise<void>; clear(): Promise<void> };
  deliveries(): Promise<Delivery[]>;
  /** The first delivery that matches, after its first attempt; throws when none comes in time. */
  delivery(match?: DeliveryMatch, options?: { timeoutMs?: number }): Promise<Delivery>;
  snapshot(): Promise<Snapshot>;
  restore(snapshot: Snapshot): Promise<void>;
  resetClient(): Promise<void>;
};

export type ClientPlace = { url: string; apiKey: string; sandboxKey: string | undefined; seed: string };

export function clientHandle({ url, apiKey, sandboxKey, seed }: ClientPlace): ClientHandle {
  const arrange: Arrange = createCaller({ baseUrl: url, apiKey, sandboxKey }).call;
  const people = lazy(() => peopleOf(seed));
  const client = lazy(() => createPayrollClient({ baseUrl: url, apiKey }));
  const deliveries = async () => (await arrange('listDeliveries')).deliveries;
  const isSubscribed = async () => /webhook_id/.test(JSON.stringify(await unwrap(client().GET('/webhooks'))));
  return {
    apiKey,
    get people() {
      return people();
    },
    get client() {
      return client();
    },
    as(user) {
      const user_id = typeof user === 'string' ? user : 'userId' in user ? user.userId : user.user_id;
      // A new token for each call: a moved clock or a reset makes older ones invalid.
      const token = async () => (await arrange('issueUserToken', { path: { user_id } })).token;
      return createPayrollClient({ baseUrl: url, token });
    },
    arrange,
    clock: {
      now: async () => new Date((await arrange('getClock')).now),
      advance: async (by) => (await arrange('moveClock', { body: { by } })).effects,
      async to(instant) {
        const to = typeof instant === 'string' ? instant : instant.toISOString();
        return (await arrange('moveClock', { body: { to } })).effects;
      },
      freeze: async () => void (await arrange('moveClock', { body: { frozen: true } })),
      run: async () => void (await arrange('moveClock', { body: { frozen: false } })),
    },
    faults: {
      set: async (faults) => void (await arrange('setFaults', { body: { faults: [...faults] } })),
      clear: async () => void (await arrange('setFaults', { body: { faults: [] } })),
    },
    deliveries,
    async delivery(match = {}, { timeoutMs = 5000 } = {}) {
      const { found, others } = await awaitDelivery(deliveries, match, timeoutMs);
      if (found) return found;
      throw new Error(notFound(others, match, timeoutMs, others.length > 0 || (await isSubscribed())));
    },
    snapshot: () => arrange('takeSnapshot'),
    restore: async (snapshot) => void (await arrange('loadSnapshot', { body: snapshot })),
    resetClient: async () => void (await arrange('resetClient')),
  };
}

async function awaitDelivery(list: () => Promise<Delivery[]>, match: DeliveryMatch, timeoutMs: number) {
  const matches =
    typeof match === 'function'
      ? match
      : (delivery: Delivery) =>
          matchable.every((field) => match[field] === undefined || match[field] === delivery[field]);
  for (const deadline = performance.now() + timeoutMs; ; ) {
    const all = await list();
    const found = all.find((delivery) => delivery.attempts.length > 0 && matches(delivery));
    if (found || performance.now() > deadline) return { found, others: all };
    await delay(10);
  }
}

function notFound(all: readonly Delivery[], match: DeliveryMatch, timeoutMs: number, isSubscribed: boolean) {
  const wanted = typeof match === 'function' ? 'the one that the predicate accepts' : JSON.stringify(match);
  const there = all.map(({ event, user_id, state }) => `${event} for ${user_id} (${state})`);
  const why = !isSubscribed
    ? 'The client has no subscription: create one with POST /webhooks.'
    : there.length > 0
      ? `There are ${there.join(', ')}`
      : 'The client has no deliveries at all: did an event happen that a subscription lists?';
  return `No delivery like ${wanted} within ${timeoutMs} ms. ${why}`;
}

export type MemberHandle = Readonly<{ email: string; password: string; client: PayrollClient }>;

/** The handle of a member who can sign in; each call signs in anew, so no token is ever too old. */
export function memberHandle(url: string, email: string, password: string): MemberHandle {
  const { call } = createCaller({ baseUrl: url });
  const token = async () => (await call('signInMember', { body: { username: email, password } })).jwt;
  const client = lazy(() => createPayrollClient({ baseUrl: url, token }));
  return {
    email,
    password,
    get client() {
      return client();
    },
  };
}

/** A user of a scenario, who exists in every world, and what they are there for. */
export type ScenarioUser = Readonly<Record<'userId' | 'key' | 'description' | 'purpose', string>>;

export type People = { readonly [Name in keyof typeof scenarioNames]: ScenarioUser };

/** The people of the scenarios in a world with this seed; an unknown name throws an error that lists the names. */
function peopleOf(seed: string): People {
  const personas = personasOf(seed);
  const people = Object.fromEntries(
    Object.entries(scenarioNames).flatMap(([name, key]) => {
      const found = personas.get(key);
      if (!found) return [];
      const { description, purpose } = found.persona;
      return [[name, { userId: found.userId, key, description, purpose }]];
    }),
  );
  return new Proxy(people, {
    get(target, name) {
      // Printing, comparing or awaiting the object reads names such as `then` and `toJSON`.
      if (typeof name === 'symbol' || Reflect.has(target, name) || !/^[a-z]+[A-Z]/.test(name))
        return Reflect.get(target, name);
      throw new TypeError(`No person is called ${name}. There are ${Object.keys(target).join(', ')}`);
    },
  }) as People;
}
