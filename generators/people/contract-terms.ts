import { civil, type Day, dayNumber, dayText, weekday } from '../calendar.ts';
import type { PayDayRule, PayFrequency, Pension, StudentLoanPlan } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import type { Home } from './homes.ts';
import type { Trade } from './trades.ts';

/** Draws when the money comes: late in the month for monthly pay, towards the end of the week otherwise. */
export function payDayRule(stream: Stream, frequency: PayFrequency, begins: Day): PayDayRule {
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
  // A Thursday or Friday; the four weeks of a longer period begin in any of them.
  const first = dayNumber(begins);
  const anchor = first - ((weekday(first) + 3) % 7) + stream.pick([0, 1]) - 7 * stream.int(0, 3);
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
export function studentLoansOf(
  stream: Stream,
  { dateOfBirth, begins }: { dateOfBirth: Day | null; begins: Day },
  home: Home | undefined,
): StudentLoanPlan[] {
  if (dateOfBirth === null) return [];
  const { year } = civil(dayNumber(dateOfBirth));
  const age = civil(dayNumber(begins)).year - year;
  if (age < 22 || age > 46 || !stream.chance(0.3)) return [];
  // Courses in England and Wales are on plan 2 if begun at eighteen from 2012 on, on plan 5 from 2023 on.
  const english = year < 1994 ? '1' : year < 2005 ? '2' : '5';
  const plan = home?.country === 'Scotland' ? '4' : home?.country === 'Northern Ireland' ? '1' : english;
  return stream.chance(0.08) ? [plan, 'PG'] : [plan];
}
