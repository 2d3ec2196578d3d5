import fc from 'fast-check';
import {
  type Day,
  firstDay,
  lastDay,
  type Month,
  monthOf,
  monthsFromTo,
  plusDays,
  plusMonths,
  yearsBefore,
} from '../../values/calendar.ts';

export const months: fc.Arbitrary<Month> = fc.constantFrom(...monthsFromTo('2019-01', '2024-12'));

export const severalMonths = (minLength: number, maxLength: number): fc.Arbitrary<Month[]> =>
  fc.uniqueArray(months, { minLength, maxLength });

/** Net pay of a month, in pence. */
export const nets: fc.Arbitrary<number> = fc.integer({ min: 45_000, max: 620_000 });

const isLeapDay = (day: Day): boolean => day.endsWith('-02-29');

const daysOf = (from: Day, count: number): fc.Arbitrary<Day> =>
  fc.integer({ min: 0, max: count - 1 }).map((days) => plusDays(from, days));

/** Days of birth of adults, never 29 February: its birthday in other years is an open point. */
export const births: fc.Arbitrary<Day> = daysOf('1940-01-01', 60 * 365).filter((day) => !isLeapDay(day));

/** Days of birth that give exactly this age on the last day of the month. */
export const birthsAtAge = (month: Month, age: number): fc.Arbitrary<Day> =>
  fc
    .oneof(fc.constantFrom(0, 364), fc.integer({ min: 0, max: 364 }))
    .map((days) => plusDays(yearsBefore(lastDay(month), age), -days))
    .filter((day) => !isLeapDay(day));

export type Interval = { from: Day; to: Day };

/** A day in a month, often its first or last. */
const dayIn = (month: fc.Arbitrary<Month>): fc.Arbitrary<Day> =>
  fc
    .tuple(month, fc.oneof(fc.constantFrom(1, 'last'), fc.integer({ min: 2, max: 27 })))
    .map(([one, place]) => (place === 'last' ? lastDay(one) : plusDays(firstDay(one), Number(place) - 1)));

/** A pay interval of at least two days that begins in one of these months and reaches over up to this many more. */
export const intervalsIn = (range: readonly Month[], mostMonthsOn: number): fc.Arbitrary<Interval> =>
  dayIn(fc.constantFrom(...range))
    .chain((from) =>
      fc.record({
        from: fc.constant(from),
        to: dayIn(fc.integer({ min: 0, max: mostMonthsOn }).map((on) => plusMonths(monthOf(from), on))),
      }),
    )
    .map(({ from, to }) => ({ from, to: to > from ? to : plusDays(from, 1) }));
