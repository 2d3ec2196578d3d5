import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Store, StoreMismatchError } from '../port.ts';
import { aggregateLaws } from './aggregate-laws.ts';
import { clientLaws } from './client-laws.ts';
import { modelLaws } from './model-laws.ts';
import { FACTS, type StorePlace } from './store-place.ts';
import { workLaws } from './work-laws.ts';

/** What every store promises; each adapter's test is a call of this. */
export function describeStore(name: string, make: () => Promise<StorePlace>, modelRuns: number): void {
  describe(name, () => {
    let place: StorePlace;
    let store: Store;
    // Tests share a store and have a client each: to make a database anew for each would take long.
    let clients = 0;

    beforeAll(async () => {
      place = await make();
      store = await place.open();
    });
    beforeEach(() => {
      clients += 1;
    });
    afterAll(async () => {
      await store?.close();
      await place?.remove();
    });

    const clientStore = () => store.clientStore(`client-${clients}`);
    aggregateLaws(clientStore);
    workLaws(clientStore);
    clientLaws(clientStore, () => store.clientStore(`other-${clients}`));

    it('keeps the first proposal, and refuses another seed', async () => {
      expect(await store.initialise(FACTS)).toEqual(FACTS);
      expect(await store.initialise({ ...FACTS, born: 'later', secret: 'other' })).toEqual(FACTS);
      await expect(store.initialise({ ...FACTS, seed: 'eight' })).rejects.toThrow(StoreMismatchError);
      await expect(store.initialise({ ...FACTS, seed: 'eight' })).rejects.toThrow(/"seven".*"eight"/);
    });

    modelLaws(make, modelRuns);

    it('finds nothing wrong with itself', async () => {
      expect((await store.health()).problems).toEqual([]);
    });
  });
}
