import { expect, it } from 'vitest';
import { dated } from '../extract.ts';
import { isoDay, leadingDate } from './amounts.ts';

it.each([
  ['01 Mar 2026', '2026-03-01'],
  ['1 March 2026', '2026-03-01'],
  ['1st March 2026', '2026-03-01'],
  ['03 Mar 26', '2026-03-03'],
  ['29-Feb-2024', '2024-02-29'],
  ['31/12/2025', '2025-12-31'],
  ['2026-03-09', '2026-03-09'],
  ['March 9, 2026', '2026-03-09'],
])('%s is a date', (text, day) => {
  const found = leadingDate(text)!;
  expect([isoDay(found.date), found.rest]).toEqual([day, '']);
});

it.each(['31/02/2026', '29 Feb 2025', '12 High Street', '1,234.50', '12 Marlow Road', '00-12-34', ''])(
  '%s is none',
  (text) => {
    expect(leadingDate(text)?.rest).not.toBe('');
  },
);

it('a day without a year takes the one that puts it inside the period', () => {
  const period = { start_date: '2025-12-15', end_date: '2026-01-14' };
  expect(dated(leadingDate('20 Dec')!.date, period)).toBe('2025-12-20');
  expect(dated(leadingDate('3 Jan')!.date, period)).toBe('2026-01-03');
  expect(dated(leadingDate('3 Jan')!.date, { start_date: null, end_date: null })).toBeNull();
});
