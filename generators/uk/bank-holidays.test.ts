import Holidays from 'date-holidays';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText, fromCivil } from '../calendar.ts';
import {
  isBankHoliday,
  isWorkingDay,
  type Nation,
  workingDayFrom,
  workingDayUntil,
} from './bank-holidays.ts';

const days = (year: number, nation: Nation): string[] => {
  const first = fromCivil(year, 1, 1);
  return Array.from({ length: fromCivil(year + 1, 1, 1) - first }, (_, index) => first + index)
    .filter((day) => isBankHoliday(day, nation))
    .map(dayText);
};

describe('bank holidays', () => {
  it('are those that were published', () => {
    expect(days(2022, 'england-and-wales')).toEqual([
      '2022-01-03',
      '2022-04-15',
      '2022-04-18',
      '2022-05-02',
      '2022-06-02',
      '2022-06-03',
      '2022-08-29',
      '2022-09-19',
      '2022-12-26',
      '2022-12-27',
    ]);
    expect(days(2025, 'scotland')).toEqual([
      '2025-01-01',
      '2025-01-02',
      '2025-04-18',
      '2025-05-05',
      '2025-05-26',
      '2025-08-04',
      '2025-12-01',
      '2025-12-25',
      '2025-12-26',
    ]);
    expect(days(2027, 'northern-ireland')).toEqual([
      '2027-01-01',
      '2027-03-17',
      '2027-03-26',
      '2027-03-29',
      '2027-05-03',
      '2027-05-31',
      '2027-07-12',
      '2027-08-30',
      '2027-12-27',
      '2027-12-28',
    ]);
  });

  it.each([
    ['england-and-wales', 'ENG'],
    ['northern-ireland', 'NIR'],
  ] as const)('of %s are those that others reckon, for thirty years', (nation, state) => {
    const theirs = new Holidays('GB', state);
    for (let year = 2024; year < 2054; year += 1) {
      const listed = theirs
        .getHolidays(year)
        .filter(({ type }) => type === 'public' || type === 'bank')
        .map(({ date }) => date.slice(0, 10))
        // Where a holiday falls on a weekend they list both it and the day that stands in for it.
        .filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()));
      expect(days(year, nation), String(year)).toEqual([...new Set(listed)].sort());
    }
  });
});

describe('a working day', () => {
  it('is looked for in the direction that is asked for', () => {
    const goodFriday = dayNumber('2026-04-03');
    expect(dayText(workingDayUntil(goodFriday, 'england-and-wales'))).toBe('2026-04-02');
    expect(dayText(workingDayFrom(goodFriday, 'england-and-wales'))).toBe('2026-04-07');
    expect(dayText(workingDayFrom(goodFriday, 'scotland'))).toBe('2026-04-06');
  });

  it('for pay does not lead into another tax year', () => {
    const easterMonday = dayNumber('2026-04-06');
    expect(isWorkingDay(easterMonday, 'england-and-wales')).toBe(false);
    expect(dayText(workingDayUntil(easterMonday, 'england-and-wales'))).toBe('2026-04-07');
  });
});
