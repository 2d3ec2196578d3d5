import { type Pence, proportion } from '../money.ts';
import { scaled } from '../table.ts';
import { benefitRate } from './benefit-rates.ts';
import { lowerEarningsLimit } from './national-insurance.ts';
import { byTaxYear } from './tax-year.ts';

const yearOf = byTaxYear('statutory-sick-pay', ([row = {}]) => ({
  week: scaled(row, 'rate_week'),
  waitingDays: scaled(row, 'waiting_days', 1),
  needsLowerLimit: row.lel_applies === 'yes',
  share: row.max_share_of_earnings ? scaled(row, 'max_share_of_earnings', 10_000) : null,
}));

/** To 2025-26 it takes earnings at the lower limit; from 2026-27 every worker has up to four fifths of their earnings. */
export function weeklySickPay(taxYear: number, weeklyEarnings: Pence): Pence {
  const year = yearOf(taxYear);
  if (year.needsLowerLimit && weeklyEarnings < lowerEarningsLimit(taxYear)) return 0;
  return year.share === null
    ? year.week
    : Math.min(year.week, Math.floor((weeklyEarnings * year.share) / 10_000));
}

/** Qualifying days at the start of a sickness for which nothing is paid. */
export const waitingDays = (taxYear: number): number => yearOf(taxYear).waitingDays;

export type ParentalLeave = 'maternity' | 'paternity' | 'adoption' | 'shared-parental';

/** For how many weeks statutory pay is paid, and for how many of them at nine tenths of earnings without a limit. */
const PARENTAL_WEEKS: Readonly<Record<ParentalLeave, { paid: number; high: number }>> = {
  maternity: { paid: 39, high: 6 },
  paternity: { paid: 2, high: 0 },
  adoption: { paid: 39, high: 6 },
  'shared-parental': { paid: 37, high: 0 },
};

/** Statutory pay of a week of leave, counted from 0, for those who earn enough: nine tenths of earnings, or the rate if it is less. */
export function weeklyParentalPay(leave: ParentalLeave, week: number, taxYear: number, earned: Pence): Pence {
  const { paid, high } = PARENTAL_WEEKS[leave];
  if (week >= paid || earned < lowerEarningsLimit(taxYear)) return 0;
  const most = proportion(earned, 9, 10);
  return week < high ? most : Math.min(most, benefitRate('parental_week', taxYear));
}
