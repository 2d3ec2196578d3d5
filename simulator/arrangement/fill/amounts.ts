import { parseGroupedPence, parsePence, penceToText } from '../../../generators/money.ts';

/** The limit of sums: above it, whole numbers are no longer exact. */
const largest = 9_000_000_000_000_000;

/** Pence of a given amount; undefined when it was left out or is null. */
export const penceOf = (given: string | null | undefined): number | undefined =>
  given == null ? undefined : parsePence(given);

/** Pence of a given balance, which may have separators between thousands. */
export const balanceOf = (given: string | null | undefined): number | undefined =>
  given == null ? undefined : parseGroupedPence(given);

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, one) => within(sum + one), 0);

/** Whole pence of a product or quotient, halves away from zero. */
export const wholePence = (amount: number): number =>
  within(Math.sign(amount) * Math.round(Math.abs(amount)) + 0);

export const within = (pence: number): number => Math.min(Math.max(pence, -largest), largest);

export const moneyText = (pence: number): string => penceToText(within(pence) + 0);

/** Fills the gaps of a list: the first one takes what the others leave of the total, any further one is nil. */
export function completed(amounts: readonly (number | undefined)[], total: number | undefined): number[] {
  const known = sumOf(amounts.map((one) => one ?? 0));
  let left = total === undefined ? 0 : within(total - known);
  return amounts.map((one) => {
    if (one !== undefined) return one;
    const share = left;
    left = 0;
    return share;
  });
}

/** A type as a payslip prints it: `sick_pay` is "Sick pay". */
export function printedType(type: string | null): string {
  const words = (type || 'pay').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
