import { expect, it } from 'vitest';
import { frozenStore } from './frozen-store.ts';
import { memoryStore } from './memory-store.ts';
import { describeStore } from './testing/store-suite.ts';

describeStore('a frozen store', async () => ({
  open: async () => frozenStore(memoryStore()),
  isDurable: false,
  remove: async () => {},
}));

it('lets nobody change a document in place, however deep', async () => {
  const partition = frozenStore(memoryStore()).partition('client');
  await partition.update('a', () => ({
    kind: 'write',
    document: { items: { one: { n: 1 } } },
    order: '',
    due: false,
    result: undefined,
  }));
  const [read, selected] = [await partition.read('a'), await partition.select({ offset: 0, limit: 1 })];
  for (const document of [read, ...selected]) {
    const { items } = document as { items: { one: { n: number } } };
    expect(() => (items.one.n += 1)).toThrow(TypeError);
  }
  const inPlace = partition.update('a', (current) => {
    (current as { items: object }).items = {};
    return { kind: 'keep', result: undefined };
  });
  await expect(inPlace).rejects.toThrow(TypeError);
});
