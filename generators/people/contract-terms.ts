import { type Day, dayNumber, dayText } from '../pay/day.ts';
import type { PayDayRule, PayFrequency, Pension, StudentLoanPlan } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import type { Home } from './homes.ts';
import type { Trade } from './trades.ts';

/** Draws when the money comes: late in the month for monthly pay, towards the end of the week otherwise. */
export function payDayRule(stream: Stream, frequency: PayFrequency): PayDayRule {
  if (frequency === 'monthly') {
    const day = stream.weighted([
      [25, 26],
      [28, 26],
      [31, 28],
      [20, 8],
      [15, 6],
      [5, 6],
    ]);
    return { kind: 'day-of-month', day, weekend: 'before', month: day === 5 ? 'previous' : 'current' };
  }
  // 4 January 2024 was a Thursday; the four weeks of a longer period begin in any of them.
  const anchor = dayNumber('2024-01-04') + stream.pick([0, 1]) + 7 * stream.int(0, 3);
  return { kind: 'every-period', anchor: dayText(anchor), lagDays: stream.pick([4, 5, 6, 7]) };
}

/** Draws a workplace pension: most are enrolled on the statutory terms, some employers offer better ones. */
export function pensionOf(stream: Stream, trade: Trade): Pension {
  if (trade.director && trade.pay.kind === 'salary' && trade.pay.annual[1] < 20_000_00)
    return { kind: 'none' };
  const statutory = {
    kind: 'workplace',
    method: 'relief-at-source',
    basis: 'qualifying-earnings',
    employee: 500,
    employer: 300,
    enrolment: 'automatic',
  } as const satisfies Pension;
  if (trade.pay.kind !== 'salary') return stream.chance(0.08) ? { kind: 'none' } : statutory;
  return stream.weighted<Pension>([
    [statutory, 50],
    [
      {
        ...statutory,
        method: 'salary-sacrifice',
        basis: 'basic-pay',
        enrolment: 'contractual',
        employer: 600,
      },
      26,
    ],
    [
      {
        ...statutory,
        method: 'net-pay',
        basis: 'basic-pay',
        enrolment: 'contractual',
        employee: 650,
        employer: 1200,
      },
      16,
    ],
    [{ kind: 'none' }, 8],
  ]);
}

/** Draws which student loans are being paid back; the plan follows from where and when somebody studied. */
export function studentLoansOf(stream: Stream, born: Day | null, home: Home | undefined): StudentLoanPlan[] {
  if (born === null) return [];
  const year = Number(born.slice(0, 4));
  if (year < 1980 || year > 2004 || !stream.chance(0.3)) return [];
  const plan =
    home?.country === 'Scotland' ? '4' : home?.country === 'Northern Ireland' || year < 1994 ? '1' : '2';
  return stream.chance(0.08) ? [plan, 'PG'] : [plan];
}
