import words from './words.json' with { type: 'json' };

const named: Readonly<Record<keyof typeof words.named, Readonly<Record<string, string>>>> = words.named;

/** The words for something by its name, where there are any. */
export const wordsFor = (list: keyof typeof named, name: string): string | undefined => named[list][name];

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export function pounds(amount: string | number | null | undefined): string {
  if (amount === null || amount === undefined) return '–';
  const value = Number(String(amount).replaceAll(',', ''));
  return Number.isFinite(value)
    ? value.toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })
    : String(amount);
}

export const numberOf = (amount: string | number | null | undefined): number =>
  Number(String(amount ?? 0).replaceAll(',', '')) || 0;

const ofMonth = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const ofDay = { ...ofMonth, day: 'numeric' } as const;

export function day(instant: string | null | undefined): string {
  if (!instant) return '–';
  const date = new Date(instant);
  return Number.isNaN(date.valueOf()) ? instant : date.toLocaleDateString('en-GB', ofDay);
}

/** A day and a time of day, in UTC as everything in the sandbox is. */
export function moment(instant: string | null | undefined): string {
  if (!instant) return '–';
  const time = new Date(instant).toISOString().slice(11, 19);
  return `${day(instant)}, ${time}`;
}

/** The same as short as it is clear in a list: the time of day in the year of the client's clock, else the year. */
export function shortMoment(instant: string, now = instant): string {
  const [date, year] = [day(instant), instant.slice(0, 4)];
  if (year !== now.slice(0, 4)) return date;
  return `${date.slice(0, -year.length - 1)}, ${moment(instant).slice(-8)}`;
}

/** `2026-03` as `Mar 2026`. */
export const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', ofMonth);

type Named = { forename?: string | null; surname?: string | null };

export const nameOf = ({ forename, surname }: Named): string =>
  [forename, surname].filter(Boolean).join(' ') || 'No name';

export const millis = (ms: number): string => `${ms < 1 ? '<1' : Math.round(ms)}\u00a0ms`;

/** With a full stop, unless it has an end already. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

export const short = (id: string): string => id.slice(0, 8);

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
