type Text = string | null;
type Amount = number | null;
type Flag = boolean | null;

/** A payroll submission as it travels in a webhook: amounts are numbers, and `phone` is text. */
export type WebhookPayrollSubmission = {
  id: string;
  account_id: Text;
  entry_id: Text;
  created_at: string;
  identity_information: {
    name?: Text;
    date_of_birth?: Text;
    address?: { street?: Text; county?: Text; city?: Text; post_code?: Text; country?: Text } | null;
    email?: Text;
    phone?: Text;
    NI_number?: Text;
  } | null;
  employment_information: {
    employer_name?: Text;
    role?: Text;
    type?: Text;
    status?: Text;
    start_date?: Text;
    leave_date?: Text;
    employer_tax_reference?: Text;
    is_director?: Flag;
  } | null;
  income_information: WebhookIncomeInformation | null;
  document_id: Text;
  document_external_id: Text;
  document_filename: Text;
  trust_score: Text;
  source: Text;
};

/** What was paid and what was taken off; `quantity` and `rate` are decimal text, for they are not money. */
export type WebhookIncomeInformation = {
  pay_date?: Text;
  pay_interval_start?: Text;
  pay_interval_end?: Text;
  pay_frequency?: Text;
  tax_code?: Text;
  earnings?: {
    gross_pay?: Amount;
    net_pay?: Amount;
    base_salary?: Amount;
    bonus?: Amount;
    fixed_pay_total?: Amount;
    variable_pay_total?: Amount;
    earning_elements?:
      | {
          type?: Text;
          description?: Text;
          amount?: Amount;
          is_fixed?: Flag;
          is_after_tax?: Flag;
          is_after_ni?: Flag;
          is_bik?: Flag;
          quantity?: Text;
          rate?: Text;
          unit?: Text;
        }[]
      | null;
    year_to_date?: {
      gross_pay?: Amount;
      net_pay?: Amount;
      total_tax_paid?: Amount;
      total_ni_paid?: Amount;
      total_taxable_earnings?: Amount;
      tax_year?: number | null;
    } | null;
    rolling_12m_income?: { gross_pay?: Amount; net_pay?: Amount } | null;
  } | null;
  deductions?: {
    income_tax?: Amount;
    employee_ni?: Amount;
    employee_pension?: Amount;
    total_deductions?: Amount;
    loan_deductions?: Amount;
    deductions_elements?: { type?: Text; description?: Text; amount?: Amount }[] | null;
  } | null;
};

/** A bank statement submission as it travels in a webhook: the same as in the list, texts included. */
export type WebhookBankStatementSubmission = {
  id: string;
  created_at: string;
  document_id: Text;
  document_external_id: Text;
  document_filename: Text;
  account_information: {
    account_holder_name?: Text;
    account_number?: Text;
    sort_code?: Text;
    bank_name?: Text;
    iban?: Text;
  } | null;
  statement_period: { start_date?: Text; end_date?: Text } | null;
  balance_information: { opening_balance?: Text; closing_balance?: Text } | null;
  transactions: { date?: Text; description?: Text; amount?: Text; type?: Text }[] | null;
  bank_statement_probability: number | null;
};

/** A tax-authority income submission as it travels in a webhook: amounts are numbers. */
export type WebhookIncomeSubmission = {
  id: string;
  account_id: Text;
  entry_id: Text;
  income_id: Text;
  employment: {
    total_income?: Amount;
    employers?: { employer_name?: Text; income?: Amount; tax_paid?: Amount }[] | null;
  } | null;
  frequency: Text;
  income_period: { start?: Text; end?: Text } | null;
};
