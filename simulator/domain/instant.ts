import { addMonths, dayNumberOf, MS_PER_DAY } from '../../generators/calendar.ts';
import { readInstant } from './read-instant.ts';
import { refusals } from './refusal.ts';

/** An instant (epoch milliseconds) in the service's format: UTC, with milliseconds and Z. */
export const isoInstant = (instant: number): string => new Date(instant).toISOString();

/** A timestamp or plain date of a request's field, in the service's format. */
export function normalInstant(given: string, field: string): string {
  const instant = readInstant(given);
  if (instant === undefined)
    throw refusals.invalid([`Field [${field}] is not a moment that can be written down`]);
  return isoInstant(instant);
}

/** An instant moved by a number of calendar months; the day is cut to the month's last where it has to be. */
export function plusMonths(instant: number, months: number): number {
  const day = dayNumberOf(instant);
  return instant + (addMonths(day, months) - day) * MS_PER_DAY;
}

const durationPattern =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** An instant moved by an ISO 8601 duration: years and months by the calendar, the rest by the clock. */
export function plusDuration(instant: number, duration: string): number {
  const [, years, months, weeks, days, hours, minutes, seconds] = (durationPattern.exec(duration) ?? []).map(
    (part) => Number(part ?? 0),
  );
  const moved = plusMonths(instant, (years ?? 0) * 12 + (months ?? 0));
  const totalDays = (weeks ?? 0) * 7 + (days ?? 0);
  return (
    moved +
    totalDays * MS_PER_DAY +
    (hours ?? 0) * 3_600_000 +
    (minutes ?? 0) * 60_000 +
    Math.round((seconds ?? 0) * 1000)
  );
}
