import type {
  PartialBankStatementSubmission,
  PartialIncomeSubmission,
  PartialPayrollSubmission,
} from '../../spec/types.ts';
import type { NewUser } from '../arrange/arrangement.ts';

/** A person with all that identifies them at a provider. */
export const person = {
  forename: 'Ada',
  surname: 'Fairweather',
  date_of_birth: '1990-05-17T00:00:00.000Z',
  post_codes: ['LS1 4AP'],
  ni_number: 'QQ123456A',
} satisfies NewUser;

/** One payslip with every field that the pacts rely on. */
export const payslip = {
  identity_information: {
    name: 'Ada Fairweather',
    date_of_birth: '1990-05-17T00:00:00.000Z',
    address: {
      street: '1 Orchard Road',
      county: 'West Yorkshire',
      city: 'Leeds',
      post_code: 'LS1 4AP',
      country: 'England',
    },
    email: 'ada.fairweather@example.com',
    phone: 447700900123,
    NI_number: 'QQ123456A',
  },
  employment_information: {
    employer_name: 'Orchard Foods',
    role: 'Analyst',
    type: 'permanent',
    status: 'active',
    start_date: '2021-09-01T00:00:00.000Z',
    employer_tax_reference: '123/AB456',
    is_director: false,
  },
  income_information: {
    pay_date: '2026-02-27T00:00:00.000Z',
    pay_interval_start: '2026-02-01T00:00:00.000Z',
    pay_interval_end: '2026-02-28T00:00:00.000Z',
    pay_frequency: 'monthly',
    tax_code: '1257L',
    earnings: {
      gross_pay: '3000.00',
      net_pay: '2380.45',
      base_salary: '2900.00',
      bonus: '100.00',
      fixed_pay_total: '2900.00',
      variable_pay_total: '100.00',
      earning_elements: [
        {
          type: 'salary',
          description: 'Monthly salary',
          amount: '2900.00',
          is_fixed: true,
          is_after_tax: false,
          is_after_ni: false,
          is_bik: false,
          quantity: '1',
          rate: '2900.00',
          unit: 'month',
        },
      ],
      year_to_date: {
        gross_pay: '33000.00',
        net_pay: '26184.95',
        total_tax_paid: '4093.50',
        total_ni_paid: '1721.55',
        total_taxable_earnings: '33000.00',
        tax_year: 2025,
      },
      rolling_12m_income: { gross_pay: '36000.00', net_pay: '28565.40' },
    },
    deductions: {
      income_tax: '372.05',
      employee_ni: '156.50',
      employee_pension: '91.00',
      total_deductions: '619.55',
      loan_deductions: '0.00',
      deductions_elements: [{ type: 'tax', description: 'Income tax', amount: '372.05' }],
    },
  },
  trust_score: 'high',
  source: 'payroll direct connection',
} satisfies PartialPayrollSubmission;

/** What was extracted from one bank statement. */
export const bankStatement = {
  document_filename: 'march.pdf',
  document_external_id: 'loan-4711',
  account_information: {
    account_holder_name: 'Ada Fairweather',
    account_number: '12345678',
    sort_code: '00-12-34',
    bank_name: 'Harbour & Vale Bank',
    iban: 'GB37HVBK00123412345678',
  },
  statement_period: { start_date: '2026-03-01', end_date: '2026-03-31' },
  balance_information: { opening_balance: '1,020.15', closing_balance: '2,345.60' },
  transactions: [
    { date: '2026-03-27', description: 'SALARY ORCHARD FOODS', amount: '2150.45', type: 'credit' },
  ],
  bank_statement_probability: 0.98,
} satisfies PartialBankStatementSubmission;

/** A year of income as the tax authority knows it. */
export const income = {
  income_id: '2025-26-1',
  employment: {
    total_income: '36000.00',
    employers: [{ employer_name: 'Orchard Foods', income: '36000.00', tax_paid: '4686.00' }],
  },
  frequency: 'yearly',
  income_period: { start: '2025-04-06T00:00:00.000Z', end: '2026-04-05T00:00:00.000Z' },
} satisfies PartialIncomeSubmission;
