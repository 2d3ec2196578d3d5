import type { DayNumber } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { incomeTax } from '../uk/income-tax.ts';
import { directorNiToDate, employeeNi } from '../uk/national-insurance.ts';
import { studentLoanDeductions } from '../uk/student-loan.ts';
import { type TaxPeriod, taxPeriodOf, taxYearOf, taxYearStart } from '../uk/tax-year.ts';
import { deductionsOf, nothingWithheld, otherDeductions, type Withheld } from './deductions.ts';
import { type EarningLine, earning, sumOf } from './earning.ts';
import { earningsOf } from './earnings.ts';
import type { NiCategory } from './employment.ts';
import type { PayPeriod } from './pay-periods.ts';
import type { Payslip } from './payslip.ts';
import { type PensionShare, pensionShare } from './pension.ts';
import { type Timeline, taxCodesInUse, valueOn } from './timeline.ts';

/** What one pay day comes to, before it is put beside the others of the year. */
export type PayRun = {
  taxYear: number;
  taxCode: string;
  earnings: readonly EarningLine[];
  taxable: Pence;
  employerPension: Pence;
  deductions: Payslip['deductions'];
};

/** Sums that a pay day needs of the pay days before it in its tax year. */
type YearSoFar = { taxYear: number; pay: Pence; tax: Pence; niEarnings: Pence; ni: Pence };

/** A payroll that runs the pay days of one employment in order. */
export function openPayroll(timeline: Timeline, firstPayDay: DayNumber): (period: PayPeriod) => PayRun {
  const { employment } = timeline;
  const { frequency } = employment;
  const codeOn = taxCodesInUse(timeline, firstPayDay);
  let isMember = false;
  let year: YearSoFar | undefined;

  return (period) => {
    const taxPeriod = taxPeriodOf(period.payDay, frequency);
    const { taxYear } = taxPeriod;
    if (year?.taxYear !== taxYear) year = openYear(timeline, taxYear, firstPayDay);
    const { text: taxCode, code } = codeOn(period.payDay);
    const pension = valueOn(timeline.pension, period.payDay);
    const category = valueOn(timeline.niCategory, period.payDay);

    if (timeline.zeroPay.some(({ from, to }) => from <= period.payDay && period.payDay <= to)) {
      // A cumulative code gives tax back as the allowances of the year go on.
      const { pay: payBefore, tax: taxBefore } = year;
      const refund = incomeTax({ code, period: taxPeriod, pay: 0, cash: 0, payBefore, taxBefore });
      year.tax += refund;
      const deductions = deductionsOf({ ...nothingWithheld, incomeTax: refund }, { category, pension }, []);
      return { taxYear, taxCode, earnings: [], taxable: 0, employerPension: 0, deductions };
    }

    const lines = earningsOf(timeline, period);
    const pay = { day: period.payDay, taxYear, frequency, birth: timeline.birth };
    const share = pensionShare(pension, lines, isMember, pay);
    isMember = share.isMember;
    if (share.sacrifice !== 0) lines.push(sacrificeLine(share));

    const taxable = sumOf(lines, (line) => !line.isAfterTax) - share.beforeTax;
    const cash = taxable - sumOf(lines, (line) => line.isBik);
    const niEarnings = Math.max(
      0,
      sumOf(lines, (line) => !line.isAfterNi),
    );
    const plans = valueOn(timeline.studentLoans, period.payDay);
    const loans = studentLoanDeductions(niEarnings, plans, pay);
    const withheld: Withheld = {
      incomeTax: incomeTax({
        code,
        period: taxPeriod,
        pay: taxable,
        cash,
        payBefore: year.pay,
        taxBefore: year.tax,
      }),
      employeeNi: niOf(timeline, taxPeriod, period.payDay, category, niEarnings, year),
      employeePension: share.beforeTax + share.afterTax,
      undergraduateLoan: loans.undergraduate,
      postgraduateLoan: loans.postgraduate,
    };
    year.pay += taxable;
    year.tax += withheld.incomeTax;
    year.niEarnings += niEarnings;
    year.ni += withheld.employeeNi;
    const deductions = deductionsOf(
      withheld,
      { category, pension },
      otherDeductions(timeline, period, lines),
    );
    return { taxYear, taxCode, earnings: lines, taxable, employerPension: share.employer, deductions };
  };
}

/** A P45 counts in the tax year of the first payslip: its pay and tax stand before everything. */
function openYear({ employment }: Timeline, taxYear: number, firstPayDay: DayNumber): YearSoFar {
  const previous = taxYear === taxYearOf(firstPayDay) ? employment.previous : null;
  return { taxYear, pay: previous?.taxablePay ?? 0, tax: previous?.taxPaid ?? 0, niEarnings: 0, ni: 0 };
}

function niOf(
  { employment, start }: Timeline,
  { taxYear }: TaxPeriod,
  day: DayNumber,
  category: NiCategory,
  earnings: Pence,
  year: YearSoFar,
): Pence {
  if (!employment.isDirector)
    return employeeNi(earnings, category, { day, taxYear, frequency: employment.frequency });
  const appointedWeek = Math.floor((start - taxYearStart(taxYear)) / 7);
  const weeks = Math.max(1, 52 - Math.max(0, appointedWeek));
  return directorNiToDate(year.niEarnings + earnings, category, taxYear, weeks) - year.ni;
}

const sacrificeLine = ({ sacrifice }: PensionShare): EarningLine =>
  earning('salary_sacrifice', 'Pension salary sacrifice', -sacrifice, { isFixed: true });
