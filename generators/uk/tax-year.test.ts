import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText } from '../calendar.ts';
import { taxPeriodOf, taxYearOf, taxYearStart } from './tax-year.ts';

describe('the tax year', () => {
  it.each([
    ['2025-04-05', 2024],
    ['2025-04-06', 2025],
    ['2025-12-31', 2025],
    ['2026-01-01', 2025],
  ])('of %s is %i', (day, year) => expect(taxYearOf(dayNumber(day))).toBe(year));

  it('runs from 6 April to 5 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (day) => {
        const year = taxYearOf(day);
        expect(taxYearStart(year)).toBeLessThanOrEqual(day);
        expect(taxYearStart(year + 1)).toBeGreaterThan(day);
        expect(dayNumber(dayText(day))).toBe(day);
      }),
    );
  });

  it.each([
    ['2025-04-06', 'monthly', 1],
    ['2025-05-05', 'monthly', 1],
    ['2025-05-06', 'monthly', 2],
    ['2026-01-05', 'monthly', 9],
    ['2026-03-28', 'monthly', 12],
    ['2026-04-05', 'monthly', 12],
    ['2025-04-12', 'weekly', 1],
    ['2025-04-13', 'weekly', 2],
    ['2026-04-04', 'weekly', 52],
    ['2026-04-05', 'weekly', 53],
    ['2024-04-03', 'weekly', 52],
    // A year with a 29 February has two days in week 53.
    ['2024-04-04', 'weekly', 53],
    ['2024-04-05', 'weekly', 53],
    ['2025-04-07', 'fortnightly', 2],
    ['2025-04-20', 'fortnightly', 4],
    ['2026-04-05', 'fortnightly', 54],
    ['2025-05-03', 'four-weekly', 4],
    ['2025-05-04', 'four-weekly', 8],
    ['2026-04-05', 'four-weekly', 56],
  ] as const)('%s is, for %s pay, number %i', (day, frequency, number) =>
    expect(taxPeriodOf(dayNumber(day), frequency).number).toBe(number),
  );
});
