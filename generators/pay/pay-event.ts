import type { Day } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { NiCategory } from '../uk/national-insurance.ts';
import type { StudentLoanPlan } from '../uk/student-loan.ts';
import type { BasicPay, Hundredths, Pension } from './pay-terms.ts';

/** From a day on, something of the contract is different. */
type Change =
  | { kind: 'pay-rise'; from: Day; basicPay: BasicPay }
  /** Takes effect with the first pay day on or after `from`, as do the three below. */
  | { kind: 'tax-code'; from: Day; taxCode: string }
  | { kind: 'ni-category'; from: Day; niCategory: NiCategory }
  | { kind: 'student-loans'; from: Day; studentLoans: readonly StudentLoanPlan[] }
  | { kind: 'pension'; from: Day; pension: Pension };

/** Something paid once, with the payslip whose interval holds the day. */
type OneOff =
  | { kind: 'bonus'; on: Day; description: string; amount: Pence }
  | { kind: 'commission'; on: Day; description: string; amount: Pence }
  | { kind: 'overtime'; on: Day; description: string; quantity: Hundredths; rate: Pence; unit: string }
  /** Shared by a tronc: taxed, free of national insurance. */
  | { kind: 'tips'; on: Day; description: string; amount: Pence }
  /** Paid back after tax and national insurance. */
  | { kind: 'expenses'; on: Day; description: string; amount: Pence }
  /** Taken from net pay, whatever is there: it can make the net negative. */
  | { kind: 'deduction'; on: Day; type: string; description: string; amount: Pence };

/** Something that holds over a span of days, both included. */
type Span =
  /** `monthly` is the taxable value a month, spread by days over other periods; taxed through payroll, not paid. */
  | { kind: 'benefit-in-kind'; from: Day; to: Day | null; description: string; monthly: Pence }
  /** Basic pay stops; statutory sick pay, or a share of basic pay (in hundredths of a per cent), takes its place. */
  | { kind: 'sick'; from: Day; to: Day; pay: 'statutory' | { share: number } }
  /** Basic pay stops. */
  | { kind: 'unpaid'; from: Day; to: Day }
  /**
   * Payslips paid in the span are nil throughout: nothing earned, nothing taken. A tax refund that falls due waits
   * for the next payslip.
   */
  | { kind: 'zero-pay'; from: Day; to: Day | null };

/** A dated happening in an employment. */
export type PayEvent = Change | OneOff | Span;
