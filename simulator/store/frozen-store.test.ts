import { expect, it } from 'vitest';
import { memoryStore } from './adapters/memory/memory-store.ts';
import { frozenStore } from './frozen-store.ts';

it('refuses to change stored documents in place', async () => {
  const clientStore = frozenStore(memoryStore()).clientStore('client');
  const document = { items: { a: { name: 'before' } } };
  await clientStore.change('one', () => ({ document, sortKey: 'one', result: undefined }));
  expect(() => Object.assign(document.items.a, { name: 'after' })).toThrow(TypeError);
  const [read, [listed]] = [await clientStore.read('one'), await clientStore.list({ offset: 0, limit: 1 })];
  for (const found of [document, read, listed?.document]) {
    expect(() => Object.assign((found as typeof document).items.a, { name: 'after' })).toThrow(TypeError);
  }
  const inChange = clientStore.change('one', (found) => {
    (found.document as typeof document).items.a.name = 'after';
    return { result: undefined };
  });
  await expect(inChange).rejects.toThrow(TypeError);
  expect(await clientStore.read('one')).toEqual({ items: { a: { name: 'before' } } });
});
