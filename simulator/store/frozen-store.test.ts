import { expect, it } from 'vitest';
import { memoryStore } from './adapters/memory/memory-store.ts';
import { frozenStore } from './frozen-store.ts';

it('lets nobody change what is stored in place', async () => {
  const space = frozenStore(memoryStore()).space('client');
  const document = { items: { a: { name: 'before' } } };
  await space.change('one', () => ({ document, order: 'one', result: undefined }));
  const [read, [listed]] = [await space.read('one'), await space.list({ offset: 0, limit: 1 })];
  for (const found of [document, read, listed?.document]) {
    expect(() => Object.assign((found as typeof document).items.a, { name: 'after' })).toThrow(TypeError);
  }
  const inChange = space.change('one', (found) => {
    (found.document as typeof document).items.a.name = 'after';
    return { result: undefined };
  });
  await expect(inChange).rejects.toThrow(TypeError);
  expect(await space.read('one')).toEqual({ items: { a: { name: 'before' } } });
});
