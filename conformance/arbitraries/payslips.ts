import fc from 'fast-check';
import type { PartialPayrollSubmission } from '../../spec/types.ts';
import { midnights } from '../values/instants.ts';
import { money, names } from '../values/text.ts';

/** Who is on a payslip: what a provider and the service know of the person alike. */
export type PayslipPerson = { ni_number: string; date_of_birth: string; post_codes: readonly string[] };

const decimals = fc.integer({ min: 1, max: 20_000 }).map((n) => String(n / 100));

const earningElements = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom('basic', 'overtime', 'bonus'),
    description: names,
    amount: money(0, 3000),
    is_fixed: fc.boolean(),
    is_after_tax: fc.boolean(),
    is_after_ni: fc.boolean(),
    is_bik: fc.boolean(),
    quantity: decimals,
    rate: decimals,
    unit: fc.constantFrom('hours', 'days'),
  }),
  { selector: ({ description }) => description, minLength: 1, maxLength: 3 },
);

const deductionElements = fc.uniqueArray(
  fc.record({ type: fc.constantFrom('tax', 'pension', 'loan'), description: names, amount: money(0, 900) }),
  { selector: ({ description }) => description, minLength: 1, maxLength: 3 },
);

const contents = fc.record({
  /** How many months ago it was paid; no two payslips of a draw in the same month. */
  ago: fc.integer({ min: 1, max: 6 }),
  name: names,
  phone: fc.integer({ min: 7_000_000_000, max: 7_999_999_999 }),
  employer: names,
  role: names,
  start: midnights(2015, 2020),
  leave: fc.option(midnights(2040, 2045)),
  director: fc.boolean(),
  net_pay: money(900, 4000),
  gross_pay: money(4000, 9000),
  bonus: money(0, 500),
  income_tax: money(0, 2000),
  employee_ni: money(0, 800),
  earning_elements: earningElements,
  deductions_elements: deductionElements,
});

export const payslips = fc.uniqueArray(contents, { selector: ({ ago }) => ago, minLength: 1, maxLength: 3 });

export type Payslip = typeof contents extends fc.Arbitrary<infer T> ? T : never;

/** A payslip as a provider holds it, paid so many months before an instant, within any lookback period of half a year. */
export function payslipAt(now: number, payslip: Payslip, person: PayslipPerson): PartialPayrollSubmission {
  const month = new Date(now);
  const at = (day: number): string =>
    new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - payslip.ago, day)).toISOString();
  return {
    identity_information: {
      name: payslip.name,
      date_of_birth: person.date_of_birth,
      address: { post_code: person.post_codes[0] ?? null },
      phone: payslip.phone,
      NI_number: person.ni_number,
    },
    employment_information: {
      employer_name: payslip.employer,
      role: payslip.role,
      start_date: payslip.start,
      leave_date: payslip.leave,
      is_director: payslip.director,
    },
    income_information: {
      pay_date: at(27),
      pay_interval_start: at(1),
      pay_interval_end: at(27),
      pay_frequency: 'monthly',
      tax_code: '1257L',
      earnings: {
        gross_pay: payslip.gross_pay,
        net_pay: payslip.net_pay,
        bonus: payslip.bonus,
        earning_elements: payslip.earning_elements,
      },
      deductions: {
        income_tax: payslip.income_tax,
        employee_ni: payslip.employee_ni,
        deductions_elements: payslip.deductions_elements,
      },
    },
  };
}
