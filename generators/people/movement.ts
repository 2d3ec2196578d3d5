import type { Pence } from '../money.ts';

/** Money that comes into an account or goes out of it on a day (a day number). */
export type Movement = { day: number; credit: boolean; description: string; amount: Pence };

export const credit = (day: number, description: string, amount: Pence): Movement => ({
  day,
  credit: true,
  description,
  amount,
});
