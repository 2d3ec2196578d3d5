import fc from 'fast-check';
import type { PartialPayrollSubmission } from '../../spec/types.ts';
import { midnights } from '../values/instants.ts';
import { specialRows, specials } from '../values/table.ts';
import { money, names } from '../values/text.ts';

/** Who a payslip is about, as both the provider and the service know them. */
export type PayslipPerson = { ni_number: string; date_of_birth: string; post_codes: readonly string[] };

const decimals = fc.integer({ min: 1, max: 20_000 }).map((n) => String(n / 100));

const earningElements = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom('basic', 'overtime', 'bonus'),
    description: names,
    amount: money(-200, 3000),
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

const contents: fc.Arbitrary<PartialPayrollSubmission> = fc.record({
  identity_information: fc.record({
    name: names,
    phone: fc.integer({ min: 7_000_000_000, max: 7_999_999_999 }),
  }),
  employment_information: fc.record({
    employer_name: names,
    role: names,
    start_date: midnights(2015, 2020),
    leave_date: fc.option(midnights(2040, 2045)),
    is_director: fc.boolean(),
  }),
  income_information: fc.record({
    earnings: fc.record({
      net_pay: money(900, 4000),
      gross_pay: money(4000, 9000),
      bonus: money(0, 500),
      earning_elements: earningElements,
    }),
    deductions: fc.record({
      income_tax: money(-500, 2000),
      employee_ni: money(0, 800),
      deductions_elements: deductionElements,
    }),
  }),
});

/** How many months ago it was paid, on which day and at what time; no two payslips of a draw in the same month. */
export type Payslip = { ago: number; day?: number; time: string; contents: PartialPayrollSubmission };

export const payslips: fc.Arbitrary<Payslip[]> = fc.uniqueArray(
  fc.record({ ago: fc.integer({ min: 1, max: 6 }), time: fc.constantFrom(...specials.times), contents }),
  { selector: ({ ago }) => ago, minLength: 1, maxLength: 3 },
);

const specialOnes = specialRows<PartialPayrollSubmission>('payslip').map((one, row) => ({
  ago: (row % 6) + 1,
  time: specials.times[row % specials.times.length]!,
  contents: one,
}));

export const specialPayslips: readonly Payslip[][] = [specialOnes.slice(0, 6), specialOnes.slice(6)];

/** A payslip as a provider holds it, paid `ago` months before an instant, within any lookback period of half a year. */
export function payslipAt(now: number, payslip: Payslip, person: PayslipPerson): PartialPayrollSubmission {
  const { ago, day = 27, time, contents } = payslip;
  const { identity_information: identity, income_information: income } = contents;
  const month = new Date(now);
  const at = (date: number, hour: string): string =>
    new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - ago, date))
      .toISOString()
      .replace(/T.*/, `T${hour}Z`);
  const known = { date_of_birth: person.date_of_birth, NI_number: person.ni_number };
  const address = { ...identity?.address, post_code: person.post_codes[0] ?? null };
  return {
    ...contents,
    identity_information: { ...identity, ...known, address },
    income_information: {
      pay_frequency: 'monthly',
      tax_code: '1257L',
      ...income,
      pay_date: at(day, time),
      pay_interval_start: at(1, '00:00:00.000'),
      pay_interval_end: at(27, time),
    },
  };
}
