import type { Scenario } from '../../generators/scenarios/scenario.ts';
import { world } from '../../generators/world/world.ts';
import type { Birth, ClientRecord } from '../domain/client-record.ts';
import { isFrozen } from '../domain/clock.ts';
import { ClientState } from '../state/client-state.ts';
import { type SeededWorld, seededWorld } from '../state/seeded-world.ts';
import { Users } from '../state/users.ts';
import { CLIENT_DOCUMENT, type ClientStore, DamagedDocumentError } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { Faults } from '../tenant/faults.ts';
import { journal } from '../tenant/journal.ts';
import { RateLimit } from '../tenant/rate-limit.ts';
import type { Services } from '../tenant/services.ts';
import type { ConcurrencyLimit } from '../worker/concurrency-limit.ts';
import { Worker } from '../worker/worker.ts';
import { type ConfiguredMember, configuredMembers, withConfiguredMembers } from './configured-members.ts';
import { withScenarios } from './own-scenarios.ts';
import { startingContents } from './starting-contents.ts';

/** What makes one client different from another. */
export type ClientOptions = {
  name: string;
  birth: Birth;
  member: ConfiguredMember | undefined;
  /** People of one's own, beyond those of every world. */
  scenarios: readonly Scenario[];
};

/** How much longer a claim holds than a receiver is waited for: for the store on both sides of it. */
const LEASE_MARGIN_MS = 5000;

/** Puts a client together from its parts; one that the store does not know yet is born. */
export async function createClient(
  { name, birth, member, scenarios }: ClientOptions,
  clientStore: ClientStore,
  services: Services,
  slots: ConcurrencyLimit,
  onError: (error: unknown) => void,
): Promise<Client> {
  const { profile, realNow } = services;
  const { points } = profile;
  const perSecond = points['requests.rate-limit'];
  const state = new ClientState(clientStore, realNow);
  const worldOf = worlds(services);
  const members = await configuredMembers(name, member, services.randomBytes);
  const client: Omit<Client, 'isDamaged'> = {
    name,
    clientStore,
    state,
    users: new Users({ clientStore, state, worldOf, profile, ports: services }),
    worldOf,
    startingContents(birth) {
      const own = scenarios.length > 0 ? scenarios.map((scenario) => ({ scenario })) : undefined;
      return startingContents(name, birth, worldOf({ birth, scenarios: own }), own, members, services);
    },
    journal: journal(clientStore.requests),
    faults: new Faults(state),
    rateLimit: perSecond === null ? undefined : new RateLimit(perSecond),
    worker: new Worker({
      clientStore,
      realNow,
      async clock() {
        const record = await state.read();
        return { now: state.nowOf(record), isFrozen: isFrozen(record.clock) };
      },
      leaseMs: points['webhooks.delivery.timeout-ms'] + LEASE_MARGIN_MS,
      slots,
      onError,
    }),
  };
  try {
    await begin(client, birth, members, scenarios);
    return { ...client, isDamaged: false };
  } catch (error) {
    if (!(error instanceof DamagedDocumentError)) throw error;
    onError(error);
    return { ...client, isDamaged: true };
  }
}

/** Has a client born that the store does not know yet, and brings what the options say to one that it knows. */
async function begin(
  { clientStore, state, users, worldOf, startingContents }: Omit<Client, 'isDamaged'>,
  birth: Birth,
  members: Awaited<ReturnType<typeof configuredMembers>>,
  scenarios: readonly Scenario[],
): Promise<void> {
  await clientStore.exclusively(async (leaseToken) => {
    if ((await clientStore.read(CLIENT_DOCUMENT)) === undefined)
      await clientStore.replace(await startingContents(birth), { leaseToken });
  });
  const added = await state.change((before) => {
    const record = withScenarios(withConfiguredMembers(before, members), scenarios);
    return { record, result: (record.scenarios ?? []).slice(before.scenarios?.length ?? 0) };
  });
  // Who came since the birth has no work yet; whoever has consented to recurring checks is checked from now on.
  for (const { scenario } of added) {
    const id = worldOf(await state.read()).world.personas.get(scenario.key)?.userId ?? '';
    await users.change(id, () => ({ result: true, reschedules: true }));
  }
}

/** The world of a client's birth with the people that were added, opened once; a snapshot may bring another. */
function worlds({ profile }: Services): Client['worldOf'] {
  let known: (Pick<ClientRecord, 'birth' | 'scenarios'> & { key: string; world: SeededWorld }) | undefined;
  return ({ birth, scenarios }) => {
    if (known?.birth === birth && known.scenarios === scenarios) return known.world;
    const { seed, users, born } = birth;
    const key = JSON.stringify([seed, users, born, scenarios ?? []]);
    const opened =
      known?.key === key
        ? known.world
        : seededWorld(world(seed, { users, born: Date.parse(born), scenarios }), profile.points);
    known = { birth, scenarios, key, world: opened };
    return opened;
  };
}
