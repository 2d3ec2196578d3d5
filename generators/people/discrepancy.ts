import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import type { Day, Month } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { Statement } from '../statements/statement.ts';
import type { Job } from './plan-job.ts';

/** The relations between the documents and records of honest people, each as a sentence. */
export const relations = {
  'payslip-adds-up':
    'The lines of a payslip add up to its gross pay, and gross pay less deductions is net pay.',
  'net-pay-is-credited': 'The net pay of each payslip is credited on its pay day.',
  'year-to-date-begins': 'The first payslip of a tax year has its own amounts as those of the year to date.',
  'year-to-date-follows': 'The year to date is that of the payslip before, and this payslip.',
  'tax-follows-from-the-code': 'Income tax is what the tax code on the payslip gives.',
  'ni-letter-fits-the-age': 'The national insurance letter is one for a person of that age.',
  'employer-is-listed': 'The tax authority lists the employer of each payslip.',
  'payslips-end-with-the-job': 'There is no payslip for a time after the leave date of an earlier one.',
  'balances-follow': 'A statement opens with the balance with which the month before closed.',
  'salary-has-an-employer': 'Each salary credited is paid by an employer of a payslip or of the tax record.',
  'statements-have-no-gap': 'Between two statements no month is missing.',
  'holder-is-the-user': 'The user is a holder of the account of each statement.',
  'account-stays': 'An account that another one follows does not come back.',
  'tax-record-is-the-sum':
    "An employer's income of a tax year is the taxable pay of its last payslip to date.",
  'payslip-is-one-persons': 'A national insurance number is on the payslips of one user only.',
} as const;

export type Relation = keyof typeof relations;

/** What a kind of discrepancy works with. */
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

/** A kind of discrepancy: the relation that it breaks, and how it changes a document, a record or what really happens. */
export type Kind = {
  /** What was done, as the end of a sentence about the person. */
  about: string;
  /** The relation that is broken, and no other; none where the case is lawful. */
  relation?: Relation;
  /** The lawful kind that looks much the same. */
  neighbour?: string;
  /** How many months before the one in which the world begins; 2 if left out. */
  month?: number;
  by?: Pence;
  /** What the service holds, where it is not a year of uploaded payslips, the last three statements and the tax record. */
  holds?: { newest?: number; statements?: readonly number[]; income?: boolean };
  /** What really happens: every source shows it. */
  jobs?(jobs: readonly Job[], given: Case): readonly Job[];
  /** Uploaded payslips, oldest first. */
  payslips?(slips: PayrollSubmission[], given: Case): PayrollSubmission[];
  /** A statement as it is handed in; undefined if it is not. */
  statement?(statement: Statement, given: Case): Statement | undefined;
  income?(records: TaxauthIncomeSubmission[], given: Case): TaxauthIncomeSubmission[];
};
