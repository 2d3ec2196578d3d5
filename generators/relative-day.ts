import {
  addMonths,
  civil,
  type Day,
  type DayNumber,
  dayNumber,
  daysInMonth,
  dayText,
  fromCivil,
  weekday,
} from './calendar.ts';

/**
 * A day relative to the one on which a world begins:
 *
 * - `today`, `yesterday`, `2 years 1 month ago`, `in 14 months`, `17 days ago`;
 * - `first of the month 5 months ago`, `last of the month 2 months ago`;
 * - `the 20th`, the last one before today, and `the 20th 2 months ago`, so many months before that one;
 * - `first of the latest month from June to January at least 3 months ago`;
 * - `last Friday`, before today;
 * - `aged 38, birthday 17 May`: the date of birth of a person who is that old today;
 *
 * each with `, 5 days later` or `, 2 months later` behind it or not. With a time, such as `yesterday at 17:00`, it is an instant.
 */
export type RelativeDay = string;

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');
const MONTH = `(${MONTHS.join('|')})`;
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const SPAN = '(?:(\\d{1,3}) years?)? ?(?:(\\d{1,4}) months?)? ?(?:(\\d{1,4}) weeks?)? ?(?:(\\d{1,5}) days?)?';
const FORMS: readonly [RegExp, (begins: DayNumber, parts: string[]) => DayNumber | undefined][] = [
  [/^today$/, (begins) => begins],
  [/^yesterday$/, (begins) => begins - 1],
  [new RegExp(`^${SPAN} ago$`), (begins, parts) => moved(begins, parts, -1)],
  [new RegExp(`^in ${SPAN}$`), (begins, parts) => moved(begins, parts, 1)],
  [
    /^(first|last) of the month (\d{1,4}) months? ago$/,
    (begins, [end, months]) => {
      const { year, month } = civil(begins);
      const first = fromCivil(year, month - Number(months), 1);
      return end === 'first' ? first : fromCivil(year, month - Number(months) + 1, 1) - 1;
    },
  ],
  [
    new RegExp(`^first of the latest month from ${MONTH} to ${MONTH} at least (\\d{1,4}) months? ago$`),
    (begins, [from = '', to = '', months]) =>
      latestMonthOf(begins, MONTHS.indexOf(from) + 1, MONTHS.indexOf(to) + 1, Number(months)),
  ],
  [
    /^the ([1-9]|[12]\d|3[01])(?:st|nd|rd|th)(?: (\d{1,4}) months? ago)?$/,
    (begins, [day, months = '0']) => addMonths(lastOf(begins, Number(day)), -Number(months)),
  ],
  [
    new RegExp(`^last (${WEEKDAYS.join('|')})$`),
    (begins, [name = '']) => begins - 1 - ((weekday(begins - 1) - WEEKDAYS.indexOf(name) + 7) % 7),
  ],
  [
    new RegExp(`^aged (\\d{1,3}), birthday (\\d{1,2}) ${MONTH}$`),
    (begins, [age, day, month = '']) => bornOn(begins, Number(age), MONTHS.indexOf(month) + 1, Number(day)),
  ],
];
const SUFFIXES = /^(.+?)(?:, (\d{1,4}) (day|month)s? later)?(?: at (\d\d:\d\d(?::\d\d)?))?$/;

/** The days that have a year of four digits. */
const FIRST = dayNumber('0001-01-01');
const LAST = dayNumber('9999-12-31');

function moved(begins: DayNumber, [years, months, weeks, days]: (string | undefined)[], sign: 1 | -1) {
  const whole = Number(years ?? 0) * 12 + Number(months ?? 0);
  return addMonths(begins, sign * whole) + sign * (Number(weeks ?? 0) * 7 + Number(days ?? 0));
}

function lastOf(begins: DayNumber, dayOfMonth: number): DayNumber {
  const { year, month, day } = civil(begins);
  const first = civil(fromCivil(year, day > dayOfMonth ? month : month - 1, 1));
  return fromCivil(first.year, first.month, Math.min(dayOfMonth, daysInMonth(first.year, first.month)));
}

/** The first day of the latest month of a season, which may cross the year, that lies `monthsAgo` months back. */
function latestMonthOf(begins: DayNumber, from: number, to: number, monthsAgo: number): DayNumber {
  const { year, month } = civil(begins);
  for (let back = monthsAgo; ; back++) {
    const first = fromCivil(year, month - back, 1);
    if ((civil(first).month - from + 12) % 12 <= (to - from + 12) % 12) return first;
  }
}

/** Born on this day of the year and of this age; 29 February is that of the next leap year back, 30 February none. */
function bornOn(begins: DayNumber, age: number, month: number, day: number): DayNumber | undefined {
  if (day < 1 || day > daysInMonth(2028, month)) return undefined;
  for (let { year } = civil(addMonths(begins, -12 * age)); ; year--) {
    const born = fromCivil(year, month, day);
    if (civil(born).month === month && addMonths(born, 12 * age) <= begins) return born;
  }
}

/** The day, or instant, that a text names in a world that begins on a day; undefined when it names none. */
export function resolveDay(text: RelativeDay, begins: Day): string | undefined {
  const [, core = '', later = '0', unit, time] = SUFFIXES.exec(text) ?? [];
  for (const [form, make] of FORMS) {
    const found = form.exec(core);
    if (!found || found[0].startsWith(' ')) continue;
    const first = make(dayNumber(begins), found.slice(1));
    if (first === undefined) return undefined;
    const number = unit === 'month' ? addMonths(first, Number(later)) : first + Number(later);
    if (number < FIRST || number > LAST) return undefined;
    const day = dayText(number);
    return time === undefined ? day : `${day}T${time.padEnd(8, ':00')}.000Z`;
  }
  return undefined;
}

/** The same data with every relative day in it, at any depth, as a plain one. */
export function resolveDays<T>(data: T, begins: Day): T {
  if (typeof data === 'string') return (resolveDay(data, begins) ?? data) as T;
  if (Array.isArray(data)) return data.map((item) => resolveDays(item, begins)) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, resolveDays(one, begins)])) as T;
}

/** A day of the year, such as `12 March`, in a certain year; undefined when the text names none. */
export function dayOfYear(text: string, year: number): DayNumber | undefined {
  const [, day = '', name = ''] = /^(\d{1,2}) ([A-Z][a-z]+)$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0 || Number(day) < 1 || Number(day) > daysInMonth(year, month)) return undefined;
  return fromCivil(year, month, Number(day));
}
