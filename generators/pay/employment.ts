import type { Day } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { Nation } from '../uk/bank-holidays.ts';
import type { NiCategory } from '../uk/national-insurance.ts';
import type { PayFrequency } from '../uk/pay-frequency.ts';
import type { StudentLoanPlan } from '../uk/student-loan.ts';
import type { PayEvent } from './pay-event.ts';
import type { BasicPay, BasisPoints, Hundredths, Pension } from './pay-terms.ts';

export type { BasicPay, BasisPoints, Hundredths, NiCategory, PayFrequency, Pence, Pension, StudentLoanPlan };

/**
 * When the money comes, and for which days.
 *
 * - `day-of-month` goes with monthly pay. The interval is the calendar month that holds the pay day (`current`) or
 *   the one before it (`previous`). Day 31 means the last day of the month. A pay day on a weekend or bank
 *   holiday moves to the working day before, to the one after, or stays. Who starts after the pay day of
 *   the month is paid for it on its last day, or on the next pay day if that comes first.
 * - `every-period` goes with pay by weeks. `anchor` is any one pay day; the others lie whole periods away from it,
 *   so that its weekday is the pay day of every week, but for bank holidays. The interval ends `lagDays` before the pay day.
 */
export type PayDayRule =
  | { kind: 'day-of-month'; day: number; weekend: 'before' | 'after' | 'stay'; month: 'current' | 'previous' }
  | { kind: 'every-period'; anchor: Day; lagDays: number };

/** Pay and tax of an earlier employment in the same tax year, as a P45 hands them over. */
export type PreviousEmployment = { taxablePay: Pence; taxPaid: Pence };

/**
 * One job of one person, and all that happens in it: plain data, from which `payslips` follows.
 *
 * The tax region is in the tax code (S for Scotland, C for Wales, none for the rest of the United Kingdom).
 */
export type Employment = {
  employer: { name: string; payeReference: string };
  role: string;
  /** A word such as `full_time`, `part_time`, `casual`, `fixed_term`. */
  type: string;
  isDirector: boolean;
  /** Decides automatic enrolment only; null counts as of age. */
  dateOfBirth: Day | null;
  start: Day;
  /** The last day of employment, included. */
  leave: Day | null;
  frequency: PayFrequency;
  payDay: PayDayRule;
  /** Whose bank holidays are kept; those of England and Wales unless it says otherwise. */
  nation?: Nation;
  basicPay: BasicPay;
  /**
   * Any code in use: 1257L, S1257L, C0T, BR, SD2, NT, K475, each with or without W1, M1 or X. The marker falls away
   * with the tax year in which the code was first used, as employers are told in spring.
   */
  taxCode: string;
  niCategory: NiCategory;
  studentLoans: readonly StudentLoanPlan[];
  pension: Pension;
  /** Figures of the P45 brought at the start; they count in the tax year of the first payslip only. */
  previous: PreviousEmployment | null;
  /** In any order. An event dated outside the employment changes nothing. */
  events: readonly PayEvent[];
  /**
   * Payslips paid before this day are left out. Year-to-date and rolling figures of the first ones kept still count
   * the ones left out, so a job of twenty years costs no more than a job of two.
   */
  recordsFrom?: Day;
};
