import Holidays from 'date-holidays';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayText, fromCivil } from '../calendar.ts';
import { isBankHoliday, isWorkingDay, workingDayFrom, workingDayUntil } from './bank-holidays.ts';

const days = (year: number): string[] => {
  const first = fromCivil(year, 1, 1);
  return Array.from({ length: fromCivil(year + 1, 1, 1) - first }, (_, index) => first + index)
    .filter((day) => isBankHoliday(day))
    .map(dayText);
};

describe('bank holidays', () => {
  it('are those that were published', () => {
    expect(days(2022)).toEqual([
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
  });

  it('are those that others reckon for England, for thirty years', () => {
    const theirs = new Holidays('GB', 'ENG');
    for (let year = 2024; year < 2054; year += 1) {
      const listed = theirs
        .getHolidays(year)
        .filter(({ type }) => type === 'public' || type === 'bank')
        .map(({ date }) => date.slice(0, 10))
        // Where a holiday falls on a weekend they list both it and the day that stands in for it.
        .filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()));
      expect(days(year), String(year)).toEqual([...new Set(listed)].sort());
    }
  });
});

describe('a working day', () => {
  it('is looked for in the direction that is asked for', () => {
    const goodFriday = dayNumber('2026-04-03');
    expect(dayText(workingDayUntil(goodFriday))).toBe('2026-04-02');
    expect(dayText(workingDayFrom(goodFriday))).toBe('2026-04-07');
  });

  it('for pay does not lead into another tax year', () => {
    const easterMonday = dayNumber('2026-04-06');
    expect(isWorkingDay(easterMonday)).toBe(false);
    expect(dayText(workingDayUntil(easterMonday))).toBe('2026-04-07');
  });
});
