import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import type { Day, Month } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { Statement } from '../statements/statement.ts';
import type { Job } from './plan-job.ts';

export type Case = {
  month: Month;
  by: Pence;
  begins: Day;
  /** The payslips of the job as they would go on if it had not ended. */
  afterwards: () => PayrollSubmission[];
  /** The jobs of another user of the world, and the payslips of a month. */
  othersJobs: () => readonly Job[];
  othersPayslips: (month: Month) => PayrollSubmission[];
};

export type Changes = {
  /** What really happens: every source shows it. */
  jobs?(jobs: readonly Job[], given: Case): readonly Job[];
  payslips?(slips: PayrollSubmission[], given: Case): PayrollSubmission[];
  /** A statement as it is handed in; undefined if it is not. */
  statement?(statement: Statement, given: Case): Statement | undefined;
  income?(records: TaxauthIncomeSubmission[], given: Case): TaxauthIncomeSubmission[];
};

/** A kind of discrepancy: the relation that it breaks, and how. */
export type Kind = Changes & {
  /** What was done, as the end of a sentence about the person. */
  about: string;
  /** The relation that is broken, and no other; none where the case is lawful. */
  relation?: string;
  /** The lawful kind that looks much the same. */
  neighbour?: string;
  /** How many months before the one in which the world begins; 2 if left out. */
  month?: number;
  by?: Pence;
  /** What the service holds, where it is not a year of uploaded payslips, the last three statements and the tax record. */
  holds?: { newest?: number; statements?: readonly number[]; income?: boolean };
};
