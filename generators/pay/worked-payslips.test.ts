import { describe, expect, it } from 'vitest';
import { parsePence } from '../money.ts';
import type { Employment } from './employment.ts';
import { payslips } from './payslips.ts';
import { anEmployment, paidByWeeks } from './testing/an-employment.ts';

/*
 * Payslips worked out by hand from the published tables, one for each tax year and country. Common to all years:
 *
 * Free pay of code number 1257 = 2 x 500 + 257.
 *   Month 1: 2 x 5,000/12 up to the penny (416.67) + (2,570 + 9)/12 up to the penny (214.92) = 1,048.26.
 *   Week 1:  2 x 5,000/52 up to the penny (96.16)  + (2,570 + 9)/52 up to the penny (49.60)  =   241.92.
 * Taxable pay is cut to the pound; bounds and the tax below them are cut to four decimals, the tax to the penny.
 * National insurance runs from 242 to 967 a week, 1,048 to 4,189 a month, and at 2 % above.
 */
type Sum = {
  gross: string;
  tax: string;
  ni: string;
  pension?: string;
  loans?: string;
  total?: string;
  net: string;
};

function expectPayslip(employment: Employment, payDate: string, sum: Sum): void {
  const payslip = payslips(employment, payDate).at(-1);
  expect(payslip?.payDate).toBe(payDate);
  const { gross, net, deductions } = payslip!;
  const { incomeTax, employeeNi, employeePension, loans } = deductions;
  expect({ gross, tax: incomeTax, ni: employeeNi, pension: employeePension, loans, net }).toEqual({
    gross: parsePence(sum.gross),
    tax: parsePence(sum.tax),
    ni: parsePence(sum.ni),
    pension: parsePence(sum.pension ?? '0.00'),
    loans: parsePence(sum.loans ?? '0.00'),
    net: parsePence(sum.net),
  });
}

const salary = (pounds: number) => ({ basicPay: { kind: 'salary', annual: pounds * 100 } as const });

describe('2023-24', () => {
  // 30,000 / 12 = 2,500.00. Month 1: 2,500.00 - 1,048.26 = 1,451.74, cut to 1,451, at 20 % = 290.20.
  // National insurance: (2,500 - 1,048) x 12 % = 174.24. Net: 2,500.00 - 290.20 - 174.24 = 2,035.56.
  it('England: a salary of 30,000 in month 1', () => {
    expectPayslip(anEmployment(), '2023-04-28', {
      gross: '2500.00',
      tax: '290.20',
      ni: '174.24',
      net: '2035.56',
    });
  });

  // Month 10: 25,000.00 - 10 x 1,048.26 = 14,517.40, cut to 14,517, at 20 % = 2,903.40.
  // Month 9:  22,500.00 -  9 x 1,048.26 = 13,065.66, cut to 13,065, at 20 % = 2,613.00. This month: 290.40.
  // National insurance from 6 January 2024: 1,452 x 10 % = 145.20. Net: 2,500.00 - 290.40 - 145.20 = 2,064.40.
  it('England: the same in month 10, under the national insurance of January 2024', () => {
    expectPayslip(anEmployment(), '2024-01-26', {
      gross: '2500.00',
      tax: '290.40',
      ni: '145.20',
      net: '2064.40',
    });
  });

  // 60,000 / 12 = 5,000.00, less 1,048.26 = 3,951.74, cut to 3,951: in the higher band, over 31,092 / 12 = 2,591.
  // Tax of a year below it: 2,162 x 19 % + 10,956 x 20 % + 17,974 x 21 % = 410.78 + 2,191.20 + 3,774.54 = 6,376.52;
  // a twelfth is 531.3766. Above: (3,951 - 2,591) x 42 % = 571.20. Together 1,102.5766, cut to 1,102.57.
  // National insurance: (4,189 - 1,048) x 12 % = 376.92; (5,000 - 4,189) x 2 % = 16.22; together 393.14.
  // Net: 5,000.00 - 1,102.57 - 393.14 = 3,504.29.
  it('Scotland: a salary of 60,000 in month 1', () => {
    const job = anEmployment({ ...salary(60_000), taxCode: 'S1257L' });
    expectPayslip(job, '2023-04-28', { gross: '5000.00', tax: '1102.57', ni: '393.14', net: '3504.29' });
  });

  // 26,000 / 52 = 500.00. Week 1: 500.00 - 241.92 = 258.08, cut to 258, at 20 % = 51.60.
  // National insurance: (500 - 242) x 12 % = 30.96. Net: 500.00 - 51.60 - 30.96 = 417.44.
  it('Wales: 500 a week in week 1', () => {
    const job = anEmployment({
      ...salary(26_000),
      ...paidByWeeks('weekly', '2023-04-07'),
      taxCode: 'C1257L',
    });
    // The Friday is a bank holiday, so that it is paid a day earlier.
    expectPayslip(job, '2023-04-06', { gross: '500.00', tax: '51.60', ni: '30.96', net: '417.44' });
  });
});

