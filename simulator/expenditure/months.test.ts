import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civil, dayNumber, fromCivil } from '../../generators/calendar.ts';
import { firstDayOf, lastDayOf, monthOf, splitByMonth } from './months.ts';
import { dayByDay } from './testing/day-by-day.ts';

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

const day = dayNumber;
const start = fc.integer({ min: -20_000, max: 40_000 });
const days = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 4_000 }));
const net = fc.oneof(fc.integer({ min: -500_000, max: 500_000 }), fc.maxSafeInteger());

describe('splitByMonth', () => {
  it('is what adding up day by day gives', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 400 }), net, (first, length, pence) => {
        const shares = splitByMonth({ net: pence, start: first, until: first + length }, 'cumulative');
        const reference = dayByDay(pence, first, length);
        expect(shares.map(({ month }) => month)).toEqual([...reference.keys()]);
        for (const share of shares) expect(share.pence - reference.get(share.month)!).toBe(0);
      }),
    );
  });

  it('adds up to the net pay to the penny, and to all the days, for any period', () => {
    fc.assert(
      fc.property(start, days, net, (first, length, pence) => {
        const shares = splitByMonth({ net: pence, start: first, until: first + length }, 'cumulative');
        const sum = shares.reduce((total, share) => total + BigInt(share.pence), 0n);
        expect(sum).toBe(BigInt(pence));
        expect(shares.reduce((total, share) => total + share.days, 0)).toBe(length);
      }),
    );
  });

  it('splits a reversal into the reverse of the parts', () => {
    fc.assert(
      fc.property(
        start,
        days,
        net,
        fc.constantFrom('cumulative', 'half-up'),
        (first, length, pence, rounding) => {
          const period = { start: first, until: first + length };
          const forth = splitByMonth({ ...period, net: pence }, rounding);
          const back = splitByMonth({ ...period, net: -pence }, rounding);
          for (const [index, share] of forth.entries()) expect(share.pence + back[index]!.pence).toBe(0);
        },
      ),
    );
  });

  it('loses a penny of three equal parts only when each is rounded by itself', () => {
    const thirds = { net: 100, start: day('2026-03-31'), until: day('2026-05-02') };
    const twoDays = { net: 1, start: day('2026-03-31'), until: day('2026-04-02') };
    expect(splitByMonth(thirds, 'cumulative').map(({ pence }) => pence)).toEqual([3, 94, 3]);
    expect(splitByMonth(twoDays, 'cumulative').map(({ pence }) => pence)).toEqual([1, 0]);
    expect(splitByMonth(twoDays, 'half-up').map(({ pence }) => pence)).toEqual([1, 1]);
  });
});
