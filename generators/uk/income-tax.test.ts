import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../calendar.ts';
import { freePay, incomeTax } from './income-tax.ts';
import { parseTaxCode } from './tax-code.ts';
import { type PayFrequency, taxPeriodOf } from './tax-year.ts';

function taxOn(
  pay: number,
  code: string,
  day: string,
  before = { pay: 0, tax: 0 },
  frequency: PayFrequency = 'monthly',
) {
  return incomeTax({
    code: parseTaxCode(code)!,
    period: taxPeriodOf(dayNumber(day), frequency),
    pay,
    cash: pay,
    payBefore: before.pay,
    taxBefore: before.tax,
  });
}

describe('free pay', () => {
  it.each([
    [0, 12, 0],
    [1257, 12, 1048_26],
    [1257, 52, 241_92],
    // The worked example of the published tables: code 431 in month 4 is 1,439.68.
    [431, 12, 1439_68 / 4],
    // 500 is still read as one code, not as a unit and nothing: 5,009/52.
    [500, 52, 96_33],
    [501, 52, 96_16 + 37],
  ] as const)('of code %i by %i is %i pence', (code, base, pence) => expect(freePay(code, base)).toBe(pence));

  it('never falls when the code rises', () => {
    fc.assert(
      fc.property(fc.nat(9998), fc.constantFrom(12 as const, 52 as const), (code, base) => {
        expect(freePay(code + 1, base)).toBeGreaterThanOrEqual(freePay(code, base));
      }),
    );
  });
});

describe('income tax', () => {
  // 37,700/12 = 3,141.6666, rounded up 3,142 for the choice of band: the penny above it is taxed by the higher band.
  it.each([
    [3141_99, 628_20],
    [3142_00, 628_40],
    [3142_01, 628_46],
    [3143_00, 628_86],
  ])('on %i pence under 0T in month 1 is %i', (pay, tax) => expect(taxOn(pay, '0T', '2025-04-28')).toBe(tax));

  it('takes no more than half of the pay, and catches up later', () => {
    // K3000 adds 5 x 416.67 + 5,009/12 = 2,083.35 + 417.42 = 2,500.77 a month: (1,000 + 2,500.77) at 20 % = 700.00.
    expect(taxOn(1000_00, 'K3000', '2025-04-28')).toBe(500_00);
    // Month 2: 6,000.00 + 5,001.54 = 11,001.54; over 6,283.3333 at 40 %: 1,256.6666 + 1,887.0666 - 500.00.
    expect(taxOn(5000_00, 'K3000', '2025-05-28', { pay: 1000_00, tax: 500_00 })).toBe(2500_00);
  });

  it('counts only money for the limit', () => {
    const period = taxPeriodOf(dayNumber('2025-04-28'), 'monthly');
    const code = parseTaxCode('0T')!;
    expect(incomeTax({ code, period, pay: 900_00, cash: 200_00, payBefore: 0, taxBefore: 0 })).toBe(100_00);
  });

  it('is given back when a cumulative month brings no pay', () => {
    expect(taxOn(0, '1257L', '2025-05-28', { pay: 2500_00, tax: 290_20 })).toBe(80_60 - 290_20);
    expect(taxOn(0, '1257L M1', '2025-05-28', { pay: 2500_00, tax: 290_20 })).toBe(0);
  });

  it.each([
    ['BR', 246_80],
    ['D0', 493_60],
    ['D1', 555_30],
    ['SBR', 246_80],
    ['SD0', 259_14],
    ['SD1', 518_28],
    ['SD2', 555_30],
    ['SD3', 592_32],
    ['CD0', 493_60],
    ['NT', 0],
  ])('%s takes one rate of whole pounds: %i of 1,234.56', (code, tax) =>
    expect(taxOn(1234_56, code, '2025-04-28')).toBe(tax),
  );

  it.each([
    ['weekly', '2027-04-05', 53, 241_92],
    ['fortnightly', '2027-04-05', 54, 483_84],
    ['four-weekly', '2027-04-05', 56, 967_68],
  ] as const)('of an extra %s pay day stands by itself', (frequency, day, number, free) => {
    expect(taxPeriodOf(dayNumber(day), frequency)).toMatchObject({ taxYear: 2026, number, isExtra: true });
    const pay = free + 100_00;
    expect(taxOn(pay, '1257L', day, { pay: 99_999_00, tax: 0 }, frequency)).toBe(20_00);
  });

  it('of twelve equal months is exactly that of the year', () => {
    // Without K codes, and above pay of a few pence, the limit of half the pay never bites.
    const codes = fc.constantFrom('1257L', 'S1257L', 'C1257L', '0T', 'S0T', '812T', 'BR', 'SD1');
    const pays = fc.integer({ min: 10_00, max: 30_000_00 });
    fc.assert(
      fc.property(codes, pays, fc.integer({ min: 2020, max: 2039 }), (code, pay, year) => {
        const before = { pay: 0, tax: 0 };
        for (let month = 0; month < 12; month++) {
          const day = `${month < 9 ? year : year + 1}-${String(((month + 3) % 12) + 1).padStart(2, '0')}-28`;
          before.tax += taxOn(pay, code, day, before);
          before.pay += pay;
        }
        expect(before.tax).toBe(taxOn(pay * 12, code, `${year + 1}-03-28`));
      }),
    );
  });
});
