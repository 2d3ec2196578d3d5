import { type Day, dayOf, startOf } from '../calendar.ts';

const EARLIEST = Date.parse('1971-01-01T00:00:00.000Z');
const LATEST = Date.parse('9990-12-31T23:59:59.999Z');

/** The same instant, when a world can be born at it: its people need years of past before it and of future after it. */
export function birthAt(instant: number): number {
  if (instant >= EARLIEST && instant <= LATEST) return instant;
  const shown = Number.isFinite(instant) ? new Date(instant).toISOString() : String(instant);
  throw new RangeError(`A world is born between the years 1971 and 9990, not at ${shown}`);
}

const HOUR = 3_600_000;
const SPAN = 150 * 24 * HOUR;
const SPREAD = 200;

/** As many users as have an instant of creation of their own. */
export const MOST_USERS = 1_000_000;

/**
 * Rises with the index and stays before the world begins: a larger world has the same first users as a smaller one.
 * All are created between seven in the morning and ten at night.
 */
export function createdAt(index: number, begins: Day): number {
  const spread = startOf(begins) - Math.ceil((SPAN * SPREAD) / (SPREAD + index));
  const midnight = startOf(dayOf(spread));
  return midnight + 7 * HOUR + Math.floor(((spread - midnight) * 15) / 24);
}
