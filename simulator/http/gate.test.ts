import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Keys } from './gate.ts';

it('finds each key and no other text, however long or alike', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
    fc.integer({ min: 120, max: 140 }).map((length) => 'k'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 6 }), key, (keys, other) => {
      // Lone surrogates cannot be sent in a header, and all of them have the same bytes.
      fc.pre([...keys, other].every((one) => one.isWellFormed()));
      const found = new Keys<number>();
      for (const [index, one] of keys.entries()) found.add(one, index);
      for (const [index, one] of keys.entries()) expect(found.find(one)).toBe(index);
      if (!keys.includes(other)) expect(found.find(other)).toBeUndefined();
      for (const one of keys) {
        const [longer, shorter] = [`${one}\0`, one.slice(0, -1)];
        if (!keys.includes(longer)) expect(found.find(longer)).toBeUndefined();
        if (shorter.isWellFormed() && !keys.includes(shorter)) expect(found.find(shorter)).toBeUndefined();
      }
    }),
  );
});
