const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

type DayParts = { day: number; paddedDay: string; month: string; paddedMonth: string; year: string };

function partsOf(date: string): DayParts {
  const [year = '', paddedMonth = '', paddedDay = ''] = date.split('-');
  return {
    day: Number(paddedDay),
    paddedDay,
    month: MONTHS[Number(paddedMonth) - 1] ?? '',
    paddedMonth,
    year,
  };
}

/** "1 March 2026" */
export function longDay(date: string): string {
  const { day, month, year } = partsOf(date);
  return `${day} ${month} ${year}`;
}

/** "01 Mar 2026" */
export function mediumDay(date: string): string {
  const { paddedDay, month, year } = partsOf(date);
  return `${paddedDay} ${month.slice(0, 3)} ${year}`;
}

/** "1 Mar": the year is left to the statement's period. */
export function yearlessDay(date: string): string {
  const { day, month } = partsOf(date);
  return `${day} ${month.slice(0, 3)}`;
}

/** "01 Mar 26" */
export function shortYearDay(date: string): string {
  const { paddedDay, month, year } = partsOf(date);
  return `${paddedDay} ${month.slice(0, 3)} ${year.slice(2)}`;
}

/** "01/03/2026" */
export function numericDay(date: string): string {
  const { paddedDay, paddedMonth, year } = partsOf(date);
  return `${paddedDay}/${paddedMonth}/${year}`;
}
