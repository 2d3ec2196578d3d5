import { type Day, startOf } from '../calendar.ts';

const SPAN = 150 * 86_400_000;
const SPREAD = 200;

/** As many users as have an instant of creation of their own. */
export const MOST_USERS = 1_000_000;

/**
 * When the user with an index was created. It rises with the index and stays before the day on which the world begins however many
 * users there are, so that a larger world has the same first users as a smaller one.
 */
export function createdAt(index: number, begins: Day): number {
  return startOf(begins) - Math.ceil((SPAN * SPREAD) / (SPREAD + index));
}