describe('2024-25', () => {
  // 72,000 / 12 = 6,000.00; 5 % of it into a net pay pension = 300.00; 5,700.00 - 1,048.26 = 4,651.74, cut to 4,651.
  // Over 37,700 / 12 = 3,141.6666; tax below 7,540 / 12 = 628.3333; (4,651 - 3,141.6666) x 40 % = 603.7333.
  // Together 1,232.0666, cut to 1,232.06.
  // National insurance is on all 6,000: 3,141 x 8 % = 251.28; 1,811 x 2 % = 36.22; together 287.50.
  // Loan, plan 2: (6,000.00 - 2,274.58) x 9 % = 335.28, cut to 335.
  // Net: 6,000.00 - 300.00 - 1,232.06 - 287.50 - 335.00 = 3,845.44.
  it('England: a salary of 72,000 with a net pay pension and a student loan', () => {
    const job = anEmployment({
      ...salary(72_000),
      start: '2024-04-01',
      studentLoans: ['2'],
      pension: {
        kind: 'workplace',
        method: 'net-pay',
        basis: 'all-earnings',
        employee: 500,
        employer: 300,
        enrolment: 'contractual',
      },
    });
    const sum = {
      gross: '6000.00',
      tax: '1232.06',
      ni: '287.50',
      pension: '300.00',
      loans: '335.00',
      net: '3845.44',
    };
    expectPayslip(job, '2024-04-26', sum);
  });

  // 52,000 / 26 = 2,000.00. Week 2: 2,000.00 - 2 x 241.92 = 1,516.16, cut to 1,516.
  // Higher band, over 31,092 x 2/52 = 1,195.8461. Tax of a year below it: 2,306 x 19 % + 11,685 x 20 % +
  // 17,101 x 21 % = 438.14 + 2,337.00 + 3,591.21 = 6,366.35; x 2/52 = 244.8596.
  // Above: (1,516 - 1,195.8461) x 42 % = 134.4646. Together 379.3242, cut to 379.32.
  // National insurance, twice the week: (1,934 - 484) x 8 % = 116.00; (2,000 - 1,934) x 2 % = 1.32; 117.32.
  // Net: 2,000.00 - 379.32 - 117.32 = 1,503.36.
  it('Scotland: 2,000 a fortnight, read at week 2', () => {
    const job = anEmployment({
      ...salary(52_000),
      ...paidByWeeks('fortnightly', '2024-04-19'),
      start: '2024-04-06',
      taxCode: 'S1257L',
    });
    expectPayslip(job, '2024-04-19', { gross: '2000.00', tax: '379.32', ni: '117.32', net: '1503.36' });
  });

  // 40,000 / 12 = 3,333.33. Month 3 by itself: 3,333.33 - 1,048.26 = 2,285.07, cut to 2,285, at 20 % = 457.00.
  // National insurance: 2,285.33 x 8 % = 182.8264; the third decimal is 6, so 182.83.
  // Net: 3,333.33 - 457.00 - 182.83 = 2,693.50.
  it('Wales: an emergency code in month 3', () => {
    const job = anEmployment({ ...salary(40_000), start: '2024-04-01', taxCode: 'C1257L M1' });
    expectPayslip(job, '2024-06-28', { gross: '3333.33', tax: '457.00', ni: '182.83', net: '2693.50' });
  });
});

