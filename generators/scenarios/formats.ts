import { nearestTo } from '../../spec/did-you-mean.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { employers } from '../catalogue/employers.ts';
import { magicLogins, magicOf } from '../catalogue/magic.ts';
import { dayOfYear, resolveDay } from '../relative-day.ts';

/** A kind of text that the schema names, and what to say of one that is not of that kind. */
type Format = { fits: (text: string) => boolean; problem: (text: string) => string };

const SOME_DAY = '2026-11-15';
const named = (text: string) => resolveDay(text, SOME_DAY);

const isDay = (text: string): boolean => named(text)?.length === 10;
// A leap year, in which every day of a year exists.
export const isDayOfYearText = (text: string): boolean => dayOfYear(text, 2028) !== undefined;
const DAYS =
  'such as: 2 years 1 month ago; in 14 months; yesterday; last Friday; the 20th 1 month ago; first of the month 5 months ago; aged 38, birthday 17 May';

const oneOf = (kind: string, words: readonly string[]): Format => ({
  fits: (text) => words.includes(text),
  problem(text) {
    const meant = nearestTo(text, words);
    return `there is no ${kind} ${text}; ${meant ? `perhaps ${meant} is meant` : `there is ${words.join(', ')}`}`;
  },
});

export const formats: Readonly<Record<string, Format>> = {
  'relative-day': {
    fits: isDay,
    problem: (text) => `"${text}" names no day; one is told from today, ${DAYS}`,
  },
  'relative-instant': {
    fits: (text) => named(text) !== undefined && !isDay(text),
    problem: (text) =>
      `"${text}" names no instant; one is a day with a time, such as: yesterday at 17:00; the 20th 1 month ago at 08:00`,
  },
  'day-of-year': {
    fits: isDayOfYearText,
    problem: (text) => `"${text}" is no day of the year; one is written 12 March`,
  },
  occasion: {
    fits: (text) => isDay(text) || isDayOfYearText(text),
    problem: (text) =>
      `"${text}" names no day; one is told from today, ${DAYS}; or, with every: year, as 12 March`,
  },
  employer: oneOf(
    'employer',
    employers.map(({ listed }) => listed.id),
  ),
  provider: oneOf(
    'provider',
    catalogue.listed.providers.map(({ id }) => id),
  ),
  'magic-login': {
    fits: (text) => magicOf(text) !== undefined,
    problem: (text) =>
      `"${text}" is no magic user name; there is ${magicLogins.map(({ userName }) => userName).join(', ')}`,
  },
};
