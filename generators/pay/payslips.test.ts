import { describe, expect, it } from 'vitest';
import type { Employment, PayEvent, Pension } from './employment.ts';
import { payslips } from './payslips.ts';
import { anEmployment, paidByWeeks } from './testing/an-employment.ts';

/** The payslip of April 2025 of a job of 31,000 a year (2,583.33 a month) with these events. */
function april(events: PayEvent[], changes: Partial<Employment> = {}) {
  const job = anEmployment({
    start: '2025-04-01',
    basicPay: { kind: 'salary', annual: 31_000_00 },
    events,
    ...changes,
  });
  return payslips(job, '2025-04-28').at(-1)!;
}
const lines = (slip: ReturnType<typeof april>) => slip.earnings.map(({ type, amount }) => [type, amount]);

describe('starting and leaving', () => {
  it('pay is pro rata by calendar days, and the interval is clipped', () => {
    const job = anEmployment({ start: '2025-04-16', leave: '2025-06-10' });
    const made = payslips(job, '2025-12-31');
    expect(made.map(({ intervalStart, intervalEnd, gross }) => [intervalStart, intervalEnd, gross])).toEqual([
      ['2025-04-16', '2025-04-30', 1250_00],
      ['2025-05-01', '2025-05-31', 2500_00],
      ['2025-06-01', '2025-06-10', 833_33],
    ]);
  });

  it('who starts after the pay day is paid at the end of the month', () => {
    const payDay = { kind: 'day-of-month', day: 15, weekend: 'before', month: 'current' } as const;
    const dates = payslips(anEmployment({ start: '2025-04-20', payDay }), '2025-06-30').map(
      ({ payDate }) => payDate,
    );
    expect(dates).toEqual(['2025-04-30', '2025-05-15', '2025-06-13']);
  });

  it('a P45 counts for the tax, and not for the year to date', () => {
    // Month 7: (12,000 + 2,500) - 7 x 1,048.26 = 7,162.18 at 20 % = 1,432.40, of which 1,141.80 are paid.
    const job = anEmployment({ start: '2025-10-01', previous: { taxablePay: 12_000_00, taxPaid: 1_141_80 } });
    const [first] = payslips(job, '2025-10-31');
    expect(first?.deductions.incomeTax).toBe(290_60);
    expect(first?.yearToDate).toMatchObject({ gross: 2500_00, tax: 290_60, taxYear: 2025 });
  });

  it('without a P45 a cumulative code gives the allowance of the months gone by', () => {
    const [first] = payslips(anEmployment({ start: '2025-10-01' }), '2025-10-31');
    expect(first?.deductions.incomeTax).toBe(0);
  });

  it('an emergency code loses its marker with the new tax year', () => {
    const made = payslips(anEmployment({ start: '2025-03-10', taxCode: '1257L M1' }), '2025-05-31');
    expect(made.map(({ taxCode }) => taxCode)).toEqual(['1257L M1', '1257L', '1257L']);
  });
});

describe('pay days', () => {
  it('move off a weekend as the rule says', () => {
    const on = (weekend: 'before' | 'after' | 'stay') => {
      const payDay = { kind: 'day-of-month', day: 31, weekend, month: 'current' } as const;
      return payslips(anEmployment({ start: '2025-05-01', payDay }), '2025-07-30').map(
        ({ payDate }) => payDate,
      );
    };
    expect(on('before')).toEqual(['2025-05-30', '2025-06-30']);
    expect(on('after')).toEqual(['2025-06-02', '2025-06-30']);
    expect(on('stay')).toEqual(['2025-05-31', '2025-06-30']);
  });

  it('may come a month in arrear, or days after the week', () => {
    const payDay = { kind: 'day-of-month', day: 5, weekend: 'before', month: 'previous' } as const;
    const [month] = payslips(anEmployment({ start: '2025-04-01', payDay }), '2025-05-31');
    expect(month).toMatchObject({
      // The 5th is a bank holiday, and the days before it a weekend.
      payDate: '2025-05-02',
      intervalStart: '2025-04-01',
      intervalEnd: '2025-04-30',
    });
    const weekly = { kind: 'every-period', anchor: '2024-01-05', lagDays: 5 } as const;
    const [week] = payslips(
      anEmployment({ start: '2025-04-01', frequency: 'weekly', payDay: weekly }),
      '2025-05-31',
    );
    expect(week).toMatchObject({
      payDate: '2025-04-11',
      intervalStart: '2025-04-01',
      intervalEnd: '2025-04-06',
    });
  });

  it('of a kind that does not go with the frequency are refused', () => {
    expect(() => payslips(anEmployment({ frequency: 'weekly' }), '2025-01-01')).toThrow(
      /does not go with weekly pay/,
    );
  });

  it('go on to 2040 under the last tables', () => {
    const made = payslips(anEmployment({ recordsFrom: '2039-04-06' }), '2040-12-31');
    expect(made).toHaveLength(21);
    expect(made[0]).toMatchObject({ payDate: '2039-04-28', net: 2500_00 - 290_20 - 116_16 });
  });
});

