import type { Pence } from '../money.ts';

/** A quantity in hundredths of its unit: 37.5 hours is 3750. */
export type Hundredths = number;

/** A percentage in hundredths of a per cent: 5 % is 500. */
export type BasisPoints = number;

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
