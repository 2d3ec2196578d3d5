/** An amount of money in whole pence; never a fraction, never pounds. */
export type Pence = number;

const PLAIN = /^-?(?:0|[1-9]\d*)\.\d{2}$/;
const GROUPED = /^-?(?:0|[1-9]\d{0,2}(?:,\d{3})*)\.\d{2}$/;

/** Pence as the service writes money: 123450 is "1234.50". */
export function penceToText(pence: Pence): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`Not whole pence: ${pence}`);
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Pence as statements write balances: 123450 is "1,234.50". */
export const penceToGroupedText = (pence: Pence): string =>
  penceToText(pence).replace(/\B(?=(?:\d{3}){1,6}\.)/g, ',');

/** Reads "1234.50" and nothing looser; undefined when the text is no amount. */
export const parsePence = (text: string): Pence | undefined => (PLAIN.test(text) ? toPence(text) : undefined);

/** Reads "1,234.50" and nothing looser; undefined when the text is no amount. */
export const parseGroupedPence = (text: string): Pence | undefined =>
  GROUPED.test(text) ? toPence(text.replaceAll(',', '')) : undefined;

function toPence(plain: string): Pence | undefined {
  const pence = Number(plain.replace('.', ''));
  // "-0.00" must not bring a negative zero in, which prints and compares differently.
  return Number.isSafeInteger(pence) ? pence + 0 : undefined;
}

/** `amount * numerator / denominator` to the nearest whole, halves away from zero; exact in integers. */
export function proportion(amount: number, numerator: number, denominator: number): number {
  const product = Math.abs(amount * numerator);
  if (product > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`Too large to share out: ${amount} x ${numerator}`);
  const whole = Math.floor(product / denominator);
  const rounded = (product - whole * denominator) * 2 >= denominator ? whole + 1 : whole;
  return amount * numerator < 0 && rounded !== 0 ? -rounded : rounded;
}
