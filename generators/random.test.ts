import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash128, stream } from './random.ts';

const draw = (count: number, from = stream('seed', 'a')) => Array.from({ length: count }, () => from.bits());

describe('a stream', () => {
  it('gives the same choices for the same seed and key, and others for another', () => {
    expect(draw(50)).toEqual(draw(50));
    expect(draw(5, stream('seed', 'b'))).not.toEqual(draw(5));
    expect(draw(5, stream('other', 'a'))).not.toEqual(draw(5));
  });

  it('gives these very numbers on every machine and in every year', () => {
    expect(draw(4)).toMatchInlineSnapshot(`
      [
        3908645152,
        1672793016,
        483665870,
        2068322790,
      ]
    `);
  });

  it('has forks that do not depend on what was drawn before', () => {
    const used = stream('seed', 'a');
    used.bits();
    expect(draw(5, used.fork('x'))).toEqual(draw(5, stream('seed', 'a').fork('x')));
  });

  it('keeps whole numbers inside their bounds and reaches both', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -50, max: 50 }), fc.nat({ max: 5 }), (key, min, span) => {
        const numbers = new Set<number>();
        const from = stream(key);
        for (let round = 0; round < 200; round++) numbers.add(from.int(min, min + span));
        expect(Math.min(...numbers)).toBe(min);
        expect(Math.max(...numbers)).toBe(min + span);
        expect(numbers.size).toBe(span + 1);
      }),
    );
  });

  it('picks values about as often as their weights say', () => {
    const from = stream('weights');
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let round = 0; round < 10_000; round++) {
      counts[
        from.weighted([
          ['often', 9],
          ['seldom', 1],
          ['never', 0],
        ] as const)
      ]++;
    }
    expect(counts.never).toBe(0);
    expect(counts.seldom).toBeGreaterThan(850);
    expect(counts.seldom).toBeLessThan(1150);
  });

  it('starts from 128 bits that differ for a hundred thousand similar keys', () => {
    const seen = new Set<string>();
    for (let index = 0; index < 100_000; index++) seen.add(hash128(`1/person/${index}`).join());
    expect(seen.size).toBe(100_000);
  });
});
