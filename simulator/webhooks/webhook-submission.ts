import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import type { WebhookIncomeSubmission, WebhookPayrollSubmission } from '../../spec/webhooks/index.ts';

/** How the fields of a resource change on their way into a webhook; a shape holds for each item of an array. */
type Shape = { readonly [field: string]: 'number' | 'text' | Shape };

/*
 * Every field that the document marks as money, and `phone`. `quantity` and `rate` of an earning element are marked
 * as decimal strings, not as money: they stay text, as does all that is not listed.
 */
const PAYROLL: Shape = {
  identity_information: { phone: 'text' },
  income_information: {
    earnings: {
      gross_pay: 'number',
      net_pay: 'number',
      base_salary: 'number',
      bonus: 'number',
      fixed_pay_total: 'number',
      variable_pay_total: 'number',
      earning_elements: { amount: 'number' },
      year_to_date: {
        gross_pay: 'number',
        net_pay: 'number',
        total_tax_paid: 'number',
        total_ni_paid: 'number',
        total_taxable_earnings: 'number',
      },
      rolling_12m_income: { gross_pay: 'number', net_pay: 'number' },
    },
    deductions: {
      income_tax: 'number',
      employee_ni: 'number',
      employee_pension: 'number',
      total_deductions: 'number',
      loan_deductions: 'number',
      deductions_elements: { amount: 'number' },
    },
  },
};

const INCOME: Shape = {
  employment: { total_income: 'number', employers: { income: 'number', tax_paid: 'number' } },
};

function converted(value: unknown, change: Shape[string]): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => converted(item, change));
  if (change === 'text') return typeof value === 'number' ? String(value) : value;
  if (change === 'number') {
    // What is no decimal text passes as it is: a number that is not one would be written as null.
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }
  if (typeof value !== 'object') return value;
  const copy = { ...value } as Record<string, unknown>;
  for (const [field, inner] of Object.entries(change)) {
    if (field in copy) copy[field] = converted(copy[field], inner);
  }
  return copy;
}

/** A payroll submission as webhooks carry it: amounts as numbers, the phone as text, all else untouched. */
export function toWebhookSubmission(submission: PayrollSubmission): WebhookPayrollSubmission {
  return converted(submission, PAYROLL) as WebhookPayrollSubmission;
}

/** A tax-authority income submission as webhooks carry it: amounts as numbers, all else untouched. */
export function toWebhookIncomeSubmission(submission: TaxauthIncomeSubmission): WebhookIncomeSubmission {
  return converted(submission, INCOME) as WebhookIncomeSubmission;
}
