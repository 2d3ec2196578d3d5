import { dayNumberOf } from '../../generators/calendar.ts';
import { ageOn } from './age.ts';
import { messageDate, messages } from './messages.ts';
import { oldestAge } from './model.ts';
import { lastDayOf } from './month.ts';
import type { PayMonth } from './months.ts';
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
