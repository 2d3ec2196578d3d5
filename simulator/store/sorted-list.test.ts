import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedList } from './sorted-list.ts';

const precedes = (a: number, b: number): boolean => a < b;

it('holds what a sorted array holds, through any insertions and removals', () => {
  const numbers = fc.uniqueArray(fc.nat(5000), { maxLength: 3000, size: 'max' });
  fc.assert(
    fc.property(numbers, numbers, fc.nat(3000), fc.nat(200), (start, changes, from, many) => {
      const list = new SortedList(start, precedes);
      const model = new Set(start);
      for (const number of changes) {
        if (model.delete(number)) list.remove(number);
        else {
          model.add(number);
          list.insert(number);
        }
        if (number % 50 === 0) expect(list.length).toBe(model.size);
      }
      const sorted = [...model].sort((a, b) => a - b);
      expect(list.length).toBe(sorted.length);
      expect(list.slice(0, Number.POSITIVE_INFINITY)).toEqual(sorted);
      expect(list.slice(from, from + many)).toEqual(sorted.slice(from, from + many));
      expect(list.countBefore((number) => number < from)).toBe(
        sorted.filter((number) => number < from).length,
      );
    }),
    { numRuns: 60 },
  );
});

it('leaves alone what it does not hold', () => {
  const list = new SortedList([1, 3], precedes);
  for (const number of [0, 2, 4]) list.remove(number);
  expect(list.slice(0, 9)).toEqual([1, 3]);
});
