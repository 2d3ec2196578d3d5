/** A field that holds money, or an object or list in which some fields do. */
type Places = { readonly [field: string]: true | Places };

const places: Places = {
  income_information: {
    earnings: {
      gross_pay: true,
      net_pay: true,
      base_salary: true,
      bonus: true,
      fixed_pay_total: true,
      variable_pay_total: true,
      earning_elements: { amount: true },
      year_to_date: {
        gross_pay: true,
        net_pay: true,
        total_tax_paid: true,
        total_ni_paid: true,
        total_taxable_earnings: true,
      },
      rolling_12m_income: { gross_pay: true, net_pay: true },
    },
    deductions: {
      income_tax: true,
      employee_ni: true,
      employee_pension: true,
      total_deductions: true,
      loan_deductions: true,
      deductions_elements: { amount: true },
    },
  },
};

/** Every amount of money in a payroll submission that is there and not null, by its place in dots. */
export function amountsOf(submission: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const walk = (value: unknown, inner: Places, path: readonly string[]): void => {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) walk(item, inner, [...path, String(at)]);
      return;
    }
    for (const [field, next] of Object.entries(inner)) {
      const child: unknown = Reflect.get(value, field);
      if (child == null) continue;
      if (next === true) found.set([...path, field].join('.'), child);
      else walk(child, next, [...path, field]);
    }
  };
  walk(submission, places, []);
  return found;
}
