import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testSeed } from '../../../spec/testing/test-run.ts';
import {
  type Claim,
  ClaimLostError,
  type ClientStore,
  type Contents,
  type NewWorkItem,
  type Store,
  type Write,
} from '../port.ts';
import { ClientStoreModel } from './client-store-model.ts';
import { LONG, type StorePlace } from './store-place.ts';

type Real = {
  store: Store;
  readonly place: StorePlace;
  readonly client: string;
  /** Every claim ever made, those that were lost too. */
  readonly claims: Claim[];
  snapshot: Contents | undefined;
};
type Step = {
  readonly name: string;
  run(model: ClientStoreModel, real: Real, clientStore: ClientStore): Promise<void>;
};

const owners = fc.constantFrom('ann', 'bob', 'cy');
const sortKeys = fc.constantFrom('1', '2', '3');

function changesOf(owner: string): fc.Arbitrary<Write<undefined>> {
  const item: fc.Arbitrary<NewWorkItem> = fc.record({
    id: fc.constantFrom(`${owner}-1`, `${owner}-2`, `${owner}-3`),
    kind: fc.constantFrom('delivery', 'check'),
    owner: fc.constant(owner),
    queue: fc.constantFrom(owner, 'shared'),
    target: fc.constantFrom(null, 'x', 'y'),
    due: fc.option(fc.nat(40)),
    data: fc.record({ n: fc.nat(9) }),
  });
  const works = fc.oneof(
    fc.uniqueArray(item, { maxLength: 3, selector: ({ id }) => id }),
    fc.constant('none' as const),
  );
  const removeWork = fc.uniqueArray(fc.constantFrom(`${owner}-1`, `${owner}-2`), { maxLength: 2 });
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        document: fc.record({ n: fc.nat(99) }),
        sortKey: sortKeys,
        work: works,
        removeWork,
        result: fc.constant(undefined),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ document: null, result: undefined }) },
  );
}

const change = owners.chain((owner) =>
  changesOf(owner).map(
    (decided): Step => ({
      name: `change ${owner} ${JSON.stringify(decided)}`,
      async run(model, _real, clientStore) {
        await clientStore.change(owner, () => decided);
        model.change(owner, decided);
      },
    }),
  ),
);

/** Changes of several aggregates at the same time: each counts as a whole, in whichever order. */
const changesTogether = fc.tuple(changesOf('ann'), changesOf('bob'), changesOf('cy')).map(
  (changes): Step => ({
    name: `together ${JSON.stringify(changes)}`,
    async run(model, _real, clientStore) {
      const ids = ['ann', 'bob', 'cy'];
      await Promise.all(ids.map((id, at) => clientStore.change(id, () => changes[at]!)));
      for (const [at, id] of ids.entries()) model.change(id, changes[at]!);
      // Which came first is the store's to say; but each owner's items stand in their own order.
      const order = (await clientStore.work.list({})).map(({ id }) => id);
      for (const owner of ids) {
        const ofOwner = (id: string) => id.startsWith(`${owner}-`);
        expect(order.filter(ofOwner)).toEqual(model.work.map(({ id }) => id).filter(ofOwner));
      }
      model.work.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    },
  }),
);

const claim = fc
  .record({
    now: fc.nat(45),
    limit: fc.integer({ min: 1, max: 3 }),
    except: fc.subarray(['x', 'y']),
    dies: fc.boolean(),
  })
  .map(
    ({ now, limit, except, dies }): Step => ({
      name: `claim ${limit} at ${now} but ${except}${dies ? ' and die' : ''}`,
      async run(model, real, clientStore) {
        const claims = await clientStore.work.claim({ now, limit, except, leaseMs: dies ? 0 : LONG });
        expect(claims.map(({ item }) => item.id)).toEqual(model.claimable(now, except).slice(0, limit));
        real.claims.push(...claims);
        if (!dies) for (const { item } of claims) model.claimed.add(item.id);
        else
          for (const { item } of claims)
            await expectLost(clientStore, claims.find((each) => each.item === item)!);
      },
    }),
  );

