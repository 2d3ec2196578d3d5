import { randomBytes, randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { defined, picked } from '../../../spec/json.ts';
import { defaultProfile, type Points } from '../../../spec/profile.ts';
import type { ClientRecord, SubscriptionRecord } from '../../domain/client-record.ts';
import { ClientState, movedTo } from '../../state/client-state.ts';
import { memoryStore } from '../../store/adapters/memory/memory-store.ts';
import { CLIENT_DOCUMENT, type ClientStore, type Document, type NewWorkItem } from '../../store/port.ts';
import { type DeliveryRecord, deliveryOf, newDelivery, shortestBackoffMs } from '../../webhooks/delivery.ts';
import type { Transport, TransportRequest } from '../../webhooks/http-transport.ts';
import { seal } from '../../webhooks/message.ts';
import { samplePoints } from '../../webhooks/testing/samples.ts';
import { type DeliveryServices, deliver } from '../../work/deliver.ts';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import type { WorkHandler } from '../work-handler.ts';
import { Worker } from '../worker.ts';

const LEASE_MS = 60_000;

export type WorkingOptions = Partial<Omit<DeliveryServices, 'profile' | 'realNow'>> & {
  clientStore?: ClientStore;
  /** Real time, by which leases run out; it stands still. */
  real?: { now: number };
  points?: Partial<Points>;
  leaseMs?: number;
};

/** A client of which nothing is there but subscriptions and deliveries, its worker, and a clock that stands at zero. */
export async function working(options: WorkingOptions = {}) {
  const real = options.real ?? { now: 1_000_000 };
  const realNow = () => real.now;
  const clientStore = options.clientStore ?? memoryStore({ now: realNow }).clientStore('client');
  const state = new ClientState(clientStore, realNow);
  if ((await clientStore.read(CLIENT_DOCUMENT)) === undefined)
    await put(clientStore, CLIENT_DOCUMENT, {
      clock: { frozen_at: 0 },
      webhooks: {},
      faults: [],
    } as unknown as Document);
  const errors: unknown[] = [];
  const points = samplePoints(options.points);
  const handlers: Record<string, WorkHandler> = {
    delivery: deliver(
      { clientStore, state },
      {
        profile: { ...defaultProfile(), points },
        transport: async () => ({ status: 200 }),
        ...{ seal, randomBytes, realNow },
        random: () => 0.5,
        ...defined(picked(options, 'transport', 'seal', 'random', 'randomBytes')),
      },
    ),
  };
  const worker = new Worker({
    clientStore,
    realNow,
    state,
    leaseMs: options.leaseMs ?? LEASE_MS,
    limit: new ConcurrencyLimit(),
    onError: (error) => errors.push(error),
  });

  const setClock = (at: number) =>
    state.change((record) => ({
      record: { ...record, clock: movedTo(record.clock, at, real.now) },
      result: undefined,
    }));

  return {
    ...{ clientStore, state, worker, handlers, errors, real, setClock },
    start: () => worker.start(handlers),
    /** Moves the clock as a caller would, and returns the effects; `alone`: no delivery beside another of a later time. */
    async moveTo(to: number, { alone = false } = {}) {
      return clientStore.exclusively(async (leaseToken) => {
        await worker.drained();
        const targets = async () => Object.keys((await state.read()).webhooks);
        const lookahead = alone ? undefined : { ms: shortestBackoffMs(points), targets };
        const run = { handlers, step: setClock, isMeant: () => true, lookahead };
        const effects = await worker.runUntil({ from: await state.now(), to, leaseToken }, run);
        await setClock(to);
        return effects;
      });
    },
    subscribe: (webhook_id: string, given: Partial<SubscriptionRecord> = {}) =>
      state.change((record) => ({
        record: {
          ...record,
          webhooks: { ...record.webhooks, [webhook_id]: subscription(webhook_id, given) },
        } as ClientRecord,
        result: undefined,
      })),
    /** Puts deliveries of a user to a subscription, in order; their ids. */
    async occur(user: string, webhook: string, count = 1, due = 0): Promise<string[]> {
      const items = Array.from({ length: count }, () => deliveryItem(user, webhook, due));
      await clientStore.change(user, ({ document }) => ({
        ...(document === undefined && { document: {}, sortKey: user }),
        work: items,
        result: undefined,
      }));
      return items.map(({ id }) => id);
    },
    async delivery(id: string): Promise<DeliveryRecord & { due: number | null }> {
      const item = await clientStore.work.get(id);
      if (!item) throw new Error(`There is no delivery ${id}`);
      return { ...deliveryOf(item), due: item.due };
    },
  };
}

function put(clientStore: ClientStore, id: string, document: Document): Promise<undefined> {
  return clientStore.change(id, () => ({ document, sortKey: id, result: undefined }));
}

function deliveryItem(user: string, webhook: string, due: number): NewWorkItem {
  const message = JSON.stringify({
    event: 'user-payroll-submitted',
    user_id: user,
    timestamp: '1970-01-01T00:00:00.000Z',
    entry_id: randomUUID(),
    account_id: null,
  });
  return {
    id: randomUUID(),
    kind: 'delivery',
    owner: user,
    queue: `${webhook}/${user}`,
    target: webhook,
    due,
    data: newDelivery('user-payroll-submitted', message, due) satisfies object as Document,
  };
}

function subscription(webhook_id: string, given: Partial<SubscriptionRecord>): SubscriptionRecord {
  return {
    ...{ webhook_id, name: webhook_id, events: ['user-payroll-submitted'], config: null, created_at: '' },
    ...{ url: `http://${webhook_id}.test/`, signing_secret: null, encryption_key: null, disabled: false },
    ...given,
  };
}

/** The same, closed when the test has ended. */
export async function started(...given: Parameters<typeof working>) {
  const all = await working(...given);
  onTestFinished(() => all.worker.close());
  return all;
}

/** A transport that notes what it sends, and answers as its argument says. */
export function noting(answer: (request: TransportRequest, nth: number) => number | string = () => 200) {
  const sent: string[] = [];
  const transport: Transport = async (request) => {
    sent.push(request.headers['X-Payrig-Delivery'] ?? '');
    const said = answer(request, sent.length);
    return typeof said === 'number' ? { status: said } : { error: said };
  };
  return { sent, transport };
}
