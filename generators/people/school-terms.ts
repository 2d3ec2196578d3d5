import { civil, type DayNumber, fromCivil } from '../calendar.ts';
import { workingDayFrom } from '../uk/bank-holidays.ts';

/** Teachers leave at the end of a term, as their contracts have it, and begin with the next. */
const ENDS = [
  [4, 30],
  [8, 31],
  [12, 31],
] as const;
const STARTS = [
  [1, 4],
  [4, 20],
  [9, 1],
] as const;

const daysAround = (day: DayNumber, list: readonly (readonly [number, number])[]): DayNumber[] => {
  const { year } = civil(day);
  return [year - 1, year, year + 1].flatMap((one) =>
    list.map(([month, date]) => fromCivil(one, month, date)),
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
