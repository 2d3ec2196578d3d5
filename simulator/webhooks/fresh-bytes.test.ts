import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFreshBytes } from './fresh-bytes.ts';

test('as many bytes come as were asked for, and none of them twice', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 8, max: 600 }), { minLength: 2, maxLength: 60 }), (sizes) => {
      const fresh = createFreshBytes();
      const taken = sizes.map((size) => fresh(size));
      expect(taken.map(({ length }) => length)).toEqual(sizes);
      const heads = taken.map((bytes) => Buffer.from(bytes.subarray(0, 8)).toString('hex'));
      expect(new Set(heads).size).toBe(heads.length);
    }),
  );
});
