import { civil, type DayNumber, fromCivil } from '../calendar.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';

/** Days by their months: teachers leave at the end of a term, as their contracts have it, and begin with the next. */
const ENDS = { 4: 30, 8: 31, 12: 31 };
const STARTS = { 1: 4, 4: 20, 9: 1 };

const daysAround = (day: DayNumber, dates: Readonly<Record<number, number>>): DayNumber[] => {
  const { year } = civil(day);
  return [year - 1, year, year + 1].flatMap((one) =>
    Object.entries(dates).map(([month, date]) => fromCivil(one, Number(month), date)),
  );
};

type Work = { role: string };
const isTeacher = ({ role }: Work): boolean => role === 'Teacher';

/** The day on which a person leaves who thinks of going on a day: a working day, or for teachers the end of term before it. */
export const leavingDay = (work: Work, day: DayNumber): DayNumber =>
  isTeacher(work) ? daysAround(day, ENDS).findLast((end) => end <= day)! : workingDayFrom(day);

/** The first day at work of a person who could begin on a day. */
export const startingDay = (work: Work, day: DayNumber): DayNumber =>
  workingDayFrom(isTeacher(work) ? daysAround(day, STARTS).find((start) => start >= day)! : day);
