import { type Day, dayNumber, dayText, firstDayOf, type Month, monthFrom } from '../calendar.ts';
import { earningsLevel } from '../uk/earnings.ts';
import { taxYearOf, taxYearStart } from '../uk/tax-year.ts';

/** Pay and prices in a world born on a day, as a part of those of 2023; 1 for all later ones. */
export const moneyLevel = (begins: Day): number => earningsLevel(taxYearOf(dayNumber(begins)));

/** The beginning of a tax year, so that at least three whole tax years with pay can be summed. */
export const recordsFrom = (begins: Day): Day => dayText(taxYearStart(taxYearOf(dayNumber(begins) - 40) - 2));

/** Rises, bonuses and sickness are planned for six years and more; nothing for the last year that can be written. */
export const plannedUntil = (begins: Day): number =>
  Math.min(taxYearStart(taxYearOf(dayNumber(begins)) + 7) - 1, dayNumber('9998-12-31'));

/** The first month with a bank statement: the first whole one in which every pay day is on record. */
export const firstStatementMonth = (begins: Day): Month =>
  monthFrom(firstDayOf(recordsFrom(begins).slice(0, 7)), 1);
