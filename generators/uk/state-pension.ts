import { lazy } from '../../spec/lazy.ts';
import { addMonths, type Day, type DayNumber, dayNumber, weekday } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { hash32 } from '../random.ts';
import { readTable } from '../table.ts';
import { payDays } from './bank-holidays.ts';
import { benefitRate } from './benefit-rates.ts';
import { taxYearOf, taxYearStart } from './tax-year.ts';

const timetable = lazy(() =>
  readTable('uk/data/state-pension-age').map(({ born_from = '', years, months, on }) => ({
    from: dayNumber(born_from),
    months: 12 * Number(years) + Number(months),
    on: on ? dayNumber(on) : undefined,
  })),
);

/** The first day of a person's state pension: on a birthday and some months, or on a day that the Act names. */
export function statePensionDay(birth: DayNumber): DayNumber {
  const row = timetable().findLast(({ from }) => from <= birth) ?? timetable()[0]!;
  return row.on ?? addMonths(birth, row.months);
}

/** From this day on people reach the new State Pension; those who came before have the basic one and some more. */
const NEW_SINCE = dayNumber('2016-04-06');
/** Parts of the full rate, in thousandths: most have the years for all of it. */
const NEW_SHARES = [1000, 1000, 1000, 1000, 940, 870];
const BASIC_SHARES = [1000, 1150, 1300];

/** What a person gets a week in a tax year; how much of the full rate follows from the date of birth. */
export function weeklyStatePension(born: Day, taxYear: number): Pence {
  const isNew = statePensionDay(dayNumber(born)) >= NEW_SINCE;
  const shares = isNew ? NEW_SHARES : BASIC_SHARES;
  const share = shares[hash32(`state-pension/${born}`) % shares.length] ?? 1000;
  const full = benefitRate(isNew ? 'new_state_pension_week' : 'basic_state_pension_week', taxYear);
  return Math.round((full * share) / 1000);
}

/** What of it counts in a tax year: 52 weeks, and fewer in the year in which it begins. */
export function statePensionOfYear(born: Day, taxYear: number): Pence {
  const late = statePensionDay(dayNumber(born)) - taxYearStart(taxYear);
  const weeks = Math.max(0, Math.min(52, 52 - Math.ceil(late / 7)));
  return weeks * weeklyStatePension(born, taxYear);
}

const FOUR_WEEKS = 28;
/** No person lives on it for longer. */
const OLDEST = 110;

/** The payments between two days: every four weeks in arrears, on the weekday that the NI number gives. */
export function statePensionPayments(born: Day, niNumber: string, from: DayNumber, until: DayNumber) {
  const start = statePensionDay(dayNumber(born)) + FOUR_WEEKS;
  if (until < start || from > addMonths(dayNumber(born), 12 * OLDEST)) return [];
  // 00 to 19 is Monday, and so on to Friday.
  const wanted = 1 + Math.floor(Number(/(\d\d)\D*$/.exec(niNumber)?.[1] ?? 0) / 20);
  const first = start + ((wanted - weekday(start) + 7) % 7);
  return payDays(first, FOUR_WEEKS, from, until).map(({ due, day }) => {
    const weeks = [due - 21, due - 14, due - 7, due].map((week) => weeklyStatePension(born, taxYearOf(week)));
    return { day, amount: weeks.reduce((sum, one) => sum + one, 0) };
  });
}
