import { readFileSync } from 'node:fs';
import type {
  PartialBankStatementSubmission,
  PartialIncomeSubmission,
  PartialPayrollSubmission,
} from '../../spec/types.ts';

type Specimens = {
  payslip: PartialPayrollSubmission;
  bankStatement: PartialBankStatementSubmission;
  income: PartialIncomeSubmission;
};

export const specimens: Specimens = JSON.parse(
  readFileSync(new URL('./generated/specimens.json', import.meta.url), 'utf8'),
);
