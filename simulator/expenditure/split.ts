import { firstDayOf, type Month, monthOf } from './month.ts';
import type { ExpenditureOptions } from './options.ts';
import type { CountedPeriod } from './period.ts';

/** What a period gives to one calendar month. */
export type Share = { month: Month; days: number; pence: number };

/** Splits a period's net pay over the calendar months its days fall in, oldest month first. */
export function splitByMonth(
  { net, start, until }: Pick<CountedPeriod, 'net' | 'start' | 'until'>,
  rounding: ExpenditureOptions['splitRounding'],
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
