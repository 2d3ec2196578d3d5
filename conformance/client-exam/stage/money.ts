/** An amount in pence, read from its digits without rounding; undefined when it is none (0.1 + 0.2 is not 0.30). */
export function amountOf(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const digits = String(value)
    .trim()
    .replace(/,(?=\d{3})/g, '');
  const [, sign, whole, decimals = ''] = /^([-+]?)(\d+)(?:\.(\d{0,2})0*)?$/.exec(digits) ?? [];
  return whole === undefined ? undefined : BigInt(`${sign}${whole}${decimals.padEnd(2, '0')}`);
}

/** The sum of the amounts that are known, as text with two decimals; undefined where one of them is none. */
export function sumOf(amounts: readonly unknown[]): string | undefined {
  let sum = 0n;
  for (const amount of amounts.filter((one) => (one ?? null) !== null).map(amountOf)) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
