import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoInstant, readInstant } from './instant.ts';

describe('readInstant', () => {
  it.each([
    ['2026-03-31', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31T10:20:30.123Z', '2026-03-31T10:20:30.123Z'],
    ['2026-03-31T10:20:30.1239Z', '2026-03-31T10:20:30.123Z'],
    ['2026-03-31 10:20', '2026-03-31T10:20:00.000Z'],
    ['2026-04-01T00:30:00+01:00', '2026-03-31T23:30:00.000Z'],
    ['2026-03-31T23:30:00-0100', '2026-04-01T00:30:00.000Z'],
    ['2026-03-31T23:30:00+01', '2026-03-31T22:30:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['2026-03-31t23:59:60z', '2026-04-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => expect(isoInstant(readInstant(text)!)).toBe(expected));

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
    '0000-01-01T00:00:00+01:00',
    null,
    undefined,
    1_774_915_200_000,
    {},
  ])('reads nothing in %j', (text) => expect(readInstant(text)).toBeUndefined());

  it('agrees with the platform on every instant it can write', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(readInstant(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });
});
