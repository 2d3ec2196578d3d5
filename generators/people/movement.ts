import type { Pence } from '../money.ts';

/** Money that comes into an account or goes out of it on a day (a day number). */
export type Movement = { day: number; credit: boolean; description: string; amount: Pence };

/** The first and the last of some days. */
export type Days = { first: number; last: number };

const movement =
  (credit: boolean) =>
  (day: number, description: string, amount: Pence): Movement => ({ day, credit, description, amount });

export const credit = movement(true);
export const debit = movement(false);
