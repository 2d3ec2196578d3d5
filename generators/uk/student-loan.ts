import type { Pence } from '../money.ts';
import { type Row, scaled } from '../table.ts';
import { byTaxYear, type PayOn, periodAmount } from './tax-year.ts';

/** Undergraduate plans by their number, and the postgraduate loan. */
export const studentLoanPlans = ['1', '2', '4', '5', 'PG'] as const;
export type StudentLoanPlan = (typeof studentLoanPlans)[number];

type Plan = { week: Pence; month: Pence; rate: number };

const plansOf = byTaxYear('student-loan-thresholds', (rows) => {
  const plan = (row: Row): Plan => ({
    week: scaled(row, 'threshold_week_floor_penny'),
    month: scaled(row, 'threshold_month_floor_penny'),
    rate: scaled(row, 'rate', 10_000),
  });
  return new Map(rows.map((row) => [row.plan, plan(row)]));
});

/**
 * Repayments due on the earnings (as for national insurance) of one pay period, in whole pounds. Of several
 * undergraduate plans the lowest threshold counts; the postgraduate loan comes on top. A plan that a year's table
 * does not list is not collected yet: plan 5 begins in 2026-27.
 */
export function studentLoanDeductions(
  earnings: Pence,
  plans: readonly StudentLoanPlan[],
  { taxYear, frequency }: Omit<PayOn, 'day'>,
) {
  if (plans.length === 0) return { undergraduate: 0, postgraduate: 0 };
  const year = plansOf(taxYear);
  const [lowest] = plans
    .flatMap((name) => (name === 'PG' ? [] : (year.get(name) ?? [])))
    .sort((a, b) => a.month - b.month);
  const repayment = (plan: Plan | undefined): Pence => {
    if (!plan) return 0;
    const above = Math.max(0, earnings - periodAmount(frequency, plan));
    return Math.floor((above * plan.rate) / 1_000_000) * 100;
  };
  const postgraduate = plans.includes('PG') ? year.get('PG') : undefined;
  return { undergraduate: repayment(lowest), postgraduate: repayment(postgraduate) };
}
