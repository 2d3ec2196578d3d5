import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueHeap } from './due-heap.ts';

test('things come out by instant, and by arrival within an instant', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (instants) => {
      const heap = new DueHeap<number>();
      for (const [index, at] of instants.entries()) heap.push(at, index);
      const out: number[] = [];
      for (let node = heap.pop(); node !== undefined; node = heap.pop()) out.push(node.item);
      const expected = [...instants.keys()].sort((a, b) => instants[a]! - instants[b]! || a - b);
      expect(out).toEqual(expected);
      expect(heap.size).toBe(0);
    }),
  );
});
