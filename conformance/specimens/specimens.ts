import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
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

/** `specimens.yaml` as text, for documents that go on from it. */
export const specimenText = readFileSync(new URL('./specimens.yaml', import.meta.url), 'utf8');

export const specimens: Specimens = parse(specimenText);
