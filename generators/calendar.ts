/** A calendar day as `YYYY-MM-DD`. */
export type Day = string;

/** Days since 1970-01-01, the form in which days are counted with. */
export type DayNumber = number;

export const MS_PER_DAY = 86_400_000;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a calendar day; a day that does not exist is refused. */
export function dayNumber(day: Day): DayNumber {
  const known = numbers.get(day);
  if (known !== undefined) return known;
  const number = PATTERN.test(day) ? Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY : Number.NaN;
  // 30 February would otherwise turn into a day of March.
  if (Number.isNaN(number) || dayText(number) !== day) throw new RangeError(`Not a calendar day: ${day}`);
  return remember(numbers, day, number);
}

/** Infinity for a day that is not to come. */
export const dayOrNever = (day: Day | null): DayNumber =>
  day === null ? Number.POSITIVE_INFINITY : dayNumber(day);

export const dayText = (number: DayNumber): Day => onCalendar(number).text;

/** Year, month (1 to 12) and day of the month of a day number. */
export const civil = (number: DayNumber): Omit<OnCalendar, 'text'> => onCalendar(number);

/** The day number of a date; months and days beyond their range run over, as in a calendar. */
export function fromCivil(year: number, month: number, day: number): DayNumber {
  const index = year * 12 + month - 1;
  // Not Date.UTC, which takes the years 0 to 99 as those of the twentieth century.
  const first =
    firstDays.get(index) ??
    remember(firstDays, index, new Date(0).setUTCFullYear(year, month - 1, 1) / MS_PER_DAY);
  return first + day - 1;
}

// Thousands of people are paid on the same few thousand days: what the calendar says of each is worked out once.
type OnCalendar = { readonly year: number; readonly month: number; readonly day: number; readonly text: Day };
const calendar = new Map<DayNumber, OnCalendar>();
const numbers = new Map<Day, DayNumber>();
const firstDays = new Map<number, DayNumber>();

function onCalendar(number: DayNumber): OnCalendar {
  const known = calendar.get(number);
  if (known) return known;
  const date = new Date(number * MS_PER_DAY);
  if (Number.isNaN(date.getTime())) throw new RangeError(`Not a day number: ${number}`);
  return remember(calendar, number, {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    text: date.toISOString().slice(0, 10),
  });
}

/** Keeps two centuries at most: a stray day far off is answered and forgotten. */
function remember<K, V>(memory: Map<K, V>, key: K, value: V): V {
  if (memory.size < 73_000) memory.set(key, value);
  return value;
}

export const daysInMonth = (year: number, month: number): number =>
  fromCivil(year, month + 1, 1) - fromCivil(year, month, 1);

/** The same day a number of months away, or the last of its month where that is shorter. */
export function addMonths(number: DayNumber, months: number): DayNumber {
  const { year, month, day } = civil(number);
  return fromCivil(year, month + months, Math.min(day, daysInMonth(year, month + months)));
}

/** 0 for Sunday to 6 for Saturday. */
export const weekday = (number: DayNumber): number => (((number + 4) % 7) + 7) % 7;

/** The number of the day (UTC) that an instant falls on. */
export const dayNumberOf = (instant: number): DayNumber => Math.floor(instant / MS_PER_DAY);

export const dayOf = (instant: number): Day => dayText(dayNumberOf(instant));

/** The first instant of a calendar day, as the service writes it. */
export const instantOf = (day: Day): string => `${day}T00:00:00.000Z`;

export const startOf = (day: Day): number => dayNumber(day) * MS_PER_DAY;

export type Month = string;

export const isMonth = (text: string): text is Month => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** The month that lies a number of months after that of a day, or before it. */
export function monthFrom(day: Day, months: number): Month {
  const { year, month } = civil(dayNumber(day));
  return dayText(fromCivil(year, month + months, 1)).slice(0, 7);
}

export const firstDayOf = (month: Month): Day => `${month}-01`;

export function lastDayOf(month: Month): Day {
  const { year, month: number } = civil(dayNumber(firstDayOf(month)));
  return dayText(fromCivil(year, number + 1, 1) - 1);
}
