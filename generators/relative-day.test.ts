import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayOf, weekday } from './calendar.ts';
import { resolveDay, resolveDays } from './relative-day.ts';
import { arbitraryBirth } from './testing/births.ts';

describe('a relative day', () => {
  it.each([
    ['today', '2028-03-31'],
    ['yesterday', '2028-03-30'],
    ['1 month ago', '2028-02-29'],
    ['2 years 1 month ago', '2026-02-28'],
    ['3 weeks ago at 10:00', '2028-03-10T10:00:00.000Z'],
    ['in 14 months at 08:00:30', '2029-05-31T08:00:30.000Z'],
    ['first of the month 5 months ago', '2027-10-01'],
    ['last of the month 1 month ago', '2028-02-29'],
    ['the 20th', '2028-03-20'],
    ['the 31st', '2028-02-29'],
    ['the 20th 2 months ago, 8 days later at 00:00', '2028-01-28T00:00:00.000Z'],
    ['the 20th 1 month ago, 2 months later', '2028-04-20'],
    ['first of the latest month from June to January at least 3 months ago', '2027-12-01'],
    ['first of the latest month from April to May at least 3 months ago, 14 days later', '2027-05-15'],
    ['last Friday', '2028-03-24'],
    ['aged 38, birthday 17 May', '1989-05-17'],
    ['aged 38, birthday 31 March', '1990-03-31'],
    ['aged 30, birthday 29 February', '1996-02-29'],
  ])('%s is %s in a world that begins on 31 March 2028, a Friday', (text, day) => {
    expect(resolveDay(text, '2028-03-31')).toBe(day);
  });

  it.each([
    '',
    'the 0th',
    'the 32nd',
    'aged 30, birthday 30 February',
    'in 999999 years',
    '999 years 9999 months 9999 weeks 99999 days ago',
    'ago',
    ' ago',
    'Overtime at time and a half',
    '2028-03-31',
    'last Friday at noon',
    'the 20',
  ])('%j is none', (text) => {
    expect(resolveDay(text, '2028-03-31')).toBeUndefined();
  });

  it('lies before the day from which it is told, or on it, whenever that is', () => {
    fc.assert(
      fc.property(arbitraryBirth, fc.integer({ min: 1, max: 31 }), (born, day) => {
        const begins = dayOf(born);
        expect(resolveDay(`the ${day}th`, begins)! < begins).toBe(true);
        const friday = dayNumber(resolveDay('last Friday', begins)!);
        expect(weekday(friday)).toBe(5);
        expect(dayNumber(begins) - friday).toBeGreaterThanOrEqual(1);
        expect(dayNumber(begins) - friday).toBeLessThanOrEqual(7);
        const years =
          Number(begins.slice(0, 4)) - Number(resolveDay('aged 40, birthday 9 June', begins)!.slice(0, 4));
        expect(years).toBe(begins.slice(5) >= '06-09' ? 40 : 41);
      }),
    );
  });

  it('is found at any depth of data, and all else stays as it is', () => {
    const data = { at: 'today', list: [{ on: 'yesterday', name: 'Ada', amount: 3, none: null }] };
    expect(resolveDays(data, '2028-03-31')).toEqual({
      at: '2028-03-31',
      list: [{ on: '2028-03-30', name: 'Ada', amount: 3, none: null }],
    });
  });
});
