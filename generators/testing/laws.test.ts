import { describe, expect, it } from 'vitest';
import type { PayrollSubmission } from '../../spec/types.ts';
import { incomeOf } from '../people/income.ts';
import { payrollOf } from '../people/payroll.ts';
import { statementOf } from '../people/statement-of.ts';
import { world } from '../world/world.ts';
import { brokenIncomeLaws, brokenStatementLaws } from './agreement-laws.ts';
import { someBirth } from './births.ts';
import { brokenPayslipLaws, brokenRunLaws } from './payslip-laws.ts';

const ada = world('1', { born: someBirth }).person(0);
const payroll = payrollOf(ada, { until: someBirth });
const run = payroll[0]!.submissions;
const sound = run.at(-1)!;

/** The payslip with one penny more or less somewhere. */
function altered(
  change: (income: NonNullable<PayrollSubmission['income_information']>) => void,
): PayrollSubmission {
  const copy = structuredClone(sound);
  change(copy.income_information!);
  return copy;
}

describe('the laws of reconciliation', () => {
  it('hold for a sound payslip, run, statement and income', () => {
    expect(brokenPayslipLaws(sound)).toEqual([]);
    expect(brokenRunLaws(run)).toEqual([]);
    expect(brokenStatementLaws(statementOf(ada, '2026-09', someBirth)!, payroll)).toEqual([]);
    expect(brokenIncomeLaws(incomeOf(ada, someBirth), payroll)).toEqual([]);
  });

  it.each([
    ['net pay', altered((income) => (income.earnings!.net_pay = '0.01'))],
    ['an earning element', altered((income) => (income.earnings!.earning_elements![0]!.amount = '0.01'))],
    [
      'a deduction element',
      altered((income) => (income.deductions!.deductions_elements![0]!.amount = '0.01')),
    ],
    ['fixed pay', altered((income) => (income.earnings!.fixed_pay_total = '0.01'))],
    ['income tax', altered((income) => (income.deductions!.income_tax = '0.01'))],
  ])('catch a payslip with another %s', (_, submission) => {
    expect(brokenPayslipLaws(submission)).not.toEqual([]);
  });

  it.each([
    ['year to date', altered((income) => (income.earnings!.year_to_date!.net_pay = '0.01'))],
    ['rolling year', altered((income) => (income.earnings!.rolling_12m_income!.gross_pay = '0.01'))],
    ['tax year', altered((income) => (income.earnings!.year_to_date!.tax_year = 2025))],
  ])('catch a run with another %s', (_, submission) => {
    expect(brokenRunLaws([...run.slice(0, -1), submission])).not.toEqual([]);
  });

  it('catch a statement that credits another sum or day, or whose balance does not run', () => {
    const statement = statementOf(ada, '2026-09', someBirth)!;
    const salary = statement.transactions.findIndex(({ description }) =>
      / (SALARY|WAGES|PENSION SCHEME)$/.test(description),
    );
    const edit = (change: object) => ({
      ...statement,
      transactions: statement.transactions.map((one, index) =>
        index === salary ? { ...one, ...change } : one,
      ),
    });
    expect(brokenStatementLaws(edit({ amountPence: 1 }), payroll)).not.toEqual([]);
    expect(brokenStatementLaws(edit({ date: '2026-09-27' }), payroll)).not.toEqual([]);
    expect(brokenStatementLaws({ ...statement, closingPence: 1 }, payroll)).not.toEqual([]);
  });

  it('catch income that is not the sum of the payslips', () => {
    const [first, ...rest] = structuredClone(incomeOf(ada, someBirth));
    first!.employment!.employers![0]!.tax_paid = '0.01';
    expect(brokenIncomeLaws([first!, ...rest], payroll)).not.toEqual([]);
  });
});
