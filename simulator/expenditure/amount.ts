const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/**
 * Pence of an amount held as text or number, a third decimal rounded half up; undefined for anything else.
 * Looser than money.ts on purpose: arranged payslips keep their net pay as it was given, webhook bodies hold numbers.
 */
export function penceOf(amount: unknown): number | undefined {
  if (typeof amount === 'number') return penceOf(Number.isFinite(amount) ? amount.toFixed(6) : undefined);
  const found = typeof amount === 'string' ? decimal.exec(amount.trim()) : null;
  if (!found) return undefined;
  const [, sign, pounds, fraction = ''] = found;
  const digits = `${fraction}000`;
  const pence = Number(pounds) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
  if (!Number.isSafeInteger(pence)) return undefined;
  return sign === '-' && pence > 0 ? -pence : pence;
}
