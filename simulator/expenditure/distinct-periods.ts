import type { PayrollPeriod } from './period.ts';

/**
 * Payslips without those that another account shows as well: two logins of one person show the same pay, and one pay is
 * one income. What one account shows twice is two payslips, and so is what was uploaded twice.
 */
export function distinctPeriods<T extends PayrollPeriod>(periods: readonly T[]): T[] {
  return [...groupedBy(periods, payOf)].flatMap(([pay, same]) =>
    pay === undefined ? same : fullest(groupedBy(same, ({ account_id }) => account_id ?? '')),
  );
}

/** What the account shows that shows most; of equals the same one whatever the order in which payslips came. */
function fullest<T>(byAccount: Map<string, T[]>): T[] {
  const [first] = [...byAccount].sort(
    ([a, shownByA], [b, shownByB]) => shownByB.length - shownByA.length || (a < b ? 1 : -1),
  );
  return first?.[1] ?? [];
}

/** What tells one pay from another: who paid what, when, and for which days; undefined where some of it is not known. */
function payOf(period: PayrollPeriod | null): string | undefined {
  const { employment_information: job, income_information: income } = period ?? {};
  const { pay_date, pay_interval_start, pay_interval_end, earnings } = income ?? {};
  const employer = job?.employer_tax_reference ?? job?.employer_name;
  const pay = [employer, pay_date, pay_interval_start, pay_interval_end, earnings?.net_pay];
  return pay.every((one) => one != null) ? JSON.stringify([...pay, earnings?.gross_pay]) : undefined;
}

function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
