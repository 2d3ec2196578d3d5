import type { Month } from './month.ts';
import type { ExpenditureOptions } from './options.ts';
import type { CountedPeriod } from './period.ts';
import { splitByMonth } from './split.ts';

/** A calendar month: its net pay in pence, and the periods that touch it, the one that speaks for it first. */
export type PayMonth = { month: Month; net: number; periods: CountedPeriod[] };

/** Gathers what all periods give to each month, newest month first; periods that overlap add up. */
export function payMonths(
  periods: CountedPeriod[],
  { splitRounding, monthSource }: Pick<ExpenditureOptions, 'splitRounding' | 'monthSource'>,
): PayMonth[] {
  const months = new Map<Month, { net: number; touching: { period: CountedPeriod; days: number }[] }>();
  const direction = monthSource === 'earliest' ? -1 : 1;
  for (const period of [...periods].sort((a, b) => direction * newestFirst(a, b))) {
    for (const { month, days, pence } of splitByMonth(period, splitRounding)) {
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
function newestFirst(a: CountedPeriod, b: CountedPeriod): number {
  return (
    b.end - a.end ||
    descending(a.paid, b.paid) ||
    descending(a.id, b.id) ||
    descending(a.dateOfBirth ?? 0, b.dateOfBirth ?? 0) ||
    descending(a.postCode ?? '', b.postCode ?? '')
  );
}

function descending<T extends string | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? 1 : -1;
}
