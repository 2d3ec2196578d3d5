import { describe, expect, it } from 'vitest';
import { addMonths, dayNumber, dayText, weekday } from './calendar.ts';

describe('a calendar day', () => {
  it.each(['2025-02-29', '2025-13-01', '2025-00-10', '2025-1-1', '2025-01-01T00:00:00Z', ''])(
    '%j is none',
    (text) => expect(() => dayNumber(text)).toThrow(RangeError),
  );

  it('is counted from 1970, a Thursday', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(weekday(0)).toBe(4);
    expect(weekday(dayNumber('1960-02-29'))).toBe(1);
  });

  it('months later stays inside the month', () => {
    const later = (day: string, months: number) => dayText(addMonths(dayNumber(day), months));
    expect(later('2024-02-29', 12)).toBe('2025-02-28');
    expect(later('2025-01-31', 1)).toBe('2025-02-28');
    expect(later('2025-01-15', -12)).toBe('2024-01-15');
    expect(later('2025-03-31', -13)).toBe('2024-02-29');
  });
});
