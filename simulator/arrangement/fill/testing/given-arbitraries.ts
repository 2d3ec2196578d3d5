import fc from 'fast-check';
import type {
  PartialBankStatementSubmission,
  PartialIncomeSubmission,
  PartialPayrollSubmission,
} from '../../../../spec/types.ts';

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 6 });
const partial = <T>(fields: { [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined>> }) =>
  fc.record(fields, { requiredKeys: [] }) as unknown as fc.Arbitrary<T>;

const text = orNull(fc.string({ maxLength: 12 }));
const flag = orNull(fc.boolean());
const pence = fc.oneof(fc.integer({ min: -50_000, max: 900_000 }), fc.constantFrom(0, 1, 99_999_999_999_999));
const plain = (amount: number) => (amount / 100).toFixed(2);
const givenMoney = orNull(
  fc.oneof(
    pence.map(plain),
    pence.map((amount) => String(Math.trunc(amount / 100))),
    fc.integer({ min: -50_000, max: 900_000 }).map((amount) => amount / 100),
  ),
);
const decimal = orNull(
  fc.oneof(fc.constantFrom('7.5', '160', '0.125'), fc.double({ min: 0, max: 500, noNaN: true })),
);
const moment = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
const farOff = fc.constantFrom(
  '0001-01-01',
  '0050-06-30T00:00:00Z',
  '9999-12-31',
  '2024-02-29',
  '2016-12-31T23:59:60Z',
);
const givenInstant = orNull(
  fc.oneof(
    moment.map((one) => one.toISOString()),
    moment.map((one) => one.toISOString().slice(0, 10)),
    moment.map((one) => `${one.toISOString().slice(0, 19).toLowerCase()}+01:00`),
    farOff,
  ),
);
const givenDay = orNull(moment.map((one) => one.toISOString().slice(0, 10)));
const givenBalance = orNull(
  fc.oneof(
    pence.map(plain),
    fc.constantFrom('1,234.5', '-12,345,678.90', '0'),
    fc.integer({ min: -900, max: 900 }),
  ),
);
const id = fc.uuid();

/** Everything that may be given of a payslip, in all its forms. */
export const givenPayroll = partial<PartialPayrollSubmission>({
  id,
  account_id: orNull(id),
  entry_id: orNull(id),
  created_at: givenInstant,
  identity_information: orNull(
    partial<NonNullable<PartialPayrollSubmission['identity_information']>>({
      name: text,
      date_of_birth: givenInstant,
      address: orNull(
        partial({
          street: text,
          county: text,
          city: orNull(fc.constantFrom('Leeds', 'cardiff', 'Nowhere', '')),
          post_code: orNull(fc.constantFrom('LS1 4AP', 'eh12 9dn', 'JE2 3AB', 'ZZ99', '')),
          country: text,
        }),
      ),
      email: text,
      phone: orNull(fc.oneof(fc.nat(), fc.constantFrom('+44 7700 900123', '(0113) 496-0000', ''))),
      NI_number: text,
    }),
  ),
  employment_information: orNull(
    partial<NonNullable<PartialPayrollSubmission['employment_information']>>({
      employer_name: text,
      role: text,
      type: text,
      status: orNull(fc.constantFrom('active', 'left')),
      start_date: givenInstant,
      leave_date: givenInstant,
      employer_tax_reference: text,
      is_director: flag,
    }),
  ),
  income_information: orNull(
    partial<NonNullable<PartialPayrollSubmission['income_information']>>({
      pay_date: givenInstant,
      pay_interval_start: givenInstant,
      pay_interval_end: givenInstant,
      pay_frequency: orNull(
        fc.constantFrom('weekly', 'FORTNIGHTLY', 'four_weekly', 'monthly', 'when it suits'),
      ),
      tax_code: orNull(fc.constantFrom('1257L', 'S1257L', 'BR', 'NT', 'K475', 'no code')),
      earnings: orNull(
        partial<Earnings>({
          gross_pay: givenMoney,
          net_pay: givenMoney,
          base_salary: givenMoney,
          bonus: givenMoney,
          fixed_pay_total: givenMoney,
          variable_pay_total: givenMoney,
          earning_elements: orNull(
            fc.array(
              partial<NonNullable<Earnings['earning_elements']>[number]>({
                type: orNull(fc.constantFrom('basic', 'bonus', 'overtime', 'expenses', 'benefit_in_kind')),
                description: text,
                amount: givenMoney,
                is_fixed: flag,
                is_after_tax: flag,
                is_after_ni: flag,
                is_bik: flag,
                quantity: decimal,
                rate: decimal,
                unit: text,
              }),
              { maxLength: 3 },
            ),
          ),
          year_to_date: orNull(
            partial({
              gross_pay: givenMoney,
              net_pay: givenMoney,
              total_tax_paid: givenMoney,
              total_ni_paid: givenMoney,
              total_taxable_earnings: givenMoney,
              tax_year: orNull(fc.integer({ min: 2000, max: 2030 })),
            }),
          ),
          rolling_12m_income: orNull(partial({ gross_pay: givenMoney, net_pay: givenMoney })),
        }),
      ),
      deductions: orNull(
        partial<Deductions>({
          income_tax: givenMoney,
          employee_ni: givenMoney,
          employee_pension: givenMoney,
          total_deductions: givenMoney,
          loan_deductions: givenMoney,
          deductions_elements: orNull(
            fc.array(
              partial({
                type: orNull(fc.constantFrom('income_tax', 'student_loan', 'union_fee')),
                description: text,
                amount: givenMoney,
              }),
              { maxLength: 3 },
            ),
          ),
        }),
      ),
    }),
  ),
  document_id: orNull(id),
  document_external_id: text,
  document_filename: text,
  trust_score: text,
  source: text,
});

type Income = NonNullable<PartialPayrollSubmission['income_information']>;
type Earnings = NonNullable<Income['earnings']>;
type Deductions = NonNullable<Income['deductions']>;

/** Everything that may be given of a bank statement. */
export const givenStatement = partial<PartialBankStatementSubmission>({
  id,
  created_at: givenInstant,
  document_id: orNull(id),
  document_external_id: text,
  document_filename: text,
  account_information: orNull(
    partial({
      account_holder_name: text,
      account_number: orNull(fc.constantFrom('12345678', 'none')),
      sort_code: orNull(fc.constantFrom('00-12-34', '001234', 'none')),
      bank_name: text,
      iban: text,
    }),
  ),
  statement_period: orNull(partial({ start_date: givenDay, end_date: givenDay })),
  balance_information: orNull(partial({ opening_balance: givenBalance, closing_balance: givenBalance })),
  transactions: orNull(
    fc.array(
      partial({
        date: givenDay,
        description: text,
        amount: orNull(
          fc.oneof(pence.map(plain), fc.constantFrom('1,234.5', '-20', '£5', ''), fc.nat({ max: 9999 })),
        ),
        type: orNull(fc.constantFrom('credit', 'debit', 'Credit', 'other')),
      }),
      { maxLength: 4 },
    ),
  ),
  bank_statement_probability: orNull(fc.double({ min: 0, max: 1, noNaN: true })),
});

/** Everything that may be given of tax-authority income. */
export const givenIncome = partial<PartialIncomeSubmission>({
  id,
  account_id: orNull(id),
  entry_id: orNull(id),
  income_id: text,
  employment: orNull(
    partial({
      total_income: givenMoney,
      employers: orNull(
        fc.array(partial({ employer_name: text, income: givenMoney, tax_paid: givenMoney }), {
          maxLength: 3,
        }),
      ),
    }),
  ),
  frequency: orNull(fc.constantFrom('annual', 'monthly', 'now and then')),
  income_period: orNull(partial({ start: givenInstant, end: givenInstant })),
});
