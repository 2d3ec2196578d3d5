import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkKey, decodeKey, encodeKey } from './keys.ts';

it('a key comes back from its name, which is safe in any path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (key) => {
      expect(encodeKey(key)).toMatch(/^[a-z0-9_%-]*$/);
      expect(decodeKey(encodeKey(key))).toBe(key);
    }),
  );
});

it('a name that stands for a key is the only one that does', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'f', '%', '2', '4', '6', '7', '3', 'd', '-', '.', 'A'),
  });
  fc.assert(
    fc.property(name, (candidate) => {
      const key = decodeKey(candidate);
      if (key !== undefined) expect(encodeKey(key)).toBe(candidate);
    }),
    { numRuns: 2000 },
  );
});

it('keys that no file could be named after are refused', () => {
  for (const key of ['', '\ud800', 'x'.repeat(111), 'é'.repeat(19)]) {
    expect(() => checkKey('id', key)).toThrow(RangeError);
  }
  expect(() => checkKey('order', '')).not.toThrow();
});
