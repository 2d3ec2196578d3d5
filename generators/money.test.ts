import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGroupedPence, parsePence, penceToGroupedText, penceToText, proportion } from './money.ts';

const anyPence = fc.integer({ min: -1e12, max: 1e12 });

describe('money as text', () => {
  it.each([
    [0, '0.00', '0.00'],
    [5, '0.05', '0.05'],
    [-5, '-0.05', '-0.05'],
    [99_999, '999.99', '999.99'],
    [123_450, '1234.50', '1,234.50'],
    [-123_456_789, '-1234567.89', '-1,234,567.89'],
  ])('%i pence is %s plain and %s grouped', (pence, plain, grouped) => {
    expect(penceToText(pence)).toBe(plain);
    expect(penceToGroupedText(pence)).toBe(grouped);
  });

  it('what is written is read back', () => {
    fc.assert(
      fc.property(anyPence, (pence) => {
        expect(parsePence(penceToText(pence))).toBe(pence);
        expect(parseGroupedPence(penceToGroupedText(pence))).toBe(pence);
      }),
    );
  });

  it.each([
    '',
    '1',
    '1.5',
    '1.505',
    '01.00',
    '+1.00',
    ' 1.00',
    '1,000.00',
    '1e3',
    '.50',
    '--1.00',
    '£1.00',
    '1.00\n',
  ])('%j is no plain amount', (text) => expect(parsePence(text)).toBeUndefined());

  it.each(['1000.00', '1,00.00', '1,0000.00', ',100.00', '0,100.00', '1,000'])(
    '%j is no grouped amount',
    (text) => expect(parseGroupedPence(text)).toBeUndefined(),
  );

  it('a negative zero reads as zero', () => {
    expect(Object.is(parsePence('-0.00'), 0)).toBe(true);
  });

  it('fractions of a penny are refused', () => {
    expect(() => penceToText(0.5)).toThrow(RangeError);
  });
});

describe('a proportion', () => {
  it.each([
    [5, 1, 2, 3],
    [-5, 1, 2, -3],
    [4, 1, 3, 1],
    [0, 7, 9, 0],
    [100, 2, 3, 67],
  ])('of %i by %i / %i is %i', (amount, numerator, denominator, result) => {
    expect(proportion(amount, numerator, denominator)).toBe(result);
  });

  it('is never further than half a unit from the exact value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.nat(400),
        fc.integer({ min: 1, max: 400 }),
        (a, n, d) => {
          expect(Math.abs(proportion(a, n, d) * d - a * n) * 2).toBeLessThanOrEqual(d);
        },
      ),
    );
  });
});
