import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import { type Day, dayNumber, dayOf, dayOrNever, dayText, instantOf } from '../calendar.ts';
import { penceToText } from '../money.ts';
import type { Pence } from '../pay/employment.ts';
import { payPeriods } from '../pay/pay-periods.ts';
import { taxYearStart } from '../uk/tax-year.ts';
import { payslipsOf } from './payroll.ts';
import { idOf, type Person } from './person.ts';
import { presented } from './presented.ts';

type YearOfJob = { year: number; employer: string; income: Pence; tax: Pence; lastPaid: Day };

function yearsOfJobs(person: Person, until: Day, from: Day | undefined): YearOfJob[] {
  const sums = new Map<string, YearOfJob>();
  for (const job of person.jobs) {
    for (const slip of payslipsOf(job, until, from)) {
      const year = slip.yearToDate.taxYear;
      const key = `${year}/${job.key}`;
      const { name: employer } = job.employment.employer;
      const sum = sums.get(key) ?? { year, employer, income: 0, tax: 0, lastPaid: '' };
      sum.income += slip.taxable;
      sum.tax += slip.deductions.incomeTax;
      sum.lastPaid = slip.payDate;
      sums.set(key, sum);
    }
  }
  return [...sums.values()];
}

export function firstPayDay({ jobs }: Person, taxYear: number): Day | undefined {
  const days = jobs.flatMap(({ employment }) => {
    const start = dayNumber(employment.start);
    const [from, until] = [taxYearStart(taxYear), taxYearStart(taxYear + 1) - 1];
    const [first] = payPeriods(employment, { start, leave: dayOrNever(employment.leave), from, until });
    return first ? [first.payDay] : [];
  });
  return days.length > 0 ? dayText(Math.min(...days)) : undefined;
}

/**
 * What the tax authority knows of a person's employments up to an instant: one submission a tax year, oldest first.
 *
 * Income is what employers report: pay that counts for income tax, so without what a pension scheme took before tax.
 * The years are those of the records, and earlier ones from `from` on.
 * The year that is still going on ends with the last pay day so far: its totals are those of the year to date.
 */
export function incomeOf(person: Person, until: number, from?: Day): TaxauthIncomeSubmission[] {
  const today = dayOf(until);
  const jobs = yearsOfJobs(person, today, from);
  const years = [...new Set(jobs.map(({ year }) => year))].sort((a, b) => a - b);
  const records = years.map((year): TaxauthIncomeSubmission => {
    const employers = jobs.filter((sum) => sum.year === year);
    const yearEnd: Day = `${year + 1}-04-05`;
    const lastPaid = employers.reduce((last, sum) => (sum.lastPaid > last ? sum.lastPaid : last), '');
    const end = yearEnd < today ? yearEnd : lastPaid;
    return {
      id: idOf(person, 'income', year),
      account_id: idOf(person, 'income-account'),
      entry_id: idOf(person, 'income-entry', year),
      income_id: `${year}-${String(year + 1).slice(2)}/${idOf(person, 'income-id', year).slice(-8)}`,
      employment: {
        total_income: penceToText(employers.reduce((sum, { income }) => sum + income, 0)),
        employers: employers.map(({ employer, income, tax }) => ({
          employer_name: employer,
          income: penceToText(income),
          tax_paid: penceToText(tax),
        })),
      },
      frequency: 'annual',
      income_period: { start: instantOf(`${year}-04-06`), end: instantOf(end) },
    };
  });
  return presented('income', records, person);
}

/**
 * With the account and entry of payroll that is held of one of its employers: of the first retrieval with a payslip of its
 * period, else of the first one, so that later retrievals leave the ids of a record alone. Without any it names one of the
 * accounts that there are. The document does not say which.
 */
export function withOrigin(
  income: TaxauthIncomeSubmission,
  held: readonly PayrollSubmission[],
  accounts: readonly string[] = [],
): TaxauthIncomeSubmission {
  const { start, end } = income.income_period ?? {};
  const employers = new Set(income.employment?.employers?.map(({ employer_name }) => employer_name));
  const paid = (slip: PayrollSubmission) => slip.income_information?.pay_date ?? '';
  const inPeriod = (slip: PayrollSubmission) => paid(slip) >= (start ?? '') && paid(slip) <= (end ?? '');
  const theirs = held.filter((slip) => employers.has(slip.employment_information?.employer_name));
  const slip = theirs.find(inPeriod) ?? theirs[0];
  const account_id = (slip ? slip.account_id : accounts[0]) ?? income.account_id;
  return { ...income, account_id, entry_id: slip?.entry_id ?? income.entry_id };
}
