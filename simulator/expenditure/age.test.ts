import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../generators/calendar.ts';
import { ageOn } from './estimate.ts';

const day = dayNumber;

describe('ageOn', () => {
  it.each([
    ['2026-03-31', '2026-03-31', 0],
    ['2026-03-31', '2026-04-01', -1],
    ['2026-03-31', '1996-03-31', 30],
    ['2026-03-31', '1996-04-01', 29],
    ['2026-03-31', '1876-03-31', 150],
    ['2026-03-31', '1875-03-31', 151],
    ['2024-02-29', '2000-02-29', 24],
  ])('on %s, a person born on %s is %i', (today, born, age) => {
    expect(ageOn(day(today), day(born), '1-march')).toBe(age);
    expect(ageOn(day(today), day(born), '28-february')).toBe(age);
  });

  it('turns one born on 29 February older on 1 March of a common year, or on 28 February by choice', () => {
    expect(ageOn(day('2025-02-28'), day('2000-02-29'), '1-march')).toBe(24);
    expect(ageOn(day('2025-02-28'), day('2000-02-29'), '28-february')).toBe(25);
    expect(ageOn(day('2025-02-27'), day('2000-02-29'), '28-february')).toBe(24);
    expect(ageOn(day('2025-03-01'), day('2000-02-29'), '1-march')).toBe(25);
    expect(ageOn(day('2024-02-28'), day('2000-02-29'), '28-february')).toBe(23);
  });

  it('is negative exactly before birth', () => {
    const anyDay = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom('1-march', '28-february'), (today, born, leapDay) => {
        expect(ageOn(today, born, leapDay) < 0).toBe(today < born);
      }),
    );
  });
});
