import { MONTHS } from '../relative-day.ts';

const monthOf = (month: string): string => MONTHS[Number(month) - 1] ?? '';

/** "1 March 2026" */
export function longDay(date: string): string {
  const [year, month = '', day] = date.split('-');
  return `${Number(day)} ${monthOf(month)} ${year}`;
}

/** "01 Mar 2026" */
export function mediumDay(date: string): string {
  const [year, month = '', day] = date.split('-');
  return `${day} ${monthOf(month).slice(0, 3)} ${year}`;
}

/** "1 Mar": the year is left to the statement's period. */
export const yearlessDay = (date: string): string => mediumDay(date).slice(0, 6).replace(/^0/, '');

/** "01 Mar 26" */
export const shortYearDay = (date: string): string => mediumDay(date.slice(2));

/** "01/03/2026" */
export const numericDay = (date: string): string => date.split('-').reverse().join('/');
