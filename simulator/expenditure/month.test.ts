import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civil, fromCivil } from '../../generators/calendar.ts';
import { firstDayOf, lastDayOf, monthOf } from './month.ts';

describe('months', () => {
  it('hold each day from their first to their last', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        const month = monthOf(day);
        expect(firstDayOf(month)).toBeLessThanOrEqual(day);
        expect(lastDayOf(month)).toBeGreaterThanOrEqual(day);
        expect(civil(firstDayOf(month)).day).toBe(1);
        expect(monthOf(lastDayOf(month) + 1)).toBe(month + 1);
      }),
    );
  });

  it('end on 29 February in leap years only', () => {
    const lastOfFebruary = (year: number) => civil(lastDayOf(monthOf(fromCivil(year, 2, 1)))).day;
    expect([2023, 2024, 1900, 2000, 99, 96].map(lastOfFebruary)).toEqual([28, 29, 28, 29, 28, 29]);
  });
});
