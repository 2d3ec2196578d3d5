import { describe, expect, it } from 'vitest';
import type { Employment, PayEvent } from './employment.ts';
import { payslips } from './payslips.ts';
import { anEmployment } from './testing/an-employment.ts';

const weekly = { kind: 'every-period', anchor: '2025-04-11', lagDays: 5 } as const;
const courier: Partial<Employment> = {
  frequency: 'weekly',
  payDay: weekly,
  basicPay: {
    kind: 'variable',
    rate: 4_00,
    unit: 'delivery',
    description: 'Deliveries',
    quantities: [70_00],
  },
};
/** The payslip for the week from Monday 31 March to Sunday 6 April 2025. */
const week = (terms: Partial<Employment>, events: PayEvent[]) => {
  const slip = payslips(anEmployment({ start: '2024-01-08', ...terms, events }), '2025-04-11').at(-1)!;
  expect([slip.intervalStart, slip.intervalEnd]).toEqual(['2025-03-31', '2025-04-06']);
  return slip.earnings.map(({ type, amount, quantity }) => [type, amount, quantity]);
};

describe('work that was not done is not paid', () => {
  it('by the piece: fewer deliveries, and no deduction from those that were made', () => {
    const sick: PayEvent = { kind: 'sick', from: '2025-04-02', to: '2025-04-03', pay: 'statutory' };
    expect(week(courier, [sick])).toEqual([['piecework', 200_00, 50_00]]);
  });

  it('with overtime: none in a week of sickness', () => {
    const sick: PayEvent = { kind: 'sick', from: '2025-03-28', to: '2025-04-08', pay: 'statutory' };
    const overtime: PayEvent = {
      ...{ kind: 'overtime', on: '2025-04-04', description: 'Overtime', unit: 'hour' },
      ...{ quantity: 4_00, rate: 20_00 },
    };
    const terms = { frequency: 'weekly', payDay: weekly } as const;
    expect(week(terms, [overtime]).map(([type]) => type)).toContain('overtime');
    expect(week(terms, [sick, overtime]).map(([type]) => type)).not.toContain('overtime');
  });

  it('with tips: the days of unpaid leave bring none', () => {
    const tips: PayEvent = { kind: 'tips', on: '2025-04-04', description: 'Tips', amount: 70_00 };
    const whole: PayEvent = { kind: 'unpaid', from: '2025-03-28', to: '2025-04-08' };
    const some: PayEvent = { kind: 'unpaid', from: '2025-04-01', to: '2025-04-02' };
    expect(week(courier, [tips, whole])).toEqual([['piecework', 0, 0]]);
    expect(week(courier, [tips, some])).toEqual([
      ['piecework', 200_00, 50_00],
      ['tips', 50_00, null],
    ]);
  });
});

describe('leave for a child', () => {
  const leave = (event: Omit<Extract<PayEvent, { kind: 'parental' }>, 'kind'>, annual = 52_000_00) => {
    const employment = anEmployment({
      ...{ start: '2023-01-09', basicPay: { kind: 'salary', annual }, payDay: monthEnd },
      events: [{ kind: 'parental', ...event }],
    });
    return payslips(employment, '2026-12-31').map(({ payDate, earnings }) => ({
      payDate,
      statutory: earnings.filter(({ type }) => type === 'statutory_parental_pay'),
      company: earnings.filter(({ type }) => type === 'parental_pay'),
    }));
  };
  const monthEnd = { kind: 'day-of-month', day: 31, weekend: 'stay', month: 'current' } as const;
  const sum = (lines: readonly { amount: number }[]) => lines.reduce((all, { amount }) => all + amount, 0);

  it('by a mother is paid for 39 weeks: six at nine tenths, the rest at the rate of its year', () => {
    // 1,000 a week; from Tuesday 1 July 2025, so that no week is cut by the new tax year before its pay ends.
    const slips = leave({ from: '2025-07-01', to: '2026-06-29', leave: 'maternity' });
    const statutory = slips.flatMap((slip) => slip.statutory);
    expect(new Set(statutory.map(({ description }) => description))).toEqual(
      new Set(['Statutory maternity pay']),
    );
    expect(Math.abs(sum(statutory) - (6 * 900_00 + 33 * 187_18))).toBeLessThan(10);
    expect(slips.find(({ payDate }) => payDate === '2026-05-31')?.statutory).toEqual([]);
    expect(slips.flatMap(({ company }) => company)).toEqual([]);
  });

  it('by a father is paid for two weeks, and the employer makes it up to the whole pay', () => {
    const topUp = { weeks: 2, share: 100_00 };
    const slips = leave({ from: '2025-07-07', to: '2025-07-20', leave: 'paternity', topUp });
    const july = slips.find(({ payDate }) => payDate === '2025-07-31')!;
    expect(sum(july.statutory)).toBe(2 * 187_18);
    expect(july.company.map(({ description }) => description)).toEqual(['Company paternity pay']);
    // Fourteen of the thirty-one days of a month's pay.
    expect(sum(july.statutory) + sum(july.company)).toBe(Math.round((52_000_00 / 12 / 31) * 14));
  });

  it('that is shared is paid at the rate from the first week on, or at nine tenths of low pay', () => {
    const shared = leave({ from: '2025-07-01', to: '2025-09-22', leave: 'shared-parental' });
    expect(Math.abs(sum(shared.flatMap(({ statutory }) => statutory)) - 12 * 187_18)).toBeLessThan(5);
    const low = leave({ from: '2025-07-01', to: '2025-09-22', leave: 'shared-parental' }, 7_800_00);
    expect(Math.abs(sum(low.flatMap(({ statutory }) => statutory)) - 12 * 135_00)).toBeLessThan(5);
  });

  it('is without statutory pay for those in the job for less than half a year, or with too little pay', () => {
    const early = leave({ from: '2023-03-01', to: '2023-03-14', leave: 'paternity' });
    expect(early.flatMap(({ statutory }) => statutory)).toEqual([]);
    const little = leave({ from: '2025-07-07', to: '2025-07-20', leave: 'paternity' }, 5_200_00);
    expect(little.flatMap(({ statutory }) => statutory)).toEqual([]);
  });
});