describe('events', () => {
  it('a rise inside a period is paid from its day', () => {
    const rise = { kind: 'salary', annual: 62_000_00 } as const;
    const slip = april([{ kind: 'pay-rise', from: '2025-04-16', basicPay: rise }]);
    expect(lines(slip)).toEqual([
      ['basic', 1291_67],
      ['basic', 2583_33],
    ]);
    expect(slip.baseSalary).toBe(1291_67 + 2583_33);
  });

  it('overtime says quantity, rate and unit, and is variable pay', () => {
    const overtime = { description: 'Time and a half', quantity: 7_50, rate: 22_45, unit: 'hour' };
    const slip = april([{ kind: 'overtime', on: '2025-04-09', ...overtime }]);
    expect(slip.earnings[1]).toMatchObject({ type: 'overtime', amount: 168_38, isFixed: false, ...overtime });
    expect(slip.variableTotal).toBe(168_38);
  });

  it('a bonus is shown by itself', () => {
    const slip = april([{ kind: 'bonus', on: '2025-04-30', description: 'Spring bonus', amount: 500_00 }]);
    expect(slip).toMatchObject({ bonus: 500_00, baseSalary: 2583_33, gross: 3083_33 });
  });

  it('tips are taxed and free of national insurance', () => {
    const plain = april([]);
    const tipped = april([{ kind: 'tips', on: '2025-04-02', description: 'Tronc', amount: 100_00 }]);
    expect(tipped.deductions.incomeTax - plain.deductions.incomeTax).toBe(20_00);
    expect(tipped.deductions.employeeNi).toBe(plain.deductions.employeeNi);
  });

  it('expenses change neither tax nor national insurance', () => {
    const plain = april([]);
    const repaid = april([{ kind: 'expenses', on: '2025-04-02', description: 'Train', amount: 100_00 }]);
    expect(repaid.net).toBe(plain.net + 100_00);
    expect(repaid.taxable).toBe(plain.taxable);
  });

  it('a recovery can make the net negative', () => {
    const recovery = { type: 'overpayment_recovery', description: 'Recovery', amount: 5000_00 };
    expect(april([{ kind: 'deduction', on: '2025-04-02', ...recovery }]).net).toBeLessThan(0);
  });

  it('unpaid days are a negative line, and a month of them leaves nothing', () => {
    const half = april([{ kind: 'unpaid', from: '2025-04-01', to: '2025-04-15' }]);
    expect(lines(half)).toEqual([
      ['basic', 2583_33],
      ['absence', -1291_67],
    ]);
    expect(april([{ kind: 'unpaid', from: '2025-03-01', to: '2025-06-15' }])).toMatchObject({
      gross: 0,
      net: 0,
    });
  });

  it('statutory sick pay begins on the fourth weekday in 2025, and on the first in 2026', () => {
    // Monday to Friday of the next week: 10 weekdays, 7 of them paid, 7 x 118.75 / 5 = 166.25.
    const slip = april([{ kind: 'sick', from: '2025-04-07', to: '2025-04-18', pay: 'statutory' }]);
    expect(lines(slip)).toEqual([
      ['basic', 2583_33],
      ['absence', -1033_33],
      ['statutory_sick_pay', 166_25],
    ]);
    const sick: PayEvent = { kind: 'sick', from: '2026-06-01', to: '2026-06-05', pay: 'statutory' };
    const june = payslips(anEmployment({ events: [sick] }), '2026-06-30').at(-1)!;
    expect(june.earnings.at(-1)).toMatchObject({ type: 'statutory_sick_pay', amount: 123_25 });
  });

  it('company sick pay is a share of what is lost', () => {
    const slip = april([{ kind: 'sick', from: '2025-04-01', to: '2025-04-30', pay: { share: 50_00 } }]);
    expect(slip.gross).toBe(1291_67);
  });

  it('nothing is earned on a zero payslip, and a cumulative code gives tax back on it', () => {
    const zero: PayEvent = { kind: 'zero-pay', from: '2025-05-01', to: '2025-05-31' };
    const made = payslips(anEmployment({ start: '2025-04-01', events: [zero] }), '2025-06-30');
    // Month 2: 2,500.00 - 2,096.52 = 403.48 at 20 % = 80.60, of which 290.20 are paid.
    expect(made[1]).toMatchObject({ gross: 0, net: 209_60, earnings: [], deductions: { total: -209_60 } });
    // Month 3: 5,000.00 - 3,144.78 = 1,855.22 at 20 % = 371.00, of which 80.60 are paid.
    expect(made[2]?.deductions.incomeTax).toBe(290_40);
    const later = { ...zero, to: '2026-06-30' };
    const yearOf = payslips(anEmployment({ start: '2025-04-01', events: [later] }), '2026-06-30');
    expect(yearOf.slice(3).map(({ net }) => net)).toEqual(yearOf.slice(3).map(() => 0));
  });

  it('a change of code holds from the first pay day on', () => {
    const made = payslips(
      anEmployment({
        start: '2025-04-01',
        events: [{ kind: 'tax-code', from: '2025-05-20', taxCode: 'BR' }],
      }),
      '2025-05-31',
    );
    expect(made.map(({ taxCode }) => taxCode)).toEqual(['1257L', 'BR']);
    expect(made[1]?.deductions.incomeTax).toBe(1000_00 - 290_20);
  });
});

