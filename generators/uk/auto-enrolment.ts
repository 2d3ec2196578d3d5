import { addMonths, type DayNumber } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { scaled } from '../table.ts';
import { statePensionDay } from './state-pension.ts';
import { byTaxYear, type PayOn, payPeriodOf, periodAmount } from './tax-year.ts';

const yearOf = byTaxYear('auto-enrolment', ([row = {}]) => ({
  trigger: { week: scaled(row, 'trigger_week'), month: scaled(row, 'trigger_month') },
  lower: { week: scaled(row, 'qe_lower_week'), month: scaled(row, 'qe_lower_month') },
  upperMonth: scaled(row, 'qe_upper_month'),
  upperYear: scaled(row, 'qe_upper_year'),
  ageFrom: scaled(row, 'eligible_age_from', 1),
}));

/** Whether an employer must enrol a worker by the earnings of this pay period; unknown birth counts as of age. */
export function mustEnrol(earnings: Pence, birth: DayNumber | null, pay: PayOn): boolean {
  const year = yearOf(pay.taxYear);
  if (earnings <= periodAmount(pay.frequency, year.trigger)) return false;
  if (birth === null) return true;
  return addMonths(birth, 12 * year.ageFrom) <= pay.day && pay.day < statePensionDay(birth);
}

/** The upper bound of weeks is rounded up to the pound, as in the statutory table: 967, 1,934, 3,867. */
export function qualifyingEarnings(earnings: Pence, pay: Omit<PayOn, 'day'>): Pence {
  const year = yearOf(pay.taxYear);
  const { weeks } = payPeriodOf[pay.frequency];
  const upper = weeks === 0 ? year.upperMonth : Math.ceil((year.upperYear * weeks) / 5200) * 100;
  return Math.max(0, Math.min(earnings, upper) - periodAmount(pay.frequency, year.lower));
}
