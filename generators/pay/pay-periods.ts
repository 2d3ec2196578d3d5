import { civil, type DayNumber, dayNumber, daysInMonth, fromCivil } from '../calendar.ts';
import { isWorkingDay, workingDayBefore, workingDayFrom, workingDayUntil } from '../uk/bank-holidays.ts';
import { payPeriodOf } from '../uk/tax-year.ts';
import type { Employment, PayDayRule } from './employment.ts';

export type PayPeriod = {
  /** 0 for the period in which the employment began. */
  ordinal: number;
  payDay: DayNumber;
  /** The days of the period that belong to the employment, both ends included. */
  start: DayNumber;
  end: DayNumber;
  fullDays: number;
};

/** The period of an ordinal before it is clipped to the employment. */
type Whole = Omit<PayPeriod, 'ordinal' | 'fullDays'>;

/** The pay periods of an employment paid between two days, oldest first; they tile the employment without gap. */
export function* payPeriods(
  employment: Employment,
  bounds: { start: DayNumber; leave: DayNumber; from: DayNumber; until: DayNumber },
): Generator<PayPeriod> {
  const { start, leave, from, until } = bounds;
  const whole = periodsOf(employment, start);
  // Pay days are at least 28 or 7 days apart less a weekend: the leap lands before the first one wanted.
  const longest =
    employment.payDay.kind === 'day-of-month' ? 31 : payPeriodOf[employment.frequency].weeks * 7;
  const skipped = Number.isFinite(from) ? Math.max(0, Math.floor((from - start) / longest) - 3) : 0;
  for (let ordinal = skipped; ; ordinal++) {
    const period = whole(ordinal);
    const payDay =
      period.payDay < start
        ? Math.max(start, workingDayBefore(Math.min(period.end, whole(ordinal + 1).payDay)))
        : period.payDay;
    if (period.start > leave || payDay > until) return;
    if (payDay < from) continue;
    const [first, end] = [Math.max(period.start, start), Math.min(period.end, leave)];
    yield { ordinal, payDay, start: first, end, fullDays: period.end - period.start + 1 };
  }
}

function periodsOf({ frequency, payDay: rule }: Employment, start: DayNumber): (ordinal: number) => Whole {
  const { weeks } = payPeriodOf[frequency];
  if (rule.kind === 'day-of-month' && weeks === 0) return months(rule, start);
  if (rule.kind === 'every-period' && weeks > 0) return weekly(rule, weeks * 7, start);
  throw new RangeError(`A pay day of the kind ${rule.kind} does not go with ${frequency} pay`);
}

function months(rule: Extract<PayDayRule, { kind: 'day-of-month' }>, start: DayNumber) {
  const { year, month } = civil(start);
  const lag = rule.month === 'previous' ? 1 : 0;
  return (ordinal: number): Whole => {
    const first = fromCivil(year, month + ordinal, 1);
    const paid = civil(fromCivil(year, month + ordinal + lag, 1));
    const day = fromCivil(paid.year, paid.month, Math.min(rule.day, daysInMonth(paid.year, paid.month)));
    const end = fromCivil(year, month + ordinal + 1, 1) - 1;
    return { start: first, end, payDay: onWorkingDay(day, rule.weekend) };
  };
}

function weekly(rule: Extract<PayDayRule, { kind: 'every-period' }>, length: number, start: DayNumber) {
  if (rule.lagDays < 0) throw new RangeError('Pay by weeks is paid on the last day of its interval or later');
  const anchorEnd = dayNumber(rule.anchor) - rule.lagDays;
  const firstEnd = anchorEnd + Math.ceil((start - anchorEnd) / length) * length;
  return (ordinal: number): Whole => {
    const end = firstEnd + ordinal * length;
    const payDay = end + rule.lagDays;
    // Banks carry pay on working days: that of a weekend or bank holiday comes before it.
    return { start: end - length + 1, end, payDay: workingDayBefore(payDay) };
  };
}

function onWorkingDay(day: DayNumber, move: 'before' | 'after' | 'stay'): DayNumber {
  if (move === 'stay' || isWorkingDay(day)) return day;
  return move === 'before' ? workingDayUntil(day) : workingDayFrom(day);
}
