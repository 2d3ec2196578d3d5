import { addMonths, civil, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import type { PartialPayrollSubmission } from '../../../spec/types.ts';

const dates = ['pay_date', 'pay_interval_start', 'pay_interval_end'] as const;
const dayOf = (instant: string): number => dayNumberOf(Date.parse(instant));

/**
 * Payslips moved by whole months, so that the newest was paid within the month before an instant of the deployment's own
 * clock: a pact keeps for years, and a deployment looks back for some months only.
 */
export function recentPayroll(
  payroll: readonly PartialPayrollSubmission[],
  now: string | undefined,
): PartialPayrollSubmission[] {
  const paid = payroll.flatMap(({ income_information }) => income_information?.pay_date ?? []).map(dayOf);
  if (paid.length === 0 || now === undefined) return [...payroll];
  const months = monthsBetween(Math.max(...paid), dayOf(now));
  const moved = (instant: string): string =>
    new Date(addMonths(dayOf(instant), months) * MS_PER_DAY).toISOString();
  return payroll.map((payslip) => {
    const { income_information: income } = payslip;
    const changes = dates.flatMap((name) => (income?.[name] ? [[name, moved(income[name])]] : []));
    return income
      ? { ...payslip, income_information: { ...income, ...Object.fromEntries(changes) } }
      : payslip;
  });
}

/** The whole months from one day to another, rounded down. */
function monthsBetween(from: number, to: number): number {
  const first = civil(from);
  const last = civil(to);
  const months = (last.year - first.year) * 12 + last.month - first.month;
  return addMonths(from, months) > to ? months - 1 : months;
}
