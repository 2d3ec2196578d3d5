// The resources as the interface document tells them, field by field, in its order. Written from the document alone.
import type { FieldKind, Shape } from './kinds.ts';
import {
  address,
  amount,
  balance,
  bool,
  day,
  decimal,
  email,
  instant,
  integer,
  likelihood,
  money,
  number,
  oneOf,
  orNull,
  text,
  texts,
  uuid,
} from './kinds.ts';

export const pagination = { offset: integer, limit: integer, count: integer, total_count: integer };

const mfaStatus = oneOf('sms', 'email', 'disabled');
export const signedInMember = {
  id: text,
  email,
  role: text,
  name: text,
  status: text,
  mfa_status: mfaStatus,
};
export const invitedMember = {
  email,
  role: text,
  status: oneOf(
    'unconfirmed',
    'confirmed',
    'archived',
    'compromised',
    'unknown',
    'reset_required',
    'force_change_password',
    'external_provider',
  ),
  mfa_status: mfaStatus,
  name: text,
};

export const authorisationTerm = {
  id: uuid,
  is_active: bool,
  is_system_term: bool,
  authorisation_version: integer,
  created_at: instant,
  name: text,
  authorisation_text: text,
  authorisation_category: oneOf('one_time', 'recurring'),
};

const frequency = oneOf('WEEKLY', 'MONTHLY', 'HOURLY');
export const user = {
  user_id: uuid,
  created_at: instant,
  forename: text,
  surname: text,
  date_of_birth: instant,
  post_codes: texts,
  payroll_period_months: integer,
  ni_number: text,
  ext_id: text,
  recurring_checks_enabled: bool,
  recurring_check_frequency: frequency,
  recurring_check_end_date: instant,
  taxauth_enabled: bool,
  payslip_upload_enabled: bool,
  payroll_connections_enabled: bool,
};

export const clientConfiguration = {
  payslip_upload_enabled: bool,
  payroll_period_months: integer,
  client_logo: text,
  client_callback_url: text,
  recurring_checks_enabled: bool,
  recurring_check_frequency: frequency,
  recurring_check_end_date: instant,
  payroll_connections_enabled: bool,
  client_display_name: text,
};

export const account = {
  account_id: uuid,
  payroll_provider: text,
  user_name: text,
  created_at: instant,
  status: text,
  mfa_enabled: bool,
  latest_pay_date: instant,
};

/** Payroll submissions are written once, with money and telephone numbers in the form of the place they appear in. */
const payrollSubmissionWith = (sum: FieldKind, phone: FieldKind) =>
  ({
    id: uuid,
    account_id: orNull(uuid),
    entry_id: uuid,
    created_at: instant,
    identity_information: {
      name: text,
      date_of_birth: instant,
      address: { street: text, county: text, city: text, post_code: text, country: text },
      email: text,
      phone,
      NI_number: text,
    },
    employment_information: {
      employer_name: text,
      role: text,
      type: text,
      status: text,
      start_date: instant,
      leave_date: orNull(instant),
      employer_tax_reference: text,
      is_director: bool,
    },
    income_information: {
      pay_date: instant,
      pay_interval_start: instant,
      pay_interval_end: instant,
      pay_frequency: text,
      tax_code: text,
      earnings: {
        gross_pay: sum,
        net_pay: sum,
        base_salary: sum,
        bonus: sum,
        fixed_pay_total: sum,
        variable_pay_total: sum,
        earning_elements: [
          {
            type: text,
            description: text,
            amount: sum,
            is_fixed: bool,
            is_after_tax: bool,
            is_after_ni: bool,
            is_bik: bool,
            quantity: decimal,
            rate: decimal,
            unit: text,
          },
        ],
        year_to_date: {
          gross_pay: sum,
          net_pay: sum,
          total_tax_paid: sum,
          total_ni_paid: sum,
          total_taxable_earnings: sum,
          tax_year: integer,
        },
        rolling_12m_income: { gross_pay: sum, net_pay: sum },
      },
      deductions: {
        income_tax: sum,
        employee_ni: sum,
        employee_pension: sum,
        total_deductions: sum,
        loan_deductions: sum,
        deductions_elements: [{ type: text, description: text, amount: sum }],
      },
    },
    document_id: orNull(uuid),
    document_external_id: orNull(text),
    document_filename: orNull(text),
    trust_score: text,
    source: text,
  }) satisfies Shape;

export const payrollSubmission: Shape = payrollSubmissionWith(money, number);
export const deliveredPayrollSubmission: Shape = payrollSubmissionWith(amount, text);

export const bankStatementSubmission: Shape = {
  id: uuid,
  created_at: instant,
  document_id: uuid,
  document_external_id: text,
  document_filename: text,
  account_information: {
    account_holder_name: text,
    account_number: text,
    sort_code: text,
    bank_name: text,
    iban: text,
  },
  statement_period: { start_date: day, end_date: day },
  balance_information: { opening_balance: balance, closing_balance: balance },
  transactions: [{ date: day, description: text, amount: text, type: text }],
  bank_statement_probability: likelihood,
};

export const presignedUpload = { file_name: text, presigned_url: address, path: text, external_id: text };

export const incomeSubmission: Shape = {
  id: uuid,
  account_id: uuid,
  entry_id: uuid,
  income_id: text,
  employment: {
    total_income: money,
    employers: [{ employer_name: text, income: money, tax_paid: money }],
  },
  frequency: text,
  income_period: { start: instant, end: instant },
};

export const providerCatalogue: Shape = {
  providers: [
    {
      id: text,
      name: text,
      url: text,
      logo_url: text,
      is_oauth2: bool,
      is_scraper: bool,
      reset_url: text,
      parent: orNull(text),
      max_login_attempts: integer,
      extra_login_params: [
        {
          key: text,
          display_name: text,
          validation: {
            required: bool,
            type: text,
            date_format: text,
            min_length: integer,
            max_length: integer,
          },
        },
      ],
    },
  ],
  parent_provider_meta: [{ id: text, name: text, logo_url: text }],
  employers: [{ id: text, name: text, url: text, logo_url: text, providers: texts }],
};

export const expenditureEstimate = { date: instant, cost_of_living: money, housing: money, total: money };
