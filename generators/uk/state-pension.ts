import { lazy } from '../../spec/lazy.ts';
import { addMonths, type DayNumber, dayNumber } from '../calendar.ts';
import { readTable } from '../table.ts';

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
