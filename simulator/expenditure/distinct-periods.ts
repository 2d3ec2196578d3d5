import type { PayrollPeriod } from './period.ts';

/** Payslips without repetitions: of several of one pay the one with the first id counts. */
export function distinctPeriods<T extends PayrollPeriod>(periods: readonly T[]): T[] {
  const firsts = new Map<string, T>();
  for (const period of periods) {
    const pay = payOf(period);
    const known = pay === undefined ? undefined : firsts.get(pay);
    if (pay !== undefined && (!known || (period.id ?? '') < (known.id ?? ''))) firsts.set(pay, period);
  }
  return periods.filter((period) => {
    const pay = payOf(period);
    return pay === undefined || firsts.get(pay) === period;
  });
}

/** What identifies a pay: who paid what, when, and for which days; undefined where the payslip lacks some of it. */
function payOf(period: PayrollPeriod | null): string | undefined {
  const { employment_information: job, income_information: income } = period ?? {};
  const { pay_date, pay_interval_start, pay_interval_end, earnings } = income ?? {};
  const employer = job?.employer_tax_reference ?? job?.employer_name;
  const pay = [employer, pay_date, pay_interval_start, pay_interval_end, earnings?.net_pay];
  return pay.every((one) => one != null) ? JSON.stringify([...pay, earnings?.gross_pay]) : undefined;
}
