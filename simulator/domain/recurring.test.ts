import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoInstant, plusMonths } from './instant.ts';
import { nextTick } from './recurring.ts';

const at = (text: string): number => Date.parse(text);
const instants = fc.integer({ min: at('2020-01-01'), max: at('2030-01-01') });

describe('recurring checks', () => {
  it('come a whole interval after the anchor, never at it', () => {
    const anchor = at('2026-01-31T09:00:00Z');
    expect(isoInstant(nextTick(anchor, 'HOURLY', anchor - 5))).toBe('2026-01-31T10:00:00.000Z');
    expect(isoInstant(nextTick(anchor, 'WEEKLY', anchor))).toBe('2026-02-07T09:00:00.000Z');
    expect(isoInstant(nextTick(anchor, 'MONTHLY', anchor))).toBe('2026-02-28T09:00:00.000Z');
    expect(isoInstant(nextTick(anchor, 'MONTHLY', at('2026-02-28T09:00:00Z')))).toBe(
      '2026-03-31T09:00:00.000Z',
    );
  });

  it('are later than the instant asked about, with none left out in between', () => {
    fc.assert(
      fc.property(
        instants,
        instants,
        fc.constantFrom('HOURLY', 'WEEKLY', 'MONTHLY'),
        (anchor, after, frequency) => {
          const tick = nextTick(anchor, frequency, after);
          expect(tick).toBeGreaterThan(after);
          const steps = { HOURLY: 3_600_000, WEEKLY: 604_800_000, MONTHLY: 0 };
          if (frequency === 'MONTHLY') {
            const months = Array.from({ length: 260 }, (_, index) => plusMonths(anchor, index + 1));
            expect(tick).toBe(months.find((one) => one > after));
          } else {
            expect((tick - anchor) % steps[frequency]).toBe(0);
            expect(tick - steps[frequency] <= Math.max(after, anchor)).toBe(true);
          }
        },
      ),
    );
  });
});
