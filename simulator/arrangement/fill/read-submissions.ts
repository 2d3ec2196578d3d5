import { givenFormats } from '../../../spec/generated/field-formats.ts';
import type {
  BankStatementSubmission,
  PartialBankStatementSubmission,
  PartialIncomeSubmission,
  PartialPayrollSubmission,
  PayrollSubmission,
} from '../../../spec/types.ts';
import type { GivenIncome } from './income-submission.ts';
import { readGiven } from './read-given.ts';

/** Payslips as given, in the service's format; `field` is where they stand in the request. */
export const readPayroll = (
  given: readonly PartialPayrollSubmission[],
  field: string,
): Partial<PayrollSubmission>[] => readGiven(given, givenFormats.PartialPayrollSubmission, field);

export const readStatement = (given: PartialBankStatementSubmission): Partial<BankStatementSubmission> =>
  readGiven(given, givenFormats.PartialBankStatementSubmission);

export const readIncome = (given: PartialIncomeSubmission): GivenIncome =>
  readGiven(given, givenFormats.PartialIncomeSubmission);
