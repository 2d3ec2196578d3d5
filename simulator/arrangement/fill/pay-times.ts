import { civil, dayNumberOf, MS_PER_DAY, weekday } from '../../../generators/calendar.ts';
import { type PayFrequency, payPeriodOf } from '../../../generators/uk/tax-year.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { plusMonths } from '../../domain/instant.ts';

type Income = NonNullable<PayrollSubmission['income_information']>;

export type PayTimes = { frequency: PayFrequency; start: number; end: number; payDate: number };

const day = MS_PER_DAY;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T00:00:00Z');

/** The times of a payslip: what was given, and the rest around it; the last full period before now when nothing was. */
export function payTimes(given: Income, now: number): PayTimes {
  const start = instantOf(given.pay_interval_start);
  const end = instantOf(given.pay_interval_end);
  const paid = instantOf(given.pay_date);
  const frequency = frequencyNamed(given.pay_frequency) ?? frequencyOver(start, end);
  const interval = intervalOf(frequency, start, end, paid, now);
  return { frequency, ...interval, payDate: paid ?? payDay(interval) };
}

export const instantOf = (given: string | null | undefined): number | undefined =>
  given ? Date.parse(given) : undefined;

function frequencyNamed(name: string | null | undefined): PayFrequency | undefined {
  const word = (name ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(week|weekly|w1)$/.test(word)) return 'weekly';
  if (/^(fortnight|fortnightly|biweekly|twoweekly|2weekly|w2)$/.test(word)) return 'fortnightly';
  if (/^(fourweekly|4weekly|w4|lunar)$/.test(word)) return 'four-weekly';
  return /^(month|monthly|m1|calendarmonthly)$/.test(word) ? 'monthly' : undefined;
}

function frequencyOver(start: number | undefined, end: number | undefined): PayFrequency {
  if (start === undefined || end === undefined) return 'monthly';
  // February is a month, though it has four weeks, when it begins on its first day.
  if (civil(dayNumberOf(start)).day === 1 && end > start + 20 * day) return 'monthly';
  const days = Math.floor((end - start) / day) + 1;
  return days <= 7 ? 'weekly' : days <= 14 ? 'fortnightly' : days === 28 ? 'four-weekly' : 'monthly';
}

function intervalOf(
  frequency: PayFrequency,
  start: number | undefined,
  end: number | undefined,
  paid: number | undefined,
  now: number,
): { start: number; end: number } {
  const { weeks } = payPeriodOf[frequency];
  const periodFrom = (instant: number, direction: 1 | -1) =>
    within(weeks === 0 ? plusMonths(instant, direction) : instant + direction * weeks * 7 * day);
  if (start !== undefined) return { start, end: end ?? Math.max(start, periodFrom(start, 1) - day) };
  const last = end ?? lastDayFor(frequency, paid, now);
  return { start: Math.min(last, periodFrom(last + day, -1)), end: last };
}

/** The last day of the period that belongs to a pay day, or else to the present. */
function lastDayFor(frequency: PayFrequency, paid: number | undefined, now: number): number {
  const number = dayNumberOf(paid ?? now);
  const today = number * day;
  if (frequency !== 'monthly') {
    // Weeks end on Sundays.
    return paid === undefined ? today - day * (weekday(number) || 7) : today;
  }
  const dayOfMonth = civil(number).day;
  const first = today - (dayOfMonth - 1) * day;
  // A pay day late in a month is for that month, an early one for the month before.
  const ofThisMonth = paid !== undefined && dayOfMonth >= 15;
  return within(ofThisMonth ? plusMonths(first, 1) - day : first - day);
}

function payDay({ start, end }: { start: number; end: number }): number {
  const ends = weekday(dayNumberOf(end));
  const back = ends === 0 ? 2 : ends === 6 ? 1 : 0;
  return Math.max(Math.min(start, end), end - back * day);
}

const within = (instant: number): number => Math.min(Math.max(instant, earliest), latest);
