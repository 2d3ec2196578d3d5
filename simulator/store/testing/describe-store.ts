import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Store, StoreMismatchError } from '../port.ts';
import { aggregateLaws } from './aggregate-laws.ts';
import { clientLaws } from './client-laws.ts';
import { FACTS, type StorePlace } from './store-place.ts';
import { workLaws } from './work-laws.ts';

/** What every store promises; each adapter's test is a call of this. */
export function describeStore(name: string, make: () => Promise<StorePlace>): void {
  describe(name, () => {
    let place: StorePlace;
    let store: Store;

    beforeEach(async () => {
      place = await make();
      store = await place.open();
    });
    afterEach(async () => {
      await store?.close();
      await place?.remove();
    });

    aggregateLaws(() => store.space('client'));
    workLaws(() => store.space('client'));
    clientLaws(
      () => store.space('client'),
      () => store.space('other'),
    );

    it('agrees on what whoever came first proposed, and refuses another seed', async () => {
      expect(await store.agree(FACTS)).toEqual(FACTS);
      expect(await store.agree({ ...FACTS, born: 'later', secret: 'other' })).toEqual(FACTS);
      await expect(store.agree({ ...FACTS, seed: 'eight' })).rejects.toThrow(StoreMismatchError);
      await expect(store.agree({ ...FACTS, seed: 'eight' })).rejects.toThrow(/"seven".*"eight"/);
    });

    it('finds nothing wrong with itself', async () => {
      expect(await store.health()).toEqual({ problems: [] });
    });
  });
}
