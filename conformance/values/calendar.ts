/** Calendar days and months as the service writes them: "2024-02-29" and "2024-02". */
export type Day = string;
export type Month = string;

const dayMs = 86_400_000;

const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`) / dayMs;
const dayNumbered = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10);

export const plusDays = (day: Day, days: number): Day => dayNumbered(numberOf(day) + days);

/** How many days lie from one day to another, both counted. */
export const daysFromTo = (from: Day, to: Day): number => numberOf(to) - numberOf(from) + 1;

export const monthOf = (day: Day): Month => day.slice(0, 7);

export function plusMonths(month: Month, months: number): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const count = year * 12 + number - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

export const firstDay = (month: Month): Day => `${month}-01`;
export const lastDay = (month: Month): Day => plusDays(firstDay(plusMonths(month, 1)), -1);

/** The months from one to another, both included. */
export function monthsFromTo(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = plusMonths(month, 1)) months.push(month);
  return months;
}

/** So many months in a row. */
export const monthsFrom = (from: Month, count: number): Month[] =>
  monthsFromTo(from, plusMonths(from, count - 1));

/** The same date some years earlier; 28 February in a year without 29 February. */
export function yearsBefore(day: Day, years: number): Day {
  const month = plusMonths(monthOf(day), -12 * years);
  const date = `${month}${day.slice(7)}`;
  return date > lastDay(month) ? lastDay(month) : date;
}

/** The service's way to write the beginning of a day. */
export const instantOf = (day: Day): string => `${day}T00:00:00.000Z`;
