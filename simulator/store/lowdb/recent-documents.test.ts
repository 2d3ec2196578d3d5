import { expect, it } from 'vitest';
import { RecentDocuments } from './recent-documents.ts';

const entry = (id: string) => ({ id, order: '', due: false, revision: 0 });

it('what was not asked for longest goes first when the budget is spent', () => {
  const recent = new RecentDocuments(10);
  const [a, b, c] = [entry('a'), entry('b'), entry('c')];
  recent.set(a, { id: 'a' }, 4);
  recent.set(b, { id: 'b' }, 4);
  recent.get(a);
  recent.set(c, { id: 'c' }, 4);
  expect([a, b, c].map((each) => recent.get(each)?.id)).toEqual(['a', undefined, 'c']);
});

it('a document is counted once, however often it is set, and one larger than the budget is not kept', () => {
  const recent = new RecentDocuments(10);
  const [a, b] = [entry('a'), entry('b')];
  for (let n = 0; n < 20; n += 1) recent.set(a, { n }, 6);
  expect(recent.get(a)).toEqual({ n: 19 });
  recent.set(b, {}, 11);
  expect(recent.get(b)).toBeUndefined();
});
