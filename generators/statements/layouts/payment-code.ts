import type { StatementTransaction } from '../statement.ts';

const patterns: [RegExp, string][] = [
  [/direct debit|\bdd\b|council|insurance|energy|water|broadband|mobile/i, 'DD'],
  [/standing order|rent\b|mortgage/i, 'SO'],
  [/cash|atm/i, 'ATM'],
  [/fee|charge|interest/i, 'CHG'],
  [/transfer|\bto\b/i, 'FPO'],
];

/** The short code that older statements print beside a payment. */
export function paymentCode({ type, description }: StatementTransaction): string {
  if (type === 'credit') return /salary|wages|payroll|\bpay\b|bacs/i.test(description) ? 'BGC' : 'FPI';
  return patterns.find(([pattern]) => pattern.test(description))?.[1] ?? 'DEB';
}
