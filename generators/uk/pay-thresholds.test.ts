import { describe, expect, it } from 'vitest';
import { dayNumber } from '../calendar.ts';
import { parseCsv } from '../table.ts';
import { mustEnrol, qualifyingEarnings } from './auto-enrolment.ts';
import { waitingDays, weeklySickPay } from './statutory-pay.ts';
import { studentLoanDeductions } from './student-loan.ts';

const monthly = (taxYear: number) => ({ taxYear, frequency: 'monthly' }) as const;

describe('student loans', () => {
  it.each([
    ['1', 2023, 104_00],
    ['2', 2024, 65_00],
    ['4', 2025, 24_00],
    ['5', 2026, 82_00],
    ['5', 2025, 0],
    ['2', 2031, 49_00],
  ] as const)('plan %s of %i takes whole pounds of 3,000 a month', (plan, year, pence) =>
    expect(studentLoanDeductions(3000_00, [plan], monthly(year)).undergraduate).toBe(pence),
  );

  it('of several plans the lowest threshold counts, and the postgraduate loan comes on top', () => {
    const both = studentLoanDeductions(3000_00, ['4', 'PG', '1'], monthly(2023));
    expect(both).toEqual({ undergraduate: 104_00, postgraduate: 75_00 });
  });

  it('nothing is taken up to the threshold', () => {
    expect(studentLoanDeductions(2274_58, ['2'], monthly(2024)).undergraduate).toBe(0);
    // Twice the week: 1,049.80; 11.12 more gives the first whole pound.
    const fortnight = { taxYear: 2024, frequency: 'fortnightly' } as const;
    expect(studentLoanDeductions(1060_91, ['2'], fortnight).undergraduate).toBe(0);
    expect(studentLoanDeductions(1060_92, ['2'], fortnight).undergraduate).toBe(1_00);
  });
});

describe('automatic enrolment', () => {
  const pay = (day: string) => ({ day: dayNumber(day), taxYear: 2025, frequency: 'monthly' }) as const;

  it('takes more than the trigger', () => {
    expect(mustEnrol(833_00, null, pay('2025-05-28'))).toBe(false);
    expect(mustEnrol(833_01, null, pay('2025-05-28'))).toBe(true);
  });

  it('begins with the 22nd birthday and ends with State Pension age', () => {
    const at = (birth: string, day: string) => mustEnrol(2000_00, dayNumber(birth), pay(day));
    expect(at('2003-05-29', '2025-05-28')).toBe(false);
    expect(at('2003-05-28', '2025-05-28')).toBe(true);
    expect(at('1959-05-29', '2025-05-28')).toBe(true);
    expect(at('1959-05-28', '2025-05-28')).toBe(false);
  });

  it.each([
    ['weekly', 847_00],
    ['fortnightly', 1694_00],
    ['four-weekly', 3387_00],
    ['monthly', 3669_00],
  ] as const)('the qualifying band of %s pay is %i pence wide', (frequency, width) => {
    expect(qualifyingEarnings(99_999_00, { taxYear: 2025, frequency })).toBe(width);
    expect(qualifyingEarnings(100_00, { taxYear: 2025, frequency })).toBe(0);
  });
});

describe('statutory sick pay', () => {
  it('needs earnings at the lower limit until 2025-26', () => {
    expect(weeklySickPay(2025, 124_99)).toBe(0);
    expect(weeklySickPay(2025, 125_00)).toBe(118_75);
    expect(waitingDays(2025)).toBe(3);
  });

  it('is at most four fifths of earnings from 2026-27, without waiting', () => {
    expect(weeklySickPay(2026, 100_00)).toBe(80_00);
    expect(weeklySickPay(2026, 500_00)).toBe(123_25);
    expect(waitingDays(2026)).toBe(0);
  });
});

describe('a table', () => {
  it('keeps commas, quotes and empty cells', () => {
    expect(parseCsv('a,b,c\n"1,2","say ""x""",\n,,3\n')).toEqual([
      { a: '1,2', b: 'say "x"', c: '' },
      { a: '', b: '', c: '3' },
    ]);
  });
});
