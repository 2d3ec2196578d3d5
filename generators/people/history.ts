import { type Day, dayNumber } from '../pay/day.ts';

/** The instant at which a seeded world begins: nothing in it is newer. */
export const WORLD_ANCHOR = Date.parse('2026-10-01T09:00:00.000Z');

/** The day of that instant. */
export const ANCHOR_DAY: Day = '2026-10-01';

/** Payslips are kept from here on: the beginning of a tax year, so that whole years can be summed. */
export const RECORDS_FROM: Day = '2024-04-06';

/** Rises, bonuses, sickness and the like are planned up to here, well past the anchor; then pay goes on evenly. */
export const PLANNED_UNTIL: Day = '2028-04-05';

const MS_PER_DAY = 86_400_000;

/** The calendar day (UTC) of an instant. */
export function dayOf(instant: number): Day {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The first instant of a calendar day, as the service writes it. */
export function instantOf(day: Day): string {
  return `${day}T00:00:00.000Z`;
}

/** The first instant of a calendar day, in epoch milliseconds. */
export function startOf(day: Day): number {
  return dayNumber(day) * MS_PER_DAY;
}
