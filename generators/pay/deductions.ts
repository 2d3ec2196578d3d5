import type { Pence } from '../money.ts';
import type { EarningLine } from './earning.ts';
import type { NiCategory, Pension } from './employment.ts';
import type { PayPeriod } from './pay-periods.ts';
import type { DeductionElement, Payslip } from './payslip.ts';
import type { Timeline } from './timeline.ts';

/** The statutory amounts of one pay day. */
export type Withheld = {
  incomeTax: Pence;
  employeeNi: Pence;
  employeePension: Pence;
  undergraduateLoan: Pence;
  postgraduateLoan: Pence;
};

export const nothingWithheld: Withheld = {
  incomeTax: 0,
  employeeNi: 0,
  employeePension: 0,
  undergraduateLoan: 0,
  postgraduateLoan: 0,
};

const PENSION_NAMES = {
  'relief-at-source': 'Pension (relief at source)',
  'net-pay': 'Pension (net pay arrangement)',
  'salary-sacrifice': 'Pension',
} as const;

/** The deductions of a payslip, a line for each amount that is not nil. */
export function deductionsOf(
  withheld: Withheld,
  terms: { category: NiCategory; pension: Pension },
  others: readonly DeductionElement[],
): Payslip['deductions'] {
  const { incomeTax, employeeNi, employeePension, undergraduateLoan, postgraduateLoan } = withheld;
  const pensionName = terms.pension.kind === 'none' ? 'Pension' : PENSION_NAMES[terms.pension.method];
  const elements = [
    {
      type: 'income_tax',
      description: incomeTax < 0 ? 'Income tax refund' : 'Income tax',
      amount: incomeTax,
    },
    { type: 'employee_ni', description: `National insurance (${terms.category})`, amount: employeeNi },
    { type: 'employee_pension', description: pensionName, amount: employeePension },
    { type: 'student_loan', description: 'Student loan', amount: undergraduateLoan },
    { type: 'postgraduate_loan', description: 'Postgraduate loan', amount: postgraduateLoan },
    ...others,
  ].filter(({ amount }) => amount !== 0);
  return {
    incomeTax,
    employeeNi,
    employeePension,
    loans: undergraduateLoan + postgraduateLoan,
    total: elements.reduce((sum, { amount }) => sum + amount, 0),
    elements,
  };
}

/** Deductions that no table decides: benefits not paid in cash, and what the employer takes back. */
export function otherDeductions(
  { oneOffs }: Timeline,
  period: PayPeriod,
  lines: readonly EarningLine[],
): DeductionElement[] {
  const elements: DeductionElement[] = lines
    .filter(({ isBik }) => isBik)
    .map(({ description, amount }) => ({
      type: 'benefit_in_kind',
      description: `${description} (not paid in cash)`,
      amount,
    }));
  for (const { on, event } of oneOffs) {
    if (event.kind !== 'deduction' || on < period.start || on > period.end) continue;
    elements.push({ type: event.type, description: event.description, amount: event.amount });
  }
  return elements;
}
