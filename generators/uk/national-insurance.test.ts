import { describe, expect, it } from 'vitest';
import { dayNumber } from '../calendar.ts';
import { directorNiToDate, employeeNi, type NiCategory, niCategories } from './national-insurance.ts';
import { type PayFrequency, taxYearOf } from './tax-year.ts';

function ni(pounds: number, category: NiCategory, day: string, frequency: PayFrequency = 'monthly') {
  const number = dayNumber(day);
  return employeeNi(Math.round(pounds * 100), category, {
    day: number,
    taxYear: taxYearOf(number),
    frequency,
  });
}

describe('national insurance', () => {
  // On 2,048 a month exactly 1,000 lie above the threshold.
  it.each([
    ['A', '2024-01-05', 120_00],
    ['A', '2024-01-06', 100_00],
    ['A', '2024-04-06', 80_00],
    ['B', '2024-01-05', 58_50],
    ['B', '2024-01-06', 38_50],
    ['B', '2026-05-01', 18_50],
    ['J', '2023-05-01', 20_00],
    ['C', '2025-05-01', 0],
    ['X', '2025-05-01', 0],
    ['M', '2023-05-01', 120_00],
    ['V', '2039-05-01', 80_00],
    // Before the first table the first one holds.
    ['A', '2020-05-01', 120_00],
  ] as const)('of category %s paid on %s', (category, day, pence) =>
    expect(ni(2048, category, day)).toBe(pence),
  );

  it.each([
    ['weekly', 242, 967],
    ['fortnightly', 484, 1934],
    ['four-weekly', 968, 3868],
    ['monthly', 1048, 4189],
  ] as const)('of %s pay begins above %i and falls to 2 %% above %i', (frequency, primary, upper) => {
    expect(ni(primary, 'A', '2025-05-01', frequency)).toBe(0);
    expect(ni(primary + 100, 'A', '2025-05-01', frequency)).toBe(8_00);
    const most = ni(upper, 'A', '2025-05-01', frequency);
    expect(ni(upper + 100, 'A', '2025-05-01', frequency)).toBe(most + 2_00);
  });

  it('goes down at a third decimal of 5 and up at 6', () => {
    // 0.44 x 8 % = 0.0352; 0.45 x 8 % = 0.0360; 1.82 x 8 % = 0.1456.
    expect(ni(1048.44, 'A', '2025-05-01')).toBe(3);
    expect(ni(1048.45, 'A', '2025-05-01')).toBe(4);
    expect(ni(1049.82, 'A', '2025-05-01')).toBe(14);
  });

  it('knows every category in every year', () => {
    for (const category of niCategories) {
      for (const year of [2023, 2024, 2025, 2026])
        expect(ni(5000, category, `${year}-06-01`)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('national insurance of a director', () => {
  // 2023-24: (50,270 - 12,570) x 11.5 % = 4,335.50; (60,000 - 50,270) x 2 % = 194.60.
  it.each([
    ['A', 2023, 4335_50 + 194_60],
    ['B', 2023, 2016_95 + 194_60],
    ['A', 2025, 3016_00 + 194_60],
  ] as const)('of category %s in %i is that of the year', (category, year, pence) =>
    expect(directorNiToDate(60_000_00, category, year, 52)).toBe(pence),
  );

  it('is nothing until the year passes the threshold', () => {
    expect(directorNiToDate(12_570_00, 'A', 2025, 52)).toBe(0);
    expect(directorNiToDate(12_670_00, 'A', 2025, 52)).toBe(8_00);
  });

  it('counts from the week of appointment', () => {
    // 12,570 x 26/52 = 6,285.
    expect(directorNiToDate(6_385_00, 'A', 2025, 26)).toBe(8_00);
  });
});
