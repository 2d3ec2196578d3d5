import { civil, type DayNumber, fromCivil } from '../../generators/calendar.ts';

/** Months since January 1970: plain integers, so that periods are sums. */
export type Month = number;

export function monthOf(day: DayNumber): Month {
  const { year, month } = civil(day);
  return (year - 1970) * 12 + month - 1;
}

export function firstDayOf(month: Month): DayNumber {
  return fromCivil(1970, month + 1, 1);
}

export function lastDayOf(month: Month): DayNumber {
  return firstDayOf(month + 1) - 1;
}
