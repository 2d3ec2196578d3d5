import { type Day, dayNumber, firstDayOf, lastDayOf, type Month } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { statePensionPayments } from '../uk/state-pension.ts';
import type { Person } from './person.ts';

/** Money that comes into an account or goes out of it on a day (a day number). */
export type Movement = { day: number; credit: boolean; description: string; amount: Pence };

export const credit = (day: number, description: string, amount: Pence): Movement => ({
  ...{ day, credit: true, description, amount },
});

const daysOf = (month: Month): [first: number, last: number] => [
  dayNumber(firstDayOf(month)),
  dayNumber(lastDayOf(month)),
];

/** What comes in besides pay and pensions from employers. */
export function otherCredits(person: Person, month: Month): Movement[] {
  const [first, last] = daysOf(month);
  const end = person.died === null ? last : Math.min(last, dayNumber(person.died));
  return statePension(person, first, end);
}

function statePension({ identity }: Person, from: number, until: number): Movement[] {
  const { dateOfBirth, niNumber } = identity;
  if (dateOfBirth === null) return [];
  return statePensionPayments(dateOfBirth as Day, niNumber, from, until).map(({ day, amount }) =>
    credit(day, 'DWP STATE PENSION', amount),
  );
}
