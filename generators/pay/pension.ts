import type { DayNumber } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import { mustEnrol, qualifyingEarnings } from '../uk/auto-enrolment.ts';
import { type EarningLine, sumOf } from './earning.ts';
import type { PayFrequency, Pension } from './employment.ts';

/** Relief at source is paid out of taxed pay; the scheme adds the basic rate of 20 % for everybody. */
const PAID_AT_SOURCE = { numerator: 4, denominator: 5 };

export type PensionShare = {
  isMember: boolean;
  /** Taken off gross pay. */
  sacrifice: Pence;
  /** Deducted before tax. */
  beforeTax: Pence;
  /** Deducted after tax. */
  afterTax: Pence;
  employer: Pence;
};

const NOTHING = { sacrifice: 0, beforeTax: 0, afterTax: 0, employer: 0 };

/** What a pension takes from the earnings of one pay period; once enrolled, a member stays one. */
export function pensionShare(
  pension: Pension,
  lines: readonly EarningLine[],
  wasMember: boolean,
  pay: { day: DayNumber; taxYear: number; frequency: PayFrequency; birth: DayNumber | null },
): PensionShare {
  if (pension.kind === 'none') return { isMember: false, ...NOTHING };
  const earnings = Math.max(
    0,
    sumOf(lines, (line) => !line.isBik && !line.isAfterTax),
  );
  const isMember = wasMember || pension.enrolment === 'contractual' || mustEnrol(earnings, pay.birth, pay);
  if (!isMember) return { isMember, ...NOTHING };
  const basis = basisOf(pension.basis, lines, earnings, pay);
  const employee = proportion(basis, pension.employee, 10_000);
  const employer = proportion(basis, pension.employer, 10_000);
  switch (pension.method) {
    case 'salary-sacrifice':
      return { ...NOTHING, isMember, sacrifice: employee, employer: employer + employee };
    case 'net-pay':
      return { ...NOTHING, isMember, beforeTax: employee, employer };
    case 'relief-at-source': {
      const afterTax = proportion(employee, PAID_AT_SOURCE.numerator, PAID_AT_SOURCE.denominator);
      return { ...NOTHING, isMember, afterTax, employer };
    }
  }
}

function basisOf(
  basis: Extract<Pension, { kind: 'workplace' }>['basis'],
  lines: readonly EarningLine[],
  earnings: Pence,
  pay: { taxYear: number; frequency: PayFrequency },
): Pence {
  switch (basis) {
    case 'qualifying-earnings':
      return qualifyingEarnings(earnings, pay);
    case 'basic-pay':
      return Math.max(
        0,
        sumOf(
          lines,
          ({ type }) => type === 'basic' || type === 'hours' || type === 'piecework' || type === 'absence',
        ),
      );
    case 'all-earnings':
      return earnings;
  }
}
