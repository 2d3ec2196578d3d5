import type { Pence } from '../money.ts';
import { type PayFrequency, periodAmount } from './pay-frequency.ts';
import { lazy, readTable, scaled } from './table.ts';
import { byTaxYear, parseTaxYear, tableIndex } from './tax-year.ts';

/** Undergraduate plans by their number, and the postgraduate loan. */
export const studentLoanPlans = ['1', '2', '4', '5', 'PG'] as const;
export type StudentLoanPlan = (typeof studentLoanPlans)[number];

type Plan = { week: Pence; month: Pence; rate: number };

const years = lazy(() => {
  const rows = readTable('student-loan-thresholds');
  return byTaxYear(
    (year) =>
      new Map(
        rows
          .filter((row) => parseTaxYear(row.tax_year ?? '') === year)
          .map((row): [string, Plan] => [
            row.plan ?? '',
            {
              week: scaled(row, 'threshold_week_floor_penny'),
              month: scaled(row, 'threshold_month_floor_penny'),
              rate: scaled(row, 'rate', 10_000),
            },
          ]),
      ),
  );
});

/**
 * Repayments due on the earnings (as for national insurance) of one pay period, in whole pounds. Of several
 * undergraduate plans the lowest threshold counts; the postgraduate loan comes on top. A plan that a year's table
 * does not list is not collected yet: plan 5 begins in 2026-27.
 */
export function studentLoanDeductions(
  earnings: Pence,
  plans: readonly StudentLoanPlan[],
  pay: { taxYear: number; frequency: PayFrequency },
): { undergraduate: Pence; postgraduate: Pence } {
  if (plans.length === 0) return { undergraduate: 0, postgraduate: 0 };
  const year = years()[tableIndex(pay.taxYear)] as Map<string, Plan>;
  let undergraduate: Plan | undefined;
  for (const name of plans) {
    const plan = name === 'PG' ? undefined : year.get(name);
    if (plan && (!undergraduate || plan.month < undergraduate.month)) undergraduate = plan;
  }
  const postgraduate = plans.includes('PG') ? year.get('PG') : undefined;
  return {
    undergraduate: repayment(earnings, undergraduate, pay.frequency),
    postgraduate: repayment(earnings, postgraduate, pay.frequency),
  };
}

function repayment(earnings: Pence, plan: Plan | undefined, frequency: PayFrequency): Pence {
  if (!plan) return 0;
  const above = Math.max(0, earnings - periodAmount(frequency, plan));
  return Math.floor((above * plan.rate) / 1_000_000) * 100;
}
