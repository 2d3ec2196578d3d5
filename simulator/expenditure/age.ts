import { civil, type DayNumber } from '../../generators/calendar.ts';
import type { ExpenditureOptions } from './options.ts';

/** Completed years of age on a day; negative before birth. */
export function ageOn(
  day: DayNumber,
  birth: DayNumber,
  leapDayBirthday: ExpenditureOptions['leapDayBirthday'],
): number {
  const today = civil(day);
  const born = civil(birth);
  const years = today.year - born.year;
  return reached(today, born, leapDayBirthday) ? years : years - 1;
}

type Civil = ReturnType<typeof civil>;

function reached(today: Civil, born: Civil, leapDayBirthday: ExpenditureOptions['leapDayBirthday']): boolean {
  if (today.month !== born.month) return today.month > born.month;
  const onLeapDay = born.month === 2 && born.day === 29;
  // Written for any February day: in a leap year the 28th stays a day too early.
  if (onLeapDay && leapDayBirthday === '28-february' && !isLeap(today.year)) return today.day >= 28;
  return today.day >= born.day;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
