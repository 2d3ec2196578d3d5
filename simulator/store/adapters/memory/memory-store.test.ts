import { expect, test } from 'vitest';
import { CLIENT_DOCUMENT, DamagedDocumentError, workItem } from '../../port.ts';
import { describeStore } from '../../testing/describe-store.ts';
import { memoryClientStore, memoryStore } from './memory-store.ts';

const make = async () => ({
  open: async () => memoryStore(),
  durable: false,
  shared: false,
  remove: async () => {},
});

describeStore('the memory store', make, 150);

const noFiles = {
  put: async () => {},
  get: async () => undefined,
  remove: async () => {},
  list: async () => [],
};

test('a damaged document is found by its id, stops what needs it, and leaves the rest alone', async () => {
  const damage = new DamagedDocumentError('ann.json is damaged');
  const store = memoryClientStore(Date.now, {
    loaded: [],
    damaged: new Map([['ann', damage]]),
    save: async () => {},
    replace: async () => {},
    files: noFiles,
  });
  const document = { name: 'Bob' };
  await store.change('bob', () => ({ document, sortKey: 'b', result: undefined }));
  expect(await store.find('an')).toEqual(['ann']);
  expect(await store.find('b')).toEqual(['bob']);
  expect(await store.read('bob')).toEqual(document);
  await expect(store.read('ann')).rejects.toBe(damage);
  await expect(store.change('ann', () => ({ result: undefined }))).rejects.toBe(damage);
  await expect(store.contents()).rejects.toBe(damage);
});

test('a change that cannot be saved changes nothing, and one that changes nothing is not saved', async () => {
  const saved: string[] = [];
  let isFull = true;
  const store = memoryClientStore(Date.now, {
    loaded: [],
    damaged: new Map(),
    async save(id) {
      if (isFull) throw new Error('full');
      saved.push(id);
    },
    replace: async () => {},
    files: noFiles,
  });
  const put = () => store.change('ann', () => ({ document: { n: 1 }, sortKey: 'a', result: 'put' }));
  await expect(put()).rejects.toThrow('full');
  expect(await store.read('ann')).toBeUndefined();
  isFull = false;
  expect(await put()).toBe('put');
  expect(await store.change('ann', () => ({ result: 'seen' }))).toBe('seen');
  expect(saved).toEqual(['ann']);
});

test('a claim that a change could not end runs out at its time', async () => {
  let now = 0;
  let isFull = false;
  const store = memoryClientStore(() => now, {
    loaded: [],
    damaged: new Map(),
    async save() {
      if (isFull) throw new Error('full');
    },
    replace: async () => {},
    files: noFiles,
  });
  const work = [workItem({ id: 'item', kind: 'check', owner: 'ann', due: 0 })];
  await store.change('ann', () => ({ document: {}, sortKey: 'a', work, result: undefined }));
  const claimed = () => store.work.claim({ now: 0, limit: 1, leaseMs: 1000 });
  const [claim] = await claimed();
  isFull = true;
  const ending = store.change('ann', () => ({ removeWork: ['item'], result: undefined }), { claim: claim! });
  await expect(ending).rejects.toThrow('full');
  now = 999;
  expect(await claimed()).toEqual([]);
  now = 1000;
  expect(await claimed()).toMatchObject([{ item: { id: 'item' } }]);
});

test('a change that begins while the client document is saved is decided by the new one', async () => {
  const saving: (() => void)[] = [];
  const store = memoryClientStore(Date.now, {
    loaded: [],
    damaged: new Map(),
    save: () => new Promise((saved) => saving.push(saved)),
    replace: async () => {},
    files: noFiles,
  });
  const ofClient = store.change(CLIENT_DOCUMENT, () => ({
    document: { n: 1 },
    sortKey: 'c',
    result: undefined,
  }));
  const seen = store.change('ann', ({ clientDocument }) => ({ result: clientDocument }));
  await expect.poll(() => saving).toHaveLength(1);
  saving[0]?.();
  await ofClient;
  expect(await seen).toEqual({ n: 1 });
});
