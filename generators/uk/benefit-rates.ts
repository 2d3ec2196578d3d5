import type { Pence } from '../money.ts';
import { scaled } from '../table.ts';
import { earningsLevel } from './earnings.ts';
import { byTaxYear, yearsBeyondTables } from './tax-year.ts';

const NAMES = [
  'new_state_pension_week',
  'basic_state_pension_week',
  'parental_week',
  'child_benefit_first_week',
  'child_benefit_other_week',
  'jsa_under_25_week',
  'jsa_week',
  'uc_single_under_25_month',
  'uc_single_month',
  'uc_child_month',
] as const;
export type Benefit = (typeof NAMES)[number];

const published = byTaxYear('benefit-rates', ([row = {}]) => {
  const rates = NAMES.map((name) => [name, scaled(row, name)] as const);
  return Object.fromEntries(rates) as Record<Benefit, Pence>;
});

/** Our assumption for years after the table: the least by which the State Pension rises. Earlier rates follow earnings. */
const RISE = 1.025;
/** For so many years: a pension of the year 9990 would have a hundred digits, and no tax code takes it off. */
const MOST_RISES = 75;

/** What a benefit comes to in a tax year, a week or a month as its name says. */
export function benefitRate(benefit: Benefit, taxYear: number): Pence {
  const rate = published(taxYear)[benefit];
  const beyond = yearsBeyondTables(taxYear);
  if (beyond === 0) return rate;
  return (
    Math.round((rate * (beyond > 0 ? RISE ** Math.min(beyond, MOST_RISES) : earningsLevel(taxYear))) / 5) * 5
  );
}
