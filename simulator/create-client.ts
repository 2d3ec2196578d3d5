import { world } from '../generators/world/world.ts';
import type { Client } from './client.ts';
import type { MemberRecord } from './domain/client-record.ts';
import { Faults } from './http/faults.ts';
import { Journal } from './http/journal.ts';
import { RateLimit } from './http/rate-limit.ts';
import type { Services } from './services.ts';
import { startingClient } from './starting-client.ts';
import { ClientState } from './state/client-state.ts';
import { ClientLedger } from './state/delivery-ledger.ts';
import { seededWorld } from './state/seeded-world.ts';
import { Users } from './state/users.ts';
import type { Store } from './store/store.ts';
import { Scheduler } from './time/scheduler.ts';
import { hasWork } from './time/work.ts';
import { deliveryPolicy } from './webhooks/delivery-policy.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { createFreshBytes } from './webhooks/fresh-bytes.ts';
import type { Slots } from './webhooks/slots.ts';

/** What makes one client different from another. */
export type ClientOptions = { name: string; seed: string; users: number; members: readonly MemberRecord[] };

/** Puts a client together from its parts and brings it to where it stopped. */
export async function createClient(
  { name, seed, users: userCount, members }: ClientOptions,
  store: Store,
  services: Services,
  slots: Slots,
  onError: (error: unknown) => void,
): Promise<Client> {
  const { points, naming } = services.profile;
  const state = new ClientState(
    store.partition('clients'),
    name,
    (born) => startingClient(name, { seed, born }, members, services.ids.uuid),
    services.realNow,
  );
  await state.open();
  const { born } = await state.read();
  const people = world(seed, { users: userCount, born: Date.parse(born) });
  const seeded = seededWorld(people, points['payroll.source-values']);
  const users = new Users(store.partition(`users-${name}`), seeded, hasWork);
  const ledger = new ClientLedger(users, state);
  await ledger.open();
  const dispatcher = new Dispatcher({
    ledger,
    transport: services.transport,
    seal: services.seal,
    policy: deliveryPolicy(points),
    now: () => state.now(),
    random: services.random,
    iv: createFreshBytes(services.randomBytes),
    vendor: naming.vendor,
    slots,
    onFault: onError,
  });
  const client: Client = {
    name,
    state,
    users,
    world: seeded,
    journal: new Journal(),
    faults: new Faults(),
    rateLimit: new RateLimit(points['requests.rate-limit']),
    ledger,
    dispatcher,
    scheduler: new Scheduler(services, onError),
  };
  client.scheduler.start(client);
  return client;
}
