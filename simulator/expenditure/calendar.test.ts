import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilOf, dayOf, firstDayOf, instantOf, lastDayOf, monthOf, timestampOf } from './calendar.ts';

describe('instantOf', () => {
  it.each([
    ['2026-03-31', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31T10:20:30.123Z', '2026-03-31T10:20:30.123Z'],
    ['2026-03-31T10:20:30.1239Z', '2026-03-31T10:20:30.123Z'],
    ['2026-03-31 10:20', '2026-03-31T10:20:00.000Z'],
    ['2026-04-01T00:30:00+01:00', '2026-03-31T23:30:00.000Z'],
    ['2026-03-31T23:30:00-0100', '2026-04-01T00:30:00.000Z'],
    ['2026-03-31T23:30:00+01', '2026-03-31T22:30:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => expect(timestampOf(instantOf(text)!)).toBe(expected));

  it.each([
    '',
    'yesterday',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-04-00',
    '31/03/2026',
    '2026-3-1',
    '2026-03-31T25:00:00Z',
    '2026-03-31T10:20:30+99:00',
    '2026-03-31T',
    null,
    undefined,
    1_774_915_200_000,
    {},
  ])('reads nothing in %j', (text) => expect(instantOf(text)).toBeUndefined());

  it('agrees with the platform on every instant it can write', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(instantOf(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });
});

describe('months', () => {
  it('hold each day from their first to their last', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        const month = monthOf(day);
        expect(firstDayOf(month)).toBeLessThanOrEqual(day);
        expect(lastDayOf(month)).toBeGreaterThanOrEqual(day);
        expect(civilOf(firstDayOf(month)).date).toBe(1);
        expect(monthOf(lastDayOf(month) + 1)).toBe(month + 1);
      }),
    );
  });

  it('end on 29 February in leap years only', () => {
    const lastOfFebruary = (year: number) =>
      civilOf(lastDayOf(monthOf(dayOf(instantOf(`${year}-02-01`)!)))).date;
    expect([2023, 2024, 1900, 2000].map(lastOfFebruary)).toEqual([28, 29, 28, 29]);
  });
});
