// Stand-in until the contract generates these; the names stay.
export type PayrollSubmission = {
  id: string;
  account_id: string | null;
  entry_id: string | null;
  created_at: string;
  identity_information: {
    name?: string | null;
    date_of_birth?: string | null;
    address?: { street?: string | null; county?: string | null; city?: string | null; post_code?: string | null; country?: string | null } | null;
    email?: string | null;
    phone?: number | null;
    NI_number?: string | null;
  } | null;
  employment_information: {
    employer_name?: string | null;
    role?: string | null;
    type?: string | null;
    status?: string | null;
    start_date?: string | null;
    leave_date?: string | null;
    employer_tax_reference?: string | null;
    is_director?: boolean | null;
  } | null;
  income_information: {
    pay_date?: string | null;
    pay_interval_start?: string | null;
    pay_interval_end?: string | null;
    pay_frequency?: string | null;
    tax_code?: string | null;
    earnings?: {
      gross_pay?: string | null;
      net_pay?: string | null;
      base_salary?: string | null;
      bonus?: string | null;
      fixed_pay_total?: string | null;
      variable_pay_total?: string | null;
      earning_elements?: {
        type?: string | null;
        description?: string | null;
        amount?: string | null;
        is_fixed?: boolean | null;
        is_after_tax?: boolean | null;
        is_after_ni?: boolean | null;
        is_bik?: boolean | null;
        quantity?: string | null;
        rate?: string | null;
        unit?: string | null;
      }[] | null;
      year_to_date?: {
        gross_pay?: string | null;
        net_pay?: string | null;
        total_tax_paid?: string | null;
        total_ni_paid?: string | null;
        total_taxable_earnings?: string | null;
        tax_year?: number | null;
      } | null;
      rolling_12m_income?: { gross_pay?: string | null; net_pay?: string | null } | null;
    } | null;
    deductions?: {
      income_tax?: string | null;
      employee_ni?: string | null;
      employee_pension?: string | null;
      total_deductions?: string | null;
      loan_deductions?: string | null;
      deductions_elements?: { type?: string | null; description?: string | null; amount?: string | null }[] | null;
    } | null;
  } | null;
  document_id: string | null;
  document_external_id: string | null;
  document_filename: string | null;
  trust_score: string | null;
  source: string | null;
};

export type BankStatementSubmission = {
  id: string;
  created_at: string;
  document_id: string | null;
  document_external_id: string | null;
  document_filename: string | null;
  account_information: { account_holder_name?: string | null; account_number?: string | null; sort_code?: string | null; bank_name?: string | null; iban?: string | null } | null;
  statement_period: { start_date?: string | null; end_date?: string | null } | null;
  balance_information: { opening_balance?: string | null; closing_balance?: string | null } | null;
  transactions: { date?: string | null; description?: string | null; amount?: string | null; type?: string | null }[] | null;
  bank_statement_probability: number | null;
};

export type TaxauthIncomeSubmission = {
  id: string;
  account_id: string | null;
  entry_id: string | null;
  income_id: string | null;
  employment: { total_income?: string | null; employers?: { employer_name?: string | null; income?: string | null; tax_paid?: string | null }[] | null } | null;
  frequency: string | null;
  income_period: { start?: string | null; end?: string | null } | null;
};
