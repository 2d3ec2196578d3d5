import { describe, expect, it } from 'vitest';
import { jobIn } from '../scenarios/scenario-in.ts';
import { homeWith } from './drawn-person.ts';
import { payslipsOf } from './payroll.ts';
import { codeForPay } from './tax-status.ts';

describe('the code that follows from a salary', () => {
  it.each([
    [99_999_00, '1257L'],
    [100_000_00, '1257L'],
    [100_200_00, '1247T'],
    [110_000_00, '757T'],
    [125_120_00, '1T'],
    [125_140_00, '0T'],
    [300_000_00, '0T'],
  ])('loses a pound of allowance for every two above a hundred thousand: %i pence', (annual, code) => {
    expect(codeForPay({ kind: 'salary', annual })).toBe(code);
  });

  const scenario = (salary: number, postCode: string, more: object = {}) =>
    jobIn(
      { employer: 'cindermoor', role: 'Partner', start: '3 years ago', pay: { salary }, ...more },
      '2026-11-15',
      [homeWith(postCode, '1900-01-01')],
    );

  it('is that of a job in a scenario that gives none, in the country of the home and through a rise', () => {
    const events = [{ kind: 'pay-rise', from: '4 months ago', pay: { salary: 120_000 } }];
    const codes = payslipsOf(scenario(90_000, 'EH6 7DT', { events }), '2026-11-15').map((one) => one.taxCode);
    expect([codes.at(0), codes.at(-1)]).toEqual(['S1257L', 'S257T']);
    expect(scenario(90_000, 'CF24 3NR').employment.taxCode).toBe('C1257L');
    expect(scenario(90_000, 'CF24 3NR', { tax_code: '1100L' }).employment.taxCode).toBe('1100L');
  });

  it('changes from 6 April: a pay day of 5 April is month 12 of the old year', () => {
    const events = [{ kind: 'pay-rise', from: 'first of the month 7 months ago', pay: { salary: 120_000 } }];
    const payDay = { day_of_month: 5, weekend: 'stay', month: 'current' };
    const job = scenario(90_000, 'LS6 2AQ', { events, pay_day: payDay });
    const codeOn = (day: string) =>
      payslipsOf(job, '2026-11-15').find(({ payDate }) => payDate === day)?.taxCode;
    expect([codeOn('2026-04-05'), codeOn('2026-05-05')]).toEqual(['1257L', '257T']);
  });
});
