import type { Pence } from '../money.ts';
import { scaled } from '../table.ts';
import { lowerEarningsLimit } from './national-insurance.ts';
import { byTaxYear } from './tax-year.ts';

const yearOf = byTaxYear('statutory-sick-pay', ([row = {}]) => ({
  week: scaled(row, 'rate_week'),
  waitingDays: scaled(row, 'waiting_days', 1),
  needsLowerLimit: row.lel_applies === 'yes',
  share: row.max_share_of_earnings ? scaled(row, 'max_share_of_earnings', 10_000) : null,
}));

/**
 * Statutory sick pay of a whole week, in pence, by what the worker earns in one. To 2025-26 it takes earnings at the
 * lower limit; from 2026-27 every worker has it, up to four fifths of their earnings.
 */
export function weeklySickPay(taxYear: number, weeklyEarnings: Pence): Pence {
  const year = yearOf(taxYear);
  if (year.needsLowerLimit && weeklyEarnings < lowerEarningsLimit(taxYear)) return 0;
  return year.share === null
    ? year.week
    : Math.min(year.week, Math.floor((weeklyEarnings * year.share) / 10_000));
}

/** Qualifying days at the start of a sickness for which nothing is paid. */
export function waitingDays(taxYear: number): number {
  return yearOf(taxYear).waitingDays;
}
