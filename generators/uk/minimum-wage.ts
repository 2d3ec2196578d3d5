import { lazy } from '../../spec/lazy.ts';
import { type DayNumber, dayNumber } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { readTable, scaled } from '../table.ts';

const rates = lazy(() =>
  readTable('uk/data/minimum-wage').map((row) => ({
    from: dayNumber(row.from ?? ''),
    rate: scaled(row, 'rate_hour'),
  })),
);

/** The lowest lawful hourly rate for adults on a day; the first and last known ones reach beyond the table. */
export function lowestHourlyRate(day: DayNumber): Pence {
  const [first] = rates();
  return rates().findLast(({ from }) => from <= day)?.rate ?? first?.rate ?? 0;
}
