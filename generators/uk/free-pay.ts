const CODE_UNIT = 500;

/**
 * The pay that a code number sets free in the first month (base 12) or week (base 52) of the year, in pence; later
 * periods are multiples of it.
 *
 * The published tables reach to code 500 and give each code the top of its ten pounds (number x 10 + 9), rounded up
 * to the penny. A higher code is read as so many times 500 and a rest from 1 to 500, each rounded up by itself.
 */
export function freePay(codeNumber: number, base: 12 | 52): number {
  if (codeNumber === 0) return 0;
  const units = Math.floor((codeNumber - 1) / CODE_UNIT);
  const rest = ((codeNumber - 1) % CODE_UNIT) + 1;
  return units * Math.ceil((CODE_UNIT * 1000) / base) + Math.ceil((rest * 1000 + 900) / base);
}
