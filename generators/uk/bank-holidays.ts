import { lazy } from '../../spec/lazy.ts';
import { civil, type DayNumber, dayNumber, fromCivil, weekday } from '../calendar.ts';
import { readTable } from '../table.ts';
import { taxYearOf } from './tax-year.ts';

function easter(year: number): DayNumber {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const leapless = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (leapless + 19 * golden + 15) % 30;
  const moon = epact - (epact === 29 || (epact === 28 && golden > 10) ? 1 : 0);
  const sunday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return fromCivil(year, 3, 28 + moon - sunday);
}

const mondayFrom = (day: DayNumber): DayNumber => day + ((8 - weekday(day)) % 7);

/** Days that are moved to the next free working day when they fall on a weekend. */
function substituted(days: readonly DayNumber[]): DayNumber[] {
  const taken = new Set(days.filter((day) => !isWeekend(day)));
  for (const day of days) {
    let moved = day;
    while (isWeekend(moved) || (moved !== day && taken.has(moved))) moved += 1;
    taken.add(moved);
  }
  return [...taken];
}

const oneOffs = lazy(() =>
  readTable('uk/data/one-off-bank-holidays').map(({ day = '', instead_of: instead }) => ({
    day: dayNumber(day),
    insteadOf: instead ? dayNumber(instead) : undefined,
  })),
);

function holidaysIn(year: number): ReadonlySet<DayNumber> {
  const on = (month: number, day: number) => fromCivil(year, month, day);
  const sunday = easter(year);
  const days = new Set([
    ...substituted([on(1, 1)]),
    ...substituted([on(12, 25), on(12, 26)]),
    sunday - 2,
    sunday + 1,
    mondayFrom(on(5, 1)),
    // The last ones of May and of August.
    mondayFrom(on(6, 1) - 7),
    mondayFrom(on(9, 1) - 7),
  ]);
  for (const { day, insteadOf } of oneOffs()) {
    if (civil(day).year !== year) continue;
    days.add(day);
    if (insteadOf !== undefined) days.delete(insteadOf);
  }
  return days;
}

const known = new Map<number, ReadonlySet<DayNumber>>();

/** Of England and Wales: Bacs keeps these in the whole of the United Kingdom. */
export function isBankHoliday(day: DayNumber): boolean {
  const { year } = civil(day);
  const holidays = known.get(year) ?? holidaysIn(year);
  known.set(year, holidays);
  return holidays.has(day);
}

const isWeekend = (day: DayNumber): boolean => weekday(day) % 6 === 0;

export const isWorkingDay = (day: DayNumber): boolean => !isWeekend(day) && !isBankHoliday(day);

function nearestWorkingDay(day: DayNumber, step: 1 | -1): DayNumber {
  let moved = day;
  while (!isWorkingDay(moved)) moved += step;
  return moved;
}

/** The day itself, or the next on which banks work. */
export const workingDayFrom = (day: DayNumber): DayNumber => nearestWorkingDay(day, 1);

/** The day itself, or the last before it on which banks work. */
export const workingDayBefore = (day: DayNumber): DayNumber => nearestWorkingDay(day, -1);

/** The last working day up to a day; the next one where that would lead into the tax year before. */
export function workingDayUntil(day: DayNumber): DayNumber {
  const moved = workingDayBefore(day);
  return taxYearOf(moved) === taxYearOf(day) ? moved : workingDayFrom(day);
}

/** The days between two on which something due every `step` days from a first one is paid. */
export function payDays(first: DayNumber, step: number, from: DayNumber, until: DayNumber) {
  const days: { due: DayNumber; day: DayNumber }[] = [];
  const skipped = Math.max(0, Math.floor((from - first) / step));
  // A week more than asked for, since a bank holiday moves a payment to the day before.
  for (let due = first + skipped * step; due <= until + 7; due += step) {
    const day = workingDayUntil(due);
    if (day >= from && day <= until) days.push({ due, day });
  }
  return days;
}