describe('2025-26', () => {
  // 150,000 / 12 = 12,500.00, no allowance. Additional band, over 125,140 / 12 = 10,428.3333.
  // Tax of a year below it: 37,700 x 20 % + 87,440 x 40 % = 7,540 + 34,976 = 42,516; a twelfth is 3,543.00.
  // Above: (12,500 - 10,428.3333) x 45 % = 932.2500. Together 4,475.25.
  // National insurance: 3,141 x 8 % = 251.28; (12,500 - 4,189) x 2 % = 166.22; together 417.50.
  // Net: 12,500.00 - 4,475.25 - 417.50 = 7,607.25.
  it('England: a salary of 150,000 under 0T', () => {
    const job = anEmployment({ ...salary(150_000), start: '2025-04-01', taxCode: '0T' });
    expectPayslip(job, '2025-04-28', { gross: '12500.00', tax: '4475.25', ni: '417.50', net: '7607.25' });
  });

  // 26,000 / 13 = 2,000.00. Week 4: 2,000.00 - 4 x 241.92 = 1,032.32, cut to 1,032.
  // Basic band, over 2,827 x 4/52 = 217.4615. Below: 2,827 x 19 % = 537.13; x 4/52 = 41.3176.
  // Above: (1,032 - 217.4615) x 20 % = 162.9077. Together 204.2253, cut to 204.22.
  // National insurance, four times the week: (2,000 - 968) x 8 % = 82.56.
  // Pension on (2,000 - 480) = 1,520, 5 % = 76.00, of which four fifths are paid at source: 60.80.
  // Net: 2,000.00 - 204.22 - 82.56 - 60.80 = 1,652.42.
  it('Scotland: 2,000 for four weeks, with automatic enrolment', () => {
    const job = anEmployment({
      ...salary(26_000),
      ...paidByWeeks('four-weekly', '2025-05-02'),
      start: '2025-04-05',
      taxCode: 'S1257L',
      pension: {
        kind: 'workplace',
        method: 'relief-at-source',
        basis: 'qualifying-earnings',
        employee: 500,
        employer: 300,
        enrolment: 'automatic',
      },
    });
    const sum = { gross: '2000.00', tax: '204.22', ni: '82.56', pension: '60.80', net: '1652.42' };
    expectPayslip(job, '2025-05-02', sum);
  });

  // K475 adds (4,750 + 9)/12 = 396.59 a month. 2,500.00 + 396.59 = 2,896.59, cut to 2,896, at 20 % = 579.20,
  // under the limit of half the pay. National insurance: 1,452 x 8 % = 116.16.
  // Net: 2,500.00 - 579.20 - 116.16 = 1,804.64.
  it('Wales: a K code in month 1', () => {
    const job = anEmployment({ start: '2025-04-01', taxCode: 'CK475' });
    expectPayslip(job, '2025-04-28', { gross: '2500.00', tax: '579.20', ni: '116.16', net: '1804.64' });
  });
});

describe('2026-27', () => {
  // 48,000 / 12 = 4,000.00, of which 5 % = 200.00 is given up: gross 3,800.00.
  // 3,800.00 - 1,048.26 = 2,751.74, cut to 2,751, at 20 % = 550.20. National insurance: 2,752 x 8 % = 220.16.
  // Plan 5: (3,800.00 - 2,083.33) x 9 % = 154.50, cut to 154. Postgraduate: (3,800 - 1,750) x 6 % = 123.
  // Net: 3,800.00 - 550.20 - 220.16 - 154.00 - 123.00 = 2,752.64.
  it('England: a salary of 48,000 with salary sacrifice and two loans', () => {
    const job = anEmployment({
      ...salary(48_000),
      start: '2026-04-01',
      studentLoans: ['5', 'PG'],
      pension: {
        kind: 'workplace',
        method: 'salary-sacrifice',
        basis: 'basic-pay',
        employee: 500,
        employer: 500,
        enrolment: 'contractual',
      },
    });
    expectPayslip(job, '2026-04-28', {
      gross: '3800.00',
      tax: '550.20',
      ni: '220.16',
      loans: '277.00',
      net: '2752.64',
    });
  });

  // 24,000 / 12 = 2,000.00. Month 2: 4,000.00 - 2,096.52 = 1,903.48, cut to 1,903. Basic band, over
  // 3,967 x 2/12 = 661.1666; below 3,967 x 19 % = 753.73, x 2/12 = 125.6216; above 1,241.8334 x 20 % = 248.3666.
  // Together 373.9882, cut to 373.98.
  // Month 1: 951.74, cut to 951; over 330.5833; below 62.8108; above 620.4167 x 20 % = 124.0833; 186.8941, cut to
  // 186.89. This month: 373.98 - 186.89 = 187.09. National insurance: 952 x 8 % = 76.16.
  // Net: 2,000.00 - 187.09 - 76.16 = 1,736.75.
  it('Scotland: a salary of 24,000 in month 2', () => {
    const job = anEmployment({ ...salary(24_000), start: '2026-04-01', taxCode: 'S1257L' });
    expectPayslip(job, '2026-05-28', { gross: '2000.00', tax: '187.09', ni: '76.16', net: '1736.75' });
  });

  // 36,000 / 12 = 3,000.00, a car worth 250.00 a month, 45.00 of expenses: gross 3,295.00.
  // Tax on 3,250.00 - 1,048.26 = 2,201.74, cut to 2,201, at 20 % = 440.20. National insurance on 3,000: 1,952 x 8 %
  // = 156.16. The car is not money: it is deducted again. 3,295.00 - 440.20 - 156.16 - 250.00 = 2,448.64.
  it('Wales: a benefit in kind and expenses', () => {
    const job = anEmployment({
      ...salary(36_000),
      start: '2026-04-01',
      taxCode: 'C1257L',
      events: [
        {
          kind: 'benefit-in-kind',
          from: '2026-04-01',
          to: null,
          description: 'Company car',
          monthly: 250_00,
        },
        { kind: 'expenses', on: '2026-04-14', description: 'Travel', amount: 45_00 },
      ],
    });
    expectPayslip(job, '2026-04-28', { gross: '3295.00', tax: '440.20', ni: '156.16', net: '2448.64' });
  });
});
