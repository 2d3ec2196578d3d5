/** Days since 1970-01-01 and months since January 1970, in UTC: plain integers, so that periods are sums. */
export type Day = number;
export type Month = number;

const dayMs = 86_400_000;
const timestamp =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Epoch milliseconds of an ISO 8601 date or date-time, undefined for anything else.
 * Date.parse would read a text without an offset in the machine's own zone and roll 30 February over.
 */
export function instantOf(text: unknown): number | undefined {
  const found = typeof text === 'string' ? timestamp.exec(text.trim()) : null;
  if (!found) return undefined;
  const [year, month, date, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  if (month! < 1 || month! > 12 || hour! > 23 || minute! > 59 || second! > 59) return undefined;
  const midnight = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 as those of the twentieth century.
  midnight.setUTCFullYear(year!, month! - 1, date!);
  if (midnight.getUTCDate() !== date!) return undefined;
  const offset = offsetMinutes(found[8]);
  if (offset === undefined) return undefined;
  const milliseconds = Number(`${found[7] ?? ''}000`.slice(0, 3));
  const minutes = hour! * 60 + minute! - offset;
  return midnight.getTime() + minutes * 60_000 + second! * 1000 + milliseconds;
}

function offsetMinutes(text = 'Z'): number | undefined {
  if (text.toUpperCase() === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The UTC day an instant falls on. */
export function dayOf(instant: number): Day {
  return Math.floor(instant / dayMs);
}

export function monthOf(day: Day): Month {
  const date = new Date(day * dayMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

export function firstDayOf(month: Month): Day {
  return new Date(0).setUTCFullYear(1970, month, 1) / dayMs;
}

export function lastDayOf(month: Month): Day {
  return firstDayOf(month + 1) - 1;
}

/** Year, month (1 to 12) and date of a day. */
export function civilOf(day: Day): { year: number; month: number; date: number } {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
}

/** An instant as the service writes it: with milliseconds and Z. */
export function timestampOf(instant: number): string {
  return new Date(instant).toISOString();
}

export function startOf(day: Day): number {
  return day * dayMs;
}
