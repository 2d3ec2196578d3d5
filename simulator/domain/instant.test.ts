import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoInstant, normalInstant, plusDuration, plusMonths } from './instant.ts';

const at = (text: string): number => Date.parse(text);

describe('instants', () => {
  it('are written in UTC with milliseconds, whatever offset they were given with', () => {
    expect(normalInstant('2026-03-01T01:30:00+02:00', 'at')).toBe('2026-02-28T23:30:00.000Z');
    expect(normalInstant('1990-05-17', 'at')).toBe('1990-05-17T00:00:00.000Z');
  });

  it('move by calendar months to the same day, or to the last one of a shorter month', () => {
    expect(isoInstant(plusMonths(at('2026-01-31T10:00:00Z'), 1))).toBe('2026-02-28T10:00:00.000Z');
    expect(isoInstant(plusMonths(at('2024-03-31T10:00:00Z'), -1))).toBe('2024-02-29T10:00:00.000Z');
    expect(isoInstant(plusMonths(at('2026-11-15T00:00:00Z'), 14))).toBe('2028-01-15T00:00:00.000Z');
  });

  it('move by ISO 8601 durations', () => {
    expect(isoInstant(plusDuration(at('2026-01-31T00:00:00Z'), 'P1Y1M2W3DT4H5M6.5S'))).toBe(
      '2027-03-17T04:05:06.500Z',
    );
    expect(isoInstant(plusDuration(at('2026-01-31T00:00:00Z'), 'PT90M'))).toBe('2026-01-31T01:30:00.000Z');
  });

  it('never move backwards by a duration', () => {
    const instants = fc.integer({ min: 0, max: at('2100-01-01') });
    const duration = fc
      .tuple(fc.nat(3), fc.nat(30), fc.nat(60), fc.nat(100))
      .map(([y, m, d, h]) => `P${y}Y${m}M${d}DT${h}H`);
    fc.assert(fc.property(instants, duration, (instant, by) => plusDuration(instant, by) >= instant));
  });
});
