import type { Day } from '../calendar.ts';
import type { Hundredths, PayFrequency, Pence } from './employment.ts';

/** For work done. Piecework is deliveries, days and other units that are not hours. */
type ForWork = 'basic' | 'hours' | 'piecework' | 'overtime' | 'bonus' | 'commission' | 'tips';
/** What an absence takes, and what is paid in its place. */
type ForAbsence = 'absence' | 'sick_pay' | 'statutory_sick_pay' | 'parental_pay' | 'statutory_parental_pay';
/** A pension is that of a pension scheme. */
type Other = 'pension' | 'benefit_in_kind' | 'expenses' | 'redundancy_pay' | 'salary_sacrifice';

export type EarningType = ForWork | ForAbsence | Other;

/**
 * One line of earnings. All lines add up to gross pay, none is left out of the sum:
 *
 * - an absence and a salary sacrifice are negative lines;
 * - a benefit in kind is a line here (it is taxed) and a deduction of the same amount (it is not paid in cash);
 * - expenses are a line here that neither tax nor national insurance looks at.
 */
export type EarningElement = {
  type: EarningType;
  description: string;
  amount: Pence;
  /** Fixed lines add up to `fixedTotal`, the others to `variableTotal`. */
  isFixed: boolean;
  isAfterTax: boolean;
  isAfterNi: boolean;
  isBik: boolean;
  quantity: Hundredths | null;
  rate: Pence | null;
  unit: string | null;
};

/**
 * One line of deductions; all lines add up to the total. `type` is `income_tax`, `employee_ni`, `employee_pension`,
 * `student_loan`, `postgraduate_loan`, `benefit_in_kind`, or the word an arbitrary deduction brings along.
 * A tax refund is a negative line.
 */
export type DeductionElement = { type: string; description: string; amount: Pence };

const PLAIN = {
  ...{ isFixed: false, isAfterTax: false, isAfterNi: false, isBik: false },
  ...{ quantity: null, rate: null, unit: null },
};

/** A line of earnings: variable, taxed and under national insurance unless said otherwise. */
export const earning = (
  type: EarningType,
  description: string,
  amount: Pence,
  traits: Partial<Pick<EarningElement, keyof typeof PLAIN>> = {},
): EarningElement => ({ type, description, amount, ...PLAIN, ...traits });

export function sumOf(lines: readonly EarningElement[], counts: (line: EarningElement) => boolean): Pence {
  let sum = 0;
  for (const line of lines) if (counts(line)) sum += line.amount;
  return sum;
}

/**
 * One pay day of one employment. The laws, in pence and without exception:
 * earnings add up to `gross`; `fixedTotal + variableTotal = gross`; deduction elements add up to `deductions.total`;
 * `gross - deductions.total = net`.
 */
export type Payslip = {
  /** 0 for the first payslip of the employment that is kept. */
  index: number;
  payDate: Day;
  /** The days worked for: clipped to the employment for a starter or leaver. */
  intervalStart: Day;
  intervalEnd: Day;
  frequency: PayFrequency;
  taxCode: string;
  gross: Pence;
  net: Pence;
  /** The contractual basic pay of the interval, before absence and sacrifice. */
  baseSalary: Pence;
  bonus: Pence;
  fixedTotal: Pence;
  variableTotal: Pence;
  /** Pay that counts for income tax, before the allowance in the code. */
  taxable: Pence;
  /** What the employer pays into the pension, sacrificed salary included; on no line of the payslip. */
  employerPension: Pence;
  earnings: readonly EarningElement[];
  /** Of this employment only (a P45 moves the tax, not these), from 6 April on by pay date. */
  yearToDate: {
    gross: Pence;
    net: Pence;
    tax: Pence;
    ni: Pence;
    taxable: Pence;
    /** The year in which the tax year begins: 2025 for 2025-26. */
    taxYear: number;
  };
  /** Sums over this payslip and those paid in the twelve months up to it: for monthly pay the last twelve. */
  rolling12m: { gross: Pence; net: Pence };
  deductions: {
    incomeTax: Pence;
    employeeNi: Pence;
    employeePension: Pence;
    loans: Pence;
    total: Pence;
    elements: readonly DeductionElement[];
  };
};
