import fc from 'fast-check';
import { penceToGroupedText, penceToText } from '../../generators/money.ts';

/** Pence between two amounts in pounds. */
const pence = (from: number, to: number): fc.Arbitrary<number> =>
  fc.integer({ min: from * 100, max: to * 100 });

/** Money as the service writes it. */
export const money = (from: number, to: number): fc.Arbitrary<string> => pence(from, to).map(penceToText);

/** Balances as statements write them: overdrawn, small, in the thousands and in the millions. */
export const balances: fc.Arbitrary<string> = fc
  .oneof(pence(-3000, -1), pence(0, 999), pence(1000, 999_999), pence(1_000_000, 9_999_999))
  .map(penceToGroupedText);
