import type { TaxauthIncomeSubmission } from '../../spec/types.ts';
import type { JobPayroll } from '../people/payroll.ts';
import type { Statement } from '../statements/statement.ts';
import { pence } from './payslip-laws.ts';

/** Names the laws that a statement breaks: balances follow on, and its salaries are the payslips of the month. */
export function brokenStatementLaws(statement: Statement, payroll: JobPayroll[]): string[] {
  const broken: string[] = [];
  const { period, transactions } = statement;
  let balance = statement.openingPence;
  let day = period.start;
  for (const { date, type, amountPence, balancePence } of transactions) {
    balance += type === 'credit' ? amountPence : -amountPence;
    if (balance !== balancePence) broken.push(`${period.start}: running balance on ${date}`);
    if (amountPence <= 0) broken.push(`${period.start}: an amount of ${amountPence}`);
    if (date < day || date > period.end) broken.push(`${period.start}: order of ${date}`);
    day = date;
  }
  if (balance !== statement.closingPence) broken.push(`${period.start}: closing balance`);

  const paid = payroll
    .flatMap(({ submissions }) => submissions.map(({ income_information: income }) => income!))
    .map(({ pay_date, earnings }) => ({ day: pay_date!.slice(0, 10), net: pence(earnings!.net_pay) }))
    .filter(({ day: payDay, net }) => payDay >= period.start && payDay <= period.end && net > 0);
  const credited = transactions.filter(({ description }) =>
    / (SALARY|WAGES|PENSION SCHEME)$/.test(description),
  );
  const text = (list: string[]) => list.sort().join(' ');
  const expected = text(paid.map(({ day: payDay, net }) => `${payDay}=${net}`));
  const actual = text(credited.map(({ date, amountPence }) => `${date}=${amountPence}`));
  if (expected !== actual)
    broken.push(`${period.start}: salaries ${actual} are not the net pays ${expected}`);
  return broken;
}

/** Names the laws that tax-authority income breaks: employers, income and tax are the sums of the payslips. */
export function brokenIncomeLaws(incomes: TaxauthIncomeSubmission[], payroll: JobPayroll[]): string[] {
  const sums = new Map<string, { income: number; tax: number }>();
  for (const { job, submissions } of payroll) {
    for (const { income_information: income, employment_information: employment } of submissions) {
      const { tax_year } = income!.earnings!.year_to_date!;
      const key = `${tax_year}/${job}/${employment!.employer_name}`;
      const known = sums.get(key) ?? { income: 0, tax: 0 };
      // The year to date of the last payslip in a year is the sum over the year.
      known.income = pence(income!.earnings!.year_to_date!.total_taxable_earnings);
      known.tax += pence(income!.deductions!.income_tax);
      sums.set(key, known);
    }
  }
  const expected = [...sums].map(([key, { income, tax }]) => {
    const [year, , employer] = key.split('/');
    return `${year} ${employer} ${income} ${tax}`;
  });
  const actual = incomes.flatMap(({ income_period, employment }) =>
    employment!.employers!.map(
      ({ employer_name, income, tax_paid }) =>
        `${income_period!.start!.slice(0, 4)} ${employer_name} ${pence(income)} ${pence(tax_paid)}`,
    ),
  );
  const broken = incomes
    .filter(({ employment }) => {
      const total = employment!.employers!.reduce((sum, { income }) => sum + pence(income), 0);
      return total !== pence(employment!.total_income);
    })
    .map(({ id }) => `${id}: total income`);
  if (expected.sort().join() !== actual.sort().join()) {
    broken.push(`tax authority says ${actual.join()}, payslips say ${expected.join()}`);
  }
  return broken;
}
