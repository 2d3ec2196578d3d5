import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, Document, Partition, Store } from '../store.ts';
import { describeStoreModel } from './store-model.ts';

/** A place where a store can be opened; where it is durable, opening it again finds what was there. */
export type StorePlace = { open(): Promise<Store>; isDurable: boolean; remove(): Promise<void> };

/** A change that puts a document in place, whatever was there. */
export function write(document: Document, order = '', due = false): () => Change<void> {
  return () => ({ kind: 'write', document, order, due, result: undefined });
}

const remove = (): Change<void> => ({ kind: 'remove', result: undefined });

async function incrementTogether(partition: Partition): Promise<number[]> {
  const increment = (current: Document | undefined): Change<number> => {
    const n = Number(current?.n ?? 0) + 1;
    return { kind: 'write', document: { n }, order: '', due: false, result: n };
  };
  const results = await Promise.all(upTo(200).map(() => partition.update('a', increment)));
  return results.sort((a, b) => a - b);
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** The laws that every store must keep. */
export function describeStore(name: string, make: () => Promise<StorePlace>): void {
  describe(name, () => {
    let place: StorePlace;
    let store: Store;
    let partition: Partition;

    beforeEach(async () => {
      place = await make();
      store = await place.open();
      partition = store.partition('client');
    });

    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    it('reads what was written, and nothing where nothing was', async () => {
      expect(await partition.read('a')).toBeUndefined();
      const rich = { text: 'é\n"\u2028', list: [1, null, { deep: true }], ['__proto__']: 1 };
      await partition.update('a', write(rich));
      expect(await partition.read('a')).toEqual(rich);
      await partition.update('a', remove);
      expect(await partition.read('a')).toBeUndefined();
    });

    it('hands a change the newest document, and returns its result', async () => {
      await partition.update('a', write({ n: 1 }));
      expect(await partition.update('a', (current) => ({ kind: 'keep', result: current }))).toEqual({ n: 1 });
    });

    it('loses none of many concurrent changes to one document', async () => {
      expect(await incrementTogether(partition)).toEqual(upTo(200));
      expect(await partition.read('a')).toEqual({ n: 200 });
    });

    it('loses none of them either when the document was there before it was opened', async () => {
      await partition.update('a', write({ n: 0 }));
      if (place.isDurable) {
        await store.close();
        store = await place.open();
      }
      expect(await incrementTogether(store.partition('client'))).toEqual(upTo(200));
    });

    it('writes nothing when a change throws', async () => {
      await partition.update('a', write({ n: 1 }, '1', true));
      const failing = partition.update('a', () => {
        throw new Error('no such luck');
      });
      await expect(failing).rejects.toThrow('no such luck');
      expect(await partition.read('a')).toEqual({ n: 1 });
      expect(await partition.due()).toEqual(['a']);
    });

    it('lists ids by order key, then by id, and counts all in the range', async () => {
      for (const [id, order] of ['d2', 'a3', 'c2', 'b1', 'e'].map(
        (key) => [key[0]!, key.slice(1)] as const,
      )) {
        await partition.update(id, write({ id }, order));
      }
      const list = async (query: { from?: string; to?: string; offset?: number; limit?: number }) => {
        const { ids, total } = await partition.list({ offset: 0, limit: 10, ...query });
        expect(await partition.select({ offset: 0, limit: 10, ...query })).toEqual(ids.map((id) => ({ id })));
        expect(await partition.count([{}, query])).toEqual([5, total]);
        return `${ids.join('')} of ${total}`;
      };
      expect(await list({})).toBe('ebcda of 5');
      expect(await list({ offset: 1, limit: 2 })).toBe('bc of 5');
      expect(await list({ offset: 9 })).toBe(' of 5');
      expect(await list({ from: '2' })).toBe('cda of 3');
      expect(await list({ from: '1', to: '3' })).toBe('bcd of 3');
      expect(await list({ from: '3', to: '1' })).toBe(' of 0');
    });

    it('moves a document in the list when its order key changes', async () => {
      await partition.update('a', write({}, '1'));
      await partition.update('b', write({}, '2'));
      await partition.update('a', write({}, '3'));
      expect((await partition.list({ offset: 0, limit: 9 })).ids).toEqual(['b', 'a']);
    });

    it('finds ids by what they begin with', async () => {
      for (const id of ['ab-1', 'ab-2', 'ac-1', 'a', 'AB-1']) await partition.update(id, write({}));
      expect((await partition.find('ab')).sort()).toEqual(['ab-1', 'ab-2']);
      expect(await partition.find('b')).toEqual([]);
      expect(await partition.find('')).toHaveLength(5);
    });

    it('names every document with work waiting', async () => {
      await partition.update('a', write({}, '', true));
      await partition.update('b', write({}, '', false));
      await partition.update('c', write({}, '', true));
      await partition.update('c', write({}, '', false));
      expect(await partition.due()).toContain('a');
    });

    it('keeps partitions apart', async () => {
      const other = store.partition('other');
      await partition.update('a', write({ n: 1 }, '1', true));
      await partition.files.put('a', Buffer.from('mine'));
      expect(await other.read('a')).toBeUndefined();
      expect(await other.find('')).toEqual([]);
      expect(await other.due()).toEqual([]);
      expect(await other.files.list()).toEqual([]);
      await other.clear();
      expect(await partition.read('a')).toEqual({ n: 1 });
    });

    it('clears documents and files together, and goes on', async () => {
      await partition.update('a', write({ n: 1 }, '1', true));
      await partition.files.put('a', Buffer.from('bytes'));
      await Promise.all([partition.clear(), partition.clear()]);
      expect(await partition.read('a')).toBeUndefined();
      expect(await partition.list({ offset: 0, limit: 9 })).toEqual({ ids: [], total: 0 });
      expect(await partition.due()).toEqual([]);
      expect(await partition.files.get('a')).toBeUndefined();
      await partition.update('a', write({ n: 2 }));
      expect(await partition.read('a')).toEqual({ n: 2 });
    });

    it('keeps files byte by byte', async () => {
      const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 256);
      await partition.files.put('f/../1', bytes);
      await partition.files.put('empty', new Uint8Array());
      expect(Buffer.compare((await partition.files.get('f/../1'))!, bytes)).toBe(0);
      expect(await partition.files.get('empty')).toHaveLength(0);
      expect((await partition.files.list()).sort()).toEqual(['empty', 'f/../1']);
      await partition.files.put('empty', Buffer.from('not now'));
      await partition.files.remove(['f/../1', 'unknown', '']);
      expect(await partition.files.list()).toEqual(['empty']);
      expect(await partition.files.get('f/../1')).toBeUndefined();
    });

    it('takes any short id as it is, and refuses what could not be a file name', async () => {
      const odd = ['.', '..', '../../up', 'a/b', 'A', 'a', 'a.due', '%41', 'naïve ✓', 'nul\0', 'con', '~'];
      for (const id of odd) await store.partition(id).update(id, write({ id }, id));
      for (const id of odd) expect(await store.partition(id).read(id)).toEqual({ id });
      await expect(partition.update('', write({}))).rejects.toThrow(RangeError);
      await expect(partition.update('x'.repeat(300), write({}))).rejects.toThrow(RangeError);
      await expect(partition.update('\ud800', write({}))).rejects.toThrow(RangeError);
      await expect(partition.update('a', write({}, 'x'.repeat(300)))).rejects.toThrow(RangeError);
      expect(await partition.find('')).toEqual([]);
      expect(await partition.read('')).toBeUndefined();
      expect(await partition.files.get('x'.repeat(300))).toBeUndefined();
    });

    it('reports no damage of its own making', () => {
      expect(store.damage()).toEqual([]);
    });

    describeStoreModel(make);
  });
}