describe('pay by the hour', () => {
  it('has quantity and rate, fixed when the hours are', () => {
    const basicPay = { kind: 'hourly', rate: 12_21, weeklyHours: 37_50 } as const;
    const job = anEmployment({ basicPay, start: '2025-04-05', ...paidByWeeks('weekly', '2025-04-11') });
    const [slip] = payslips(job, '2025-04-11');
    expect(slip?.earnings[0]).toMatchObject({
      amount: 457_88,
      quantity: 37_50,
      rate: 12_21,
      unit: 'hour',
      isFixed: true,
    });
  });

  it('of a gig is variable, with no base salary', () => {
    const gig = { kind: 'variable', rate: 4_20, unit: 'delivery', description: 'Deliveries' } as const;
    const basicPay = { ...gig, quantities: [80_00, 0, 113_00] };
    const job = anEmployment({ basicPay, start: '2025-04-05', ...paidByWeeks('weekly', '2025-04-11') });
    const made = payslips(job, '2025-05-02');
    expect(made.map(({ gross }) => gross)).toEqual([336_00, 0, 474_60, 336_00]);
    expect(made[0]).toMatchObject({ baseSalary: 0, fixedTotal: 0, variableTotal: 336_00 });
  });
});

describe('pensions and directors', () => {
  const scheme = (method: 'relief-at-source' | 'net-pay' | 'salary-sacrifice'): Pension => ({
    kind: 'workplace',
    method,
    basis: 'qualifying-earnings',
    employee: 500,
    employer: 300,
    enrolment: 'automatic',
  });

  it('the three ways of paying 5 % show where they touch', () => {
    // (2,583.33 - 520) x 5 % = 103.17, and x 3 % = 61.90.
    const none = april([]);
    const atSource = april([], { pension: scheme('relief-at-source') });
    const netPay = april([], { pension: scheme('net-pay') });
    const sacrifice = april([], { pension: scheme('salary-sacrifice') });
    expect(atSource.deductions).toMatchObject({
      employeePension: 82_54,
      incomeTax: none.deductions.incomeTax,
    });
    expect(netPay.deductions).toMatchObject({
      employeePension: 103_17,
      employeeNi: none.deductions.employeeNi,
    });
    expect(netPay.taxable).toBe(none.taxable - 103_17);
    expect(sacrifice).toMatchObject({ gross: none.gross - 103_17, employerPension: 61_90 + 103_17 });
    expect(sacrifice.deductions.employeePension).toBe(0);
  });

  it('enrolment waits for the 22nd birthday and stays afterwards', () => {
    const low = { kind: 'salary', annual: 9_000_00 } as const;
    const job = anEmployment({
      start: '2025-04-01',
      dateOfBirth: '2003-06-10',
      pension: scheme('net-pay'),
      events: [{ kind: 'pay-rise', from: '2025-08-01', basicPay: low }],
    });
    const contributions = payslips(job, '2025-08-31').map(({ deductions }) => deductions.employeePension);
    expect(contributions).toEqual([0, 0, 99_00, 99_00, 11_50]);
  });

  it('a director pays nothing until the year passes its threshold, and then the whole rate', () => {
    const job = anEmployment({ isDirector: true, start: '2020-01-01', recordsFrom: '2025-04-06' });
    const ni = payslips(job, '2026-04-05').map(({ deductions }) => deductions.employeeNi);
    // 12,570 is passed in month 6: (15,000 - 12,570) x 8 % = 194.40, then 2,500 x 8 % = 200.00.
    expect(ni).toEqual([0, 0, 0, 0, 0, 194_40, 200_00, 200_00, 200_00, 200_00, 200_00, 200_00]);
  });
});
