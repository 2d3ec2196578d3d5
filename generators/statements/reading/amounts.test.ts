import fc from 'fast-check';
import { expect, it } from 'vitest';
import { penceToGroupedText, penceToText } from '../../money.ts';
import { parseAmount, signedPence } from './amounts.ts';

it('every amount is read as it was printed, grouped or plain', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (pence) => {
      expect(signedPence(parseAmount(penceToGroupedText(pence))!)).toBe(pence);
      expect(signedPence(parseAmount(penceToText(pence))!)).toBe(pence);
    }),
  );
});

it.each(['-£12.50', '£-12.50', '(12.50)', '12.50-', '12.50 DR', '12.50 OD', '12.50D'])(
  '%s is a debit',
  (text) => {
    expect(signedPence(parseAmount(text)!)).toBe(-1250);
  },
);

it.each([
  '12',
  '12.5',
  '1,23.50',
  '12.50.10',
  '12.50 pm',
  '(12.50',
  '',
  '£',
  '12-34-56',
  '1,000,000,000,000.00',
])('%s is no amount', (text) => {
  expect(parseAmount(text)).toBeUndefined();
});
