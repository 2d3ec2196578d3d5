import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import type { WebhookIncomeSubmission, WebhookPayrollSubmission } from '../../spec/webhooks/index.ts';

/** How the fields of a resource change on their way into a webhook; a shape holds for each item of an array. */
type Shape = { readonly [field: string]: 'number' | 'text' | Shape };

const numbers = (...fields: string[]): Shape => Object.fromEntries(fields.map((field) => [field, 'number']));

/*
 * Every field that the document marks as money, and `phone`. `quantity` and `rate` of an earning element are marked
 * as decimal strings, not as money: they stay text, as does all that is not listed.
 */
const PAYROLL: Shape = {
  identity_information: { phone: 'text' },
  income_information: {
    earnings: {
      ...numbers('gross_pay', 'net_pay', 'base_salary', 'bonus', 'fixed_pay_total', 'variable_pay_total'),
      earning_elements: numbers('amount'),
      year_to_date: {
        ...numbers('gross_pay', 'net_pay'),
        ...numbers('total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'),
      },
      rolling_12m_income: numbers('gross_pay', 'net_pay'),
    },
    deductions: {
      ...numbers('income_tax', 'employee_ni', 'employee_pension', 'total_deductions', 'loan_deductions'),
      deductions_elements: numbers('amount'),
    },
  },
};

const INCOME: Shape = {
  employment: { ...numbers('total_income'), employers: numbers('income', 'tax_paid') },
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
