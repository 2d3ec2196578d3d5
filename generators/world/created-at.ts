const SPAN = 90 * 86_400_000;
const LAST = Date.parse('2026-10-01T00:00:00.000Z');
const SPREAD = 200;

/** As many users as have an instant of creation of their own. */
export const MOST_USERS = 1_000_000;

/**
 * When the user with an index was created. It rises with the index and stays before the world begins however many
 * users there are, so that a larger world has the same first users as a smaller one.
 */
export function createdAt(index: number): number {
  return LAST - Math.ceil((SPAN * SPREAD) / (SPREAD + index));
}
