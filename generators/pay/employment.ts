import type { Day } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { NiCategory } from '../uk/national-insurance.ts';
import type { ParentalLeave } from '../uk/statutory-pay.ts';
import type { StudentLoanPlan } from '../uk/student-loan.ts';
import type { PayFrequency } from '../uk/tax-year.ts';

export type { NiCategory, PayFrequency, Pence, StudentLoanPlan };

/**
 * When the money comes, and for which days.
 *
 * - `day-of-month` goes with monthly pay. The interval is the calendar month that holds the pay day (`current`) or
 *   the one before it (`previous`). Day 31 means the last day of the month. A pay day on a weekend or bank
 *   holiday moves to the working day before, to the one after, or stays. Who starts after the pay day of
 *   the month is paid for it on its last day, or on the next pay day if that comes first.
 * - `every-period` goes with pay by weeks. `anchor` is any one pay day; the others lie whole periods away from it,
 *   so that its weekday is the pay day of every week; one on a weekend or bank holiday is the working day before. The interval ends `lagDays` before the pay day.
 */
export type PayDayRule =
  | { kind: 'day-of-month'; day: number; weekend: 'before' | 'after' | 'stay'; month: 'current' | 'previous' }
  | { kind: 'every-period'; anchor: Day; lagDays: number };

/** One job of one person, as plain data from which `payslips` follows. The tax region is in the tax code (S, C). */
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
  basicPay: BasicPay;
  /** Any code in use, with or without W1, M1 or X; that marker falls away with the tax year of the code's first use. */
  taxCode: string;
  niCategory: NiCategory;
  studentLoans: readonly StudentLoanPlan[];
  pension: Pension;
  /** Pay and tax of an earlier employment, by the P45 brought at the start; they count in the tax year of the first payslip only. */
  previous: { taxablePay: Pence; taxPaid: Pence } | null;
  /** In any order. An event dated outside the employment changes nothing. */
  events: readonly PayEvent[];
  /** Payslips paid before this day are left out, but count in year-to-date and rolling figures. */
  recordsFrom?: Day;
};

/** A quantity in hundredths of its unit: 37.5 hours is 3750. */
export type Hundredths = number;

/** A percentage in hundredths of a per cent: 5 % is 500. */
type BasisPoints = number;

/**
 * What the contract promises.
 *
 * - `salary`: an amount a year; a period's share is a 12th, 52nd, 26th or 13th, pro rata by calendar days.
 * - `hourly`: a rate and fixed weekly hours, pro rata by calendar days.
 * - `variable`: nothing promised. The n-th pay period of the employment pays `quantities[n % quantities.length]`
 *   units (hours, deliveries, shifts); it is variable pay, and its base salary is nil.
 */
export type BasicPay =
  | { kind: 'salary'; annual: Pence }
  | { kind: 'hourly'; rate: Pence; weeklyHours: Hundredths }
  | { kind: 'variable'; rate: Pence; unit: string; description: string; quantities: readonly Hundredths[] };

/**
 * A workplace pension.
 *
 * - `relief-at-source`: paid out of taxed pay, four fifths of the contribution; the scheme claims the rest.
 * - `net-pay`: taken before tax, but not before national insurance.
 * - `salary-sacrifice`: gross pay itself is lower; nothing is deducted, the employer pays it in.
 *
 * `automatic` enrolment waits for the first pay period in which the person is of age (22 to State Pension age) and
 * earns more than the trigger; `contractual` membership counts from the first day.
 */
export type Pension =
  | { kind: 'none' }
  | {
      kind: 'workplace';
      method: 'relief-at-source' | 'net-pay' | 'salary-sacrifice';
      basis: 'qualifying-earnings' | 'basic-pay' | 'all-earnings';
      employee: BasisPoints;
      employer: BasisPoints;
      enrolment: 'automatic' | 'contractual';
    };

export const statutoryPension = {
  kind: 'workplace',
  method: 'relief-at-source',
  basis: 'qualifying-earnings',
  employee: 500,
  employer: 300,
  enrolment: 'automatic',
} as const satisfies Pension;

type Change =
  /** With another role it is a promotion. */
  | { kind: 'pay-rise'; from: Day; basicPay: BasicPay; role?: string }
  /** Takes effect with the first pay day on or after `from`, as do the three below. */
  | { kind: 'tax-code'; from: Day; taxCode: string }
  | { kind: 'ni-category'; from: Day; niCategory: NiCategory }
  | { kind: 'student-loans'; from: Day; studentLoans: readonly StudentLoanPlan[] }
  | { kind: 'pension'; from: Day; pension: Pension };

type OneOff =
  /** Tips are shared by a tronc: taxed, free of national insurance. Expenses are paid back after both. */
  | { kind: 'bonus' | 'commission' | 'tips' | 'expenses'; on: Day; description: string; amount: Pence }
  | { kind: 'overtime'; on: Day; description: string; quantity: Hundredths; rate: Pence; unit: string }
  /** Free of tax and national insurance below 30,000. */
  | { kind: 'redundancy'; on: Day; amount: Pence }
  /** Taken from net pay, whatever is there: it can make the net negative. */
  | { kind: 'deduction'; on: Day; type: string; description: string; amount: Pence };

/** Something that holds over a span of days, both included. */
type Span =
  /** `monthly` is the taxable value a month, spread by days over other periods; taxed through payroll, not paid. */
  | { kind: 'benefit-in-kind'; from: Day; to: Day | null; description: string; monthly: Pence }
  /** Basic pay stops; statutory sick pay, or a share of basic pay (in hundredths of a per cent), takes its place. */
  | { kind: 'sick'; from: Day; to: Day; pay: 'statutory' | { share: number } }
  /** Basic pay stops; statutory pay takes its place, made up by the employer to a share (in hundredths of a per cent) of it for some weeks. */
  | { kind: 'parental'; from: Day; to: Day; leave: ParentalLeave; topUp?: { weeks: number; share: number } }
  | { kind: 'unpaid'; from: Day; to: Day }
  /** Nothing is earned on payslips paid in the span, and nothing taken; a cumulative code gives tax back. */
  | { kind: 'zero-pay'; from: Day; to: Day | null };

export type PayEvent = Change | OneOff | Span;
