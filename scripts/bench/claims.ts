import { postgresStore } from '../../simulator/store/adapters/postgres/postgres-store.ts';
import type { ClientStore } from '../../simulator/store/port.ts';
import { startDatabases } from './contestants.ts';
import { figuresIn, interleave, type Measure, msOf, ratios, sectionOf } from './figure.ts';

const FEW = 20;
/** As many as a worker asks for. */
const BATCH = 32;

async function fill(clientStore: ClientStore, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const aggregates = numbers.map((n) => ({ id: `u${n}`, sortKey: `u${n}`, document: { n } }));
  const work = numbers.map((n) => ({
    ...{ id: `w${n}`, kind: 'delivery', owner: `u${n}`, queue: 'w', target: null, data: {} },
    ...{ due: n < BATCH ? 0 : 1, sequence: n + 1 },
  }));
  await clientStore.replace({ aggregates, work, files: [] });
}

/** How long the worker's look at its work takes on PostgreSQL with default settings, with little work and with much. */
export const claims: Measure = async ({ rounds, kept }) => {
  await using databases = await startDatabases();
  const store = await postgresStore(await databases.make('claims'));
  try {
    const sizes = { few: FEW, many: kept };
    for (const [name, count] of Object.entries(sizes)) await fill(store.clientStore(name), count);
    const timesOf = (task: (clientStore: ClientStore) => Promise<unknown>) =>
      interleave(['few', 'many'], 5 * rounds, (name) => msOf(() => task(store.clientStore(name))));
    const claim = await timesOf(async ({ work }) => {
      await work.release(await work.claim({ now: 0, limit: BATCH, leaseMs: 60_000 }));
    });
    const look = await timesOf(async ({ work }) => {
      await work.claim({ now: -1, limit: BATCH, leaseMs: 60_000 });
      await work.nextDue();
    });
    const samples = {
      ...{ 'claim-few': claim.few, 'claim-many': claim.many, 'claim-growth': ratios(claim.many, claim.few) },
      ...{ 'look-few': look.few, 'look-many': look.many },
    };
    return sectionOf('claims', figuresIn('claims', samples, { few: FEW, many: kept }), { batch: BATCH });
  } finally {
    await store.close();
  }
};
