import { expect, test } from 'vitest';
import { recentPayroll } from './payroll-states.ts';

const payslip = (pay_date: string) => ({
  income_information: { pay_date: `${pay_date}T00:00:00.000Z`, earnings: { net_pay: '2.00' } },
});

test.each([
  ['years later', '2029-05-10T12:00:00.000Z', '2029-03-27', '2029-04-30'],
  ['on the day itself', '2029-05-31T00:00:00.000Z', '2029-04-27', '2029-05-31'],
  ['on a clock that is behind', '2024-01-05T00:00:00.000Z', '2023-11-27', '2023-12-31'],
])('the newest payslip is of the month before, %s', (_, now, older, newer) => {
  const moved = recentPayroll([payslip('2026-02-27'), payslip('2026-03-31')], now);
  expect(moved).toEqual([payslip(older), payslip(newer)]);
});

test('payslips without a date stay as they are', () => {
  expect(recentPayroll([{}], '2029-05-10T12:00:00.000Z')).toEqual([{}]);
});
