import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { penceToText } from '../../generators/money.ts';
import { penceOf } from './period.ts';

describe('penceOf', () => {
  it.each([
    ['1234.50', 123450],
    ['1234.5', 123450],
    ['1234', 123400],
    [' -12.00 ', -1200],
    ['+0.01', 1],
    ['-0.00', 0],
    ['0.004', 0],
    ['0.005', 1],
    ['-0.005', -1],
    [1234.5, 123450],
    [1.005, 101],
    [-3, -300],
    [0.1 + 0.2, 30],
  ])('reads %j as %i pence', (amount, pence) => expect(penceOf(amount)).toBe(pence));

  it.each([
    '',
    'abc',
    '1,234.50',
    '£12',
    '1e3',
    '.5',
    '5.',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    '9'.repeat(40),
    null,
    undefined,
    {},
    [],
  ])('reads nothing in %j', (amount) => expect(penceOf(amount)).toBeUndefined());

  it('reads back whatever is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (pence) => {
        expect(penceOf(penceToText(pence))).toBe(pence);
      }),
    );
  });
});
