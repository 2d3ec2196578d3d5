/** A calendar day as `YYYY-MM-DD`. */
export type Day = string;

/** Days since 1970-01-01, the form in which days are counted with. */
export type DayNumber = number;

const MS_PER_DAY = 86_400_000;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a calendar day; a day that does not exist is refused. */
export function dayNumber(day: Day): DayNumber {
  const number = PATTERN.test(day) ? Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY : Number.NaN;
  // 30 February would otherwise turn into a day of March.
  if (Number.isNaN(number) || dayText(number) !== day) throw new RangeError(`Not a calendar day: ${day}`);
  return number;
}

/** Writes a day number as `YYYY-MM-DD`. */
export function dayText(number: DayNumber): Day {
  const { year, month, day } = civil(number);
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/** Year, month (1 to 12) and day of the month of a day number. */
export function civil(number: DayNumber): { year: number; month: number; day: number } {
  const date = new Date(number * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The day number of a date; months and days beyond their range run over, as in a calendar. */
export function fromCivil(year: number, month: number, day: number): DayNumber {
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

/** How many days a month has. */
export function daysInMonth(year: number, month: number): number {
  return fromCivil(year, month + 1, 1) - fromCivil(year, month, 1);
}

/** The same day a number of months away, or the last of its month where that is shorter. */
export function addMonths(number: DayNumber, months: number): DayNumber {
  const { year, month, day } = civil(number);
  const first = civil(fromCivil(year, month + months, 1));
  return fromCivil(first.year, first.month, Math.min(day, daysInMonth(first.year, first.month)));
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(number: DayNumber): number {
  return (((number + 4) % 7) + 7) % 7;
}
