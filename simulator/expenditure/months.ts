import { civil, type DayNumber, fromCivil } from '../../generators/calendar.ts';
import type { Points } from '../../spec/profile.ts';
import type { CountedPeriod } from './period.ts';

/** Months since January 1970: plain integers, so that periods are sums. */
export type Month = number;

export function monthOf(day: DayNumber): Month {
  const { year, month } = civil(day);
  return (year - 1970) * 12 + month - 1;
}

export const firstDayOf = (month: Month): DayNumber => fromCivil(1970, month + 1, 1);

export const lastDayOf = (month: Month): DayNumber => firstDayOf(month + 1) - 1;

export type Share = { month: Month; days: number; pence: number };

/** Splits a period's net pay over the calendar months its days fall in, oldest month first. */
export function splitByMonth(
  { net, start, until }: Pick<CountedPeriod, 'net' | 'start' | 'until'>,
  rounding: Points['expenditure.split-rounding'],
): Share[] {
  const total = until - start;
  const shares: Share[] = [];
  for (let month = monthOf(start), from = start; from < until; month += 1) {
    const to = Math.min(firstDayOf(month + 1), until);
    const pence =
      rounding === 'cumulative'
        ? proRata(net, to - start, total) - proRata(net, from - start, total)
        : proRata(net, to - from, total);
    shares.push({ month, days: to - from, pence });
    from = to;
  }
  return shares;
}

// Rounds half away from zero, so that a payslip and its reversal cancel in every month.
function proRata(net: number, days: number, total: number): number {
  const pence = Math.abs(net);
  // Whole pence a day apart from the remainder: no product leaves the safe integers.
  const perDay = Math.floor(pence / total);
  const rest = (pence % total) * days;
  const rounded = perDay * days + Math.floor((2 * rest + total) / (2 * total));
  return net < 0 && rounded > 0 ? -rounded : rounded;
}

/** A calendar month: its net pay in pence, and the periods that touch it, the one that decides age and region first. */
export type PayMonth = { month: Month; net: number; periods: CountedPeriod[] };

/** Gathers what all periods give to each month, newest month first; periods that overlap add up. */
export function payMonths(periods: CountedPeriod[], points: Points): PayMonth[] {
  const monthSource = points['expenditure.month-source'];
  const months = new Map<Month, { net: number; touching: { period: CountedPeriod; days: number }[] }>();
  const direction = monthSource === 'earliest' ? -1 : 1;
  for (const period of [...periods].sort((a, b) => direction * newestFirst(a, b))) {
    for (const { month, days, pence } of splitByMonth(period, points['expenditure.split-rounding'])) {
      const entry = months.get(month) ?? { net: 0, touching: [] };
      entry.net += pence;
      entry.touching.push({ period, days });
      months.set(month, entry);
    }
  }
  return [...months]
    .sort(([a], [b]) => b - a)
    .map(([month, { net, touching }]) => {
      // The sort is stable: periods with as many days keep the order of the latest.
      if (monthSource === 'most-days') touching.sort((a, b) => b.days - a.days);
      return { month, net, periods: touching.map(({ period }) => period) };
    });
}

// Ends last, then paid last, then the higher id; what follows only makes the order of equals independent of the input.
const newestFirst = (a: CountedPeriod, b: CountedPeriod): number =>
  b.end - a.end ||
  descending(a.paid, b.paid) ||
  descending(a.id, b.id) ||
  descending(a.dateOfBirth ?? 0, b.dateOfBirth ?? 0) ||
  descending(a.postCode ?? '', b.postCode ?? '');

const descending = <T extends string | number>(a: T, b: T): number => (a === b ? 0 : a < b ? 1 : -1);
