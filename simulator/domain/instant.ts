import { addMonths, dayNumberOf, MS_PER_DAY } from '../../generators/calendar.ts';
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
  const parts = (durationPattern.exec(duration) ?? []).map((part) => Number(part ?? 0));
  const [, years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  const moved = plusMonths(instant, years * 12 + months) + (weeks * 7 + days) * MS_PER_DAY;
  return moved + hours * 3_600_000 + minutes * 60_000 + Math.round(seconds * 1000);
}

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[t\s](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(?:z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/i;

const firstInstant = Date.parse('0000-01-01T00:00:00.000Z');

export const endOfTime = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The instant that a timestamp or plain date names, in UTC where it names no offset; undefined for anything else, and when
 * the service's format cannot write it down.
 *
 * It reads all that the contract lets through: leap seconds, small letters and short offsets, which `Date` does not. Nor
 * does it roll 30 February over, as `Date` does.
 */
export function readInstant(given: unknown): number | undefined {
  const found = typeof given === 'string' ? pattern.exec(given.trim()) : null;
  if (!found) return undefined;
  const number = (group: number): number => Number(found[group] ?? 0);
  const day = found[1] ?? '';
  const hours = number(2);
  const minutes = number(3);
  const seconds = number(4);
  const fraction = found[5] ?? '';
  const sign = found[6];
  const offsetHours = number(7);
  const offsetMinutes = number(8);
  if (hours > 23 || minutes > 59 || seconds > 60 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const midnight = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * (sign === '-' ? -1 : 1);
  const clock = ((hours * 60 + minutes - offset) * 60 + seconds) * 1000;
  const instant = midnight.getTime() + clock + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return instant >= firstInstant && instant <= endOfTime ? instant : undefined;
}
