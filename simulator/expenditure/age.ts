import { civil, type DayNumber, dayNumberOf } from '../../generators/calendar.ts';
import { messageDate, messages } from './messages.ts';
import { oldestAge } from './model.ts';
import { lastDayOf, type PayMonth } from './months.ts';
import type { ExpenditureOptions } from './options.ts';

export type AgeFinding = { age: number } | { error: string; impossible: boolean };

/** Age on the month's last day, by the payslip that speaks for the month and has a date of birth, else by the user's. */
export function ageInMonth(
  { month, periods }: PayMonth,
  userDateOfBirth: number | undefined,
  options: Pick<ExpenditureOptions, 'leapDayBirthday' | 'messageDate'>,
): AgeFinding {
  const spoken = periods.find((period) => period.dateOfBirth !== undefined);
  const born = spoken?.dateOfBirth ?? userDateOfBirth;
  if (born === undefined) return { error: messages.dateOfBirthMissing(), impossible: false };
  const age = ageOn(lastDayOf(month), dayNumberOf(born), options.leapDayBirthday);
  const date = messageDate(born, options.messageDate);
  if (age < 0) return { error: messages.bornAfterMonth(date), impossible: true };
  if (age > oldestAge) return { error: messages.tooOld(date), impossible: true };
  return { age };
}

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

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