const finish = fc.record({ which: fc.nat(9), due: fc.option(fc.nat(40)) }).map(
  ({ which, due }): Step => ({
    name: `finish claim ${which} with due ${due}`,
    async run(model, real, clientStore) {
      const held = real.claims[which % Math.max(1, real.claims.length)];
      if (held === undefined) return;
      const current = real.claims.findLast(({ item }) => item.id === held.item.id) === held;
      if (!current || !model.claimed.has(held.item.id)) return expectLost(clientStore, held);
      const now = model.work.find(({ id }) => id === held.item.id)!;
      const work = [{ ...now, due }];
      await clientStore.change(
        held.item.owner,
        ({ item }) => ({ work: [{ ...item!, due }], result: undefined }),
        {
          claim: held,
        },
      );
      model.change(held.item.owner, { work, result: undefined });
      model.claimed.delete(held.item.id);
    },
  }),
);

const release = fc.nat(9).map(
  (which): Step => ({
    name: `release claim ${which}`,
    async run(model, real, clientStore) {
      const held = real.claims[which % Math.max(1, real.claims.length)];
      if (held === undefined) return;
      await clientStore.work.release([held]);
      if (real.claims.findLast(({ item }) => item.id === held.item.id) === held)
        model.claimed.delete(held.item.id);
    },
  }),
);

const renew = fc.record({ which: fc.nat(9), dies: fc.boolean() }).map(
  ({ which, dies }): Step => ({
    name: `renew claim ${which}${dies ? ' and die' : ''}`,
    async run(model, real, clientStore) {
      const held = real.claims[which % Math.max(1, real.claims.length)];
      if (held === undefined) return;
      await clientStore.work.renew([held], dies ? 0 : LONG);
      if (dies && real.claims.findLast(({ item }) => item.id === held.item.id) === held)
        model.claimed.delete(held.item.id);
    },
  }),
);

const snapshot = fc.constant<Step>({
  name: 'snapshot',
  async run(_model, real, clientStore) {
    real.snapshot = await clientStore.contents();
  },
});

const restore = fc.constant<Step>({
  name: 'restore',
  async run(model, real, clientStore) {
    if (real.snapshot === undefined) return;
    await clientStore.replace(real.snapshot);
    model.replace(real.snapshot);
  },
});

const reopen = fc.constant<Step>({
  name: 'reopen',
  async run(model, real) {
    if (!real.place.durable) return;
    await real.store.close();
    real.store = await real.place.open();
    // A store of one process forgets with it who had claimed what.
    if (!real.place.shared) model.claimed.clear();
  },
});

async function expectLost(clientStore: ClientStore, claim: Claim): Promise<void> {
  const late = clientStore.change(claim.item.owner, () => ({ work: 'none', result: undefined }), { claim });
  await expect(late).rejects.toThrow(ClaimLostError);
}

async function expectSame(model: ClientStoreModel, clientStore: ClientStore): Promise<void> {
  const { aggregates, work } = await clientStore.contents();
  expect({ aggregates, work: work.map(({ sequence: _, ...item }) => item) }).toEqual(model.contents());
  expect(await clientStore.work.nextDue()).toBe(model.nextDue());
  expect(await clientStore.work.claimed()).toBe(model.claimed.size);
  const ranges = [{}, { from: '2' }, { to: '2' }, { from: '2', to: '3' }];
  const counts = ranges.map(
    ({ from = '', to = '~' }) =>
      [...model.aggregates.values()].filter(({ sortKey }) => sortKey >= from && sortKey < to).length,
  );
  expect(await clientStore.count(ranges)).toEqual(counts);
}

/** Any sequence of steps leaves a store as it leaves the model. */
export function modelLaws(make: () => Promise<StorePlace>, numRuns: number): void {
  it('does what a plain model does, whatever happens in whichever order', async () => {
    const place = await make();
    let runs = 0;
    let store = await place.open();
    const steps = fc.array(
      fc
        .oneof(
          { weight: 6, arbitrary: change },
          { weight: 2, arbitrary: changesTogether },
          { weight: 5, arbitrary: claim },
          { weight: 4, arbitrary: finish },
          ...[release, renew, snapshot, restore, reopen].map((arbitrary) => ({ weight: 1, arbitrary })),
        )
        .map((step) => Object.assign(step, { toString: () => step.name })),
      { maxLength: 30, size: 'max' },
    );
    try {
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          runs += 1;
          const model = new ClientStoreModel();
          const real: Real = { store, place, client: `model-${runs}`, claims: [], snapshot: undefined };
          for (const step of sequence) {
            await step.run(model, real, real.store.clientStore(real.client));
            store = real.store;
            await expectSame(model, real.store.clientStore(real.client));
          }
        }),
        { numRuns, seed: Number(process.env.FC_SEED ?? testSeed) },
      );
    } finally {
      await store.close();
      await place.remove();
    }
  });
}
