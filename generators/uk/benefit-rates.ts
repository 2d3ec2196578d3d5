import type { Pence } from '../money.ts';
import { scaled } from '../table.ts';
import { earningsLevel } from './earnings.ts';
import { byTaxYear, yearsBeyondTables } from './tax-year.ts';

/** The columns of the table. */
export type Benefit =
  | `${'new_state_pension' | 'basic_state_pension' | 'parental' | 'jsa_under_25' | 'jsa'}_week`
  | `child_benefit_${'first' | 'other'}_week`
  | `uc_${'single_under_25' | 'single' | 'child'}_month`;

const published = byTaxYear('benefit-rates', ([row = {}]) => row);

/** Our assumption for years after the table: the least by which the State Pension rises. Earlier rates follow earnings. */
const RISE = 1.025;
/** For so many years: a pension of the year 9990 would have a hundred digits, and no tax code takes it off. */
const MOST_RISES = 75;

/** What a benefit comes to in a tax year, a week or a month as its name says. */
export function benefitRate(benefit: Benefit, taxYear: number): Pence {
  const rate = scaled(published(taxYear), benefit);
  const beyond = yearsBeyondTables(taxYear);
  if (beyond === 0) return rate;
  const level = beyond > 0 ? RISE ** Math.min(beyond, MOST_RISES) : earningsLevel(taxYear);
  return Math.round((rate * level) / 5) * 5;
}
