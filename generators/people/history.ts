import {
  type Day,
  type DayNumber,
  dayNumber,
  dayText,
  firstDayOf,
  type Month,
  monthFrom,
} from '../calendar.ts';
import { taxYearOf, taxYearStart } from '../uk/tax-year.ts';

/**
 * The day from which payslips are kept in a world that begins on a day: the beginning of a tax year, so that whole years
 * can be summed. At least three tax years have pay in them: one that has just begun counts for none.
 */
export const recordsFrom = (begins: Day): Day => dayText(taxYearStart(taxYearOf(dayNumber(begins) - 40) - 2));

/**
 * Rises, bonuses, sickness and the like are planned for six years and more; after that pay goes on evenly. Nothing is
 * planned for the last year that can be written down, in which what has begun must end.
 */
export const plannedUntil = (begins: Day): DayNumber =>
  Math.min(taxYearStart(taxYearOf(dayNumber(begins)) + 7) - 1, dayNumber('9998-12-31'));

/** The first month with a bank statement: the first whole one in which every pay day is on record. */
export const firstStatementMonth = (begins: Day): Month =>
  monthFrom(firstDayOf(recordsFrom(begins).slice(0, 7)), 1);
