import type {
  BankStatementSubmission,
  PartialBankStatementSubmission,
  PartialIncomeSubmission,
  PartialPayrollSubmission,
  PayrollSubmission,
} from '../../../spec/types.ts';
import { payrollAmounts } from '../../domain/payslips.ts';
import type { GivenIncome } from './income-submission.ts';
import { readGiven, type Shape } from './read-given.ts';

const { earnings, deductions } = payrollAmounts('money');

const payroll: Shape = {
  id: 'id',
  account_id: 'id',
  entry_id: 'id',
  created_at: 'instant',
  identity_information: { date_of_birth: 'instant', phone: 'phone' },
  employment_information: { start_date: 'instant', leave_date: 'instant' },
  income_information: {
    pay_date: 'instant',
    pay_interval_start: 'instant',
    pay_interval_end: 'instant',
    earnings: { ...earnings, earning_elements: { amount: 'money', quantity: 'decimal', rate: 'decimal' } },
    deductions,
  },
  document_id: 'id',
};

const statement: Shape = {
  id: 'id',
  created_at: 'instant',
  document_id: 'id',
  statement_period: { start_date: 'day', end_date: 'day' },
  balance_information: { opening_balance: 'balance', closing_balance: 'balance' },
  transactions: { date: 'day', amount: 'amount' },
};

const income: Shape = {
  id: 'id',
  account_id: 'id',
  entry_id: 'id',
  employment: { total_income: 'money', employers: { income: 'money', tax_paid: 'money' } },
  income_period: { start: 'instant', end: 'instant' },
};

/** Payslips as given, in the service's format; `field` is where they stand in the request. */
export const readPayroll = (
  given: readonly PartialPayrollSubmission[],
  field: string,
): Partial<PayrollSubmission>[] => readGiven(given, payroll, field);

export const readStatement = (given: PartialBankStatementSubmission): Partial<BankStatementSubmission> =>
  readGiven(given, statement);

export const readIncome = (given: PartialIncomeSubmission): GivenIncome => readGiven(given, income);
