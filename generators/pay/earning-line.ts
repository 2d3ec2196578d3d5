import type { Pence } from '../money.ts';
import type { EarningElement, EarningType } from './payslip.ts';

export type EarningLine = EarningElement;

/** A line of earnings: variable, taxed and under national insurance unless said otherwise. */
export const earning = (
  type: EarningType,
  description: string,
  amount: Pence,
  traits: Partial<Omit<EarningElement, 'type' | 'description' | 'amount'>> = {},
): EarningLine => ({
  type,
  description,
  amount,
  isFixed: traits.isFixed ?? false,
  isAfterTax: traits.isAfterTax ?? false,
  isAfterNi: traits.isAfterNi ?? false,
  isBik: traits.isBik ?? false,
  quantity: traits.quantity ?? null,
  rate: traits.rate ?? null,
  unit: traits.unit ?? null,
});

export function sumOf(lines: readonly EarningLine[], counts: (line: EarningLine) => boolean): Pence {
  let sum = 0;
  for (const line of lines) if (counts(line)) sum += line.amount;
  return sum;
}
