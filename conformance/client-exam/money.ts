/** An amount as whole hundredths of a penny, which the exam adds without rounding; undefined when it is none. */
export function amountOf(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // A number as its own digits: 0.1 + 0.2 is not 0.3.
  const text = String(value)
    .trim()
    .replace(/,(?=\d{3})/g, '');
  const [, sign, whole = '0', decimals = ''] = /^([-+]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  // More decimals than four that are not zero make it another amount.
  const rest = /[1-9]/.test(decimals.slice(4)) ? 1n : 0n;
  const amount = BigInt(whole) * 10_000n + BigInt(decimals.slice(0, 4).padEnd(4, '0')) + rest;
  return sign === '-' ? -amount : amount;
}

/** The sum of amounts as text with two decimals; undefined where one of them is none. */
export function sumOf(amounts: readonly unknown[]): string | undefined {
  let sum = 0n;
  for (const amount of amounts) {
    const pence = amountOf(amount);
    if (pence === undefined) return undefined;
    sum += pence;
  }
  const digits = String((sum < 0n ? -sum : sum) / 100n).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
