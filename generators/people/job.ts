import { dayNumber, dayText } from '../calendar.ts';
import type { Employment, PreviousEmployment } from '../pay/employment.ts';
import { payslips } from '../pay/payslips.ts';

/** An employment, and the payroll provider that holds its payslips. */
export type Job = {
  /** Tells the jobs of one person apart: `main`, `earlier`, `second` or a persona's own word. */
  key: string;
  /** The id of a provider in the catalogue. */
  provider: string;
  employment: Employment;
};

/** The figures of the P45, if the new job's first payslip falls in the tax year of the old job's last. */
export function p45(earlier: Job, next: Job): PreviousEmployment | null {
  const firstDays = dayText(dayNumber(next.employment.start) + 75);
  const last = payslips(earlier.employment, firstDays).at(-1);
  const first = payslips({ ...next.employment, leave: null }, firstDays)[0];
  if (!last || !first || first.yearToDate.taxYear !== last.yearToDate.taxYear) return null;
  return { taxablePay: last.yearToDate.taxable, taxPaid: last.yearToDate.tax };
}
