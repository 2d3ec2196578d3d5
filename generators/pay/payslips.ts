import { addMonths, type Day, type DayNumber, dayNumber, dayText } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import { mustEnrol, qualifyingEarnings } from '../uk/auto-enrolment.ts';
import { incomeTax } from '../uk/income-tax.ts';
import { directorNiToDate, employeeNi } from '../uk/national-insurance.ts';
import { studentLoanDeductions } from '../uk/student-loan.ts';
import { type PayOn, taxPeriodOf, taxYearOf, taxYearStart } from '../uk/tax-year.ts';
import { earningsOf } from './earnings.ts';
import type { Employment, NiCategory, Pension } from './employment.ts';
import { type PayPeriod, payPeriods } from './pay-periods.ts';
import { type DeductionElement, type EarningElement, earning, type Payslip, sumOf } from './payslip.ts';
import { type Timeline, taxCodesInUse, timelineOf, valueOn } from './timeline.ts';

type Lines = readonly EarningElement[];

/** Sums that a pay day needs of the pay days before it in its tax year. */
type YearSoFar = { taxYear: number; pay: Pence; tax: Pence; niEarnings: Pence; ni: Pence };

/** What each pay day in turn comes to, before it is put beside the others of the year. */
function openPayroll(timeline: Timeline, firstPayDay: DayNumber) {
  const { employment } = timeline;
  const { frequency } = employment;
  const codeOn = taxCodesInUse(timeline, firstPayDay);
  // Pensions are free of it.
  const hasNi = employment.type !== 'pension';
  let isMember = false;
  let year: YearSoFar | undefined;

  return (period: PayPeriod) => {
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
      const deductions = deductionsOf({ incomeTax: refund }, { category, pension, hasNi }, []);
      return { taxYear, taxCode, earnings: [], taxable: 0, employerPension: 0, deductions };
    }

    const lines = earningsOf(timeline, period);
    const pay = { day: period.payDay, taxYear, frequency };
    const share = pensionShare(pension, lines, isMember, timeline, pay);
    isMember = share.isMember;
    if (share.sacrifice !== 0)
      lines.push(
        earning('salary_sacrifice', 'Pension salary sacrifice', -share.sacrifice, { isFixed: true }),
      );

    const taxable = sumOf(lines, (line) => !line.isAfterTax) - share.beforeTax;
    const cash = taxable - sumOf(lines, (line) => line.isBik);
    const underNi = sumOf(lines, (line) => !line.isAfterNi);
    const niEarnings = Math.max(0, underNi);
    const plans = valueOn(timeline.studentLoans, period.payDay);
    const loans = studentLoanDeductions(niEarnings, plans, pay);
    const before = { payBefore: year.pay, taxBefore: year.tax };
    const withheld = {
      incomeTax: incomeTax({ code, period: taxPeriod, pay: taxable, cash, ...before }),
      employeeNi: niOf(timeline, pay, category, niEarnings, year),
      employeePension: share.beforeTax + share.afterTax,
      undergraduateLoan: loans.undergraduate,
      postgraduateLoan: loans.postgraduate,
    };
    year.pay += taxable;
    year.tax += withheld.incomeTax;
    year.niEarnings += niEarnings;
    year.ni += withheld.employeeNi;
    const others = otherDeductions(timeline, period, lines);
    const deductions = deductionsOf(withheld, { category, pension, hasNi }, others);
    return { taxYear, taxCode, earnings: lines, taxable, employerPension: share.employer, deductions };
  };
}

/** A P45 counts in the tax year of the first payslip: its pay and tax stand before everything. */
function openYear({ employment }: Timeline, taxYear: number, firstPayDay: DayNumber): YearSoFar {
  const previous = taxYear === taxYearOf(firstPayDay) ? employment.previous : null;
  return { taxYear, pay: previous?.taxablePay ?? 0, tax: previous?.taxPaid ?? 0, niEarnings: 0, ni: 0 };
}

function niOf(timeline: Timeline, pay: PayOn, category: NiCategory, earnings: Pence, year: YearSoFar): Pence {
  if (!timeline.employment.isDirector) return employeeNi(earnings, category, pay);
  const appointedWeek = Math.floor((timeline.start - taxYearStart(pay.taxYear)) / 7);
  const weeks = Math.max(1, 52 - Math.max(0, appointedWeek));
  return directorNiToDate(year.niEarnings + earnings, category, pay.taxYear, weeks) - year.ni;
}

/** A sacrifice is taken off gross pay. */
const NOTHING = { sacrifice: 0, beforeTax: 0, afterTax: 0, employer: 0 };

/** What a pension takes from the earnings of one pay period; once enrolled, a member stays one. */
function pensionShare(pension: Pension, lines: Lines, wasMember: boolean, { birth }: Timeline, pay: PayOn) {
  if (pension.kind === 'none') return { isMember: false, ...NOTHING };
  const counted = sumOf(lines, (line) => !line.isBik && !line.isAfterTax);
  const earnings = Math.max(0, counted);
  const isMember = wasMember || pension.enrolment === 'contractual' || mustEnrol(earnings, birth, pay);
  if (!isMember) return { isMember, ...NOTHING };
  const basis = basisOf(pension, lines, earnings, pay);
  const employee = proportion(basis, pension.employee, 10_000);
  const employer = proportion(basis, pension.employer, 10_000);
  if (pension.method === 'salary-sacrifice')
    return { ...NOTHING, isMember, sacrifice: employee, employer: employer + employee };
  if (pension.method === 'net-pay') return { ...NOTHING, isMember, beforeTax: employee, employer };
  // Relief at source is paid out of taxed pay; the scheme adds the basic rate of 20 % for everybody.
  return { ...NOTHING, isMember, afterTax: proportion(employee, 4, 5), employer };
}

const OF_BASIC_PAY: readonly EarningElement['type'][] = ['basic', 'hours', 'piecework', 'absence'];

type Workplace = Extract<Pension, { kind: 'workplace' }>;

function basisOf({ basis }: Workplace, lines: Lines, earnings: Pence, pay: PayOn): Pence {
  if (basis === 'all-earnings') return earnings;
  if (basis === 'qualifying-earnings') return qualifyingEarnings(earnings, pay);
  const basic = sumOf(lines, ({ type }) => OF_BASIC_PAY.includes(type));
  return Math.max(0, basic);
}

type Withheld = Partial<
  Record<'incomeTax' | 'employeeNi' | 'employeePension' | 'undergraduateLoan' | 'postgraduateLoan', Pence>
>;

const PENSION_NAMES = {
  'relief-at-source': 'Pension (relief at source)',
  'net-pay': 'Pension (net pay arrangement)',
  'salary-sacrifice': 'Pension',
} as const;

/** The deductions of a payslip, a line for each amount that is not nil, and the letter of national insurance in any case. */
function deductionsOf(
  withheld: Withheld,
  terms: { category: NiCategory; pension: Pension; hasNi: boolean },
  others: readonly DeductionElement[],
): Payslip['deductions'] {
  const { incomeTax = 0, employeeNi = 0, employeePension = 0 } = withheld;
  const { undergraduateLoan = 0, postgraduateLoan = 0 } = withheld;
  const pensionName = terms.pension.kind === 'none' ? 'Pension' : PENSION_NAMES[terms.pension.method];
  const elements = [
    { type: 'income_tax', description: `Income tax${incomeTax < 0 ? ' refund' : ''}`, amount: incomeTax },
    { type: 'employee_ni', description: `National insurance (${terms.category})`, amount: employeeNi },
    { type: 'employee_pension', description: pensionName, amount: employeePension },
    { type: 'student_loan', description: 'Student loan', amount: undergraduateLoan },
    { type: 'postgraduate_loan', description: 'Postgraduate loan', amount: postgraduateLoan },
    ...others,
  ].filter(({ amount, type }) => amount !== 0 || (type === 'employee_ni' && terms.hasNi));
  return {
    incomeTax,
    employeeNi,
    employeePension,
    loans: undergraduateLoan + postgraduateLoan,
    total: elements.reduce((sum, { amount }) => sum + amount, 0),
    elements,
  };
}

/** Deductions that no table decides: benefits not paid in cash, and what the employer takes back. */
function otherDeductions({ oneOffs }: Timeline, period: PayPeriod, lines: readonly EarningElement[]) {
  const elements: DeductionElement[] = lines.flatMap(({ isBik, description, amount }) =>
    isBik ? { type: 'benefit_in_kind', description: `${description} (not paid in cash)`, amount } : [],
  );
  for (const { on, event } of oneOffs) {
    if (event.kind !== 'deduction' || on < period.start || on > period.end) continue;
    elements.push({ type: event.type, description: event.description, amount: event.amount });
  }
  return elements;
}

const ALWAYS = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** All payslips paid on or before a day, oldest first; a later day only adds payslips at the end. */
export const payslips = (employment: Employment, until: Day): Payslip[] => [
  ...payslipsInTurn(employment, until),
];

/** The same, each reckoned when it is asked for. */
export function* payslipsInTurn(employment: Employment, until: Day = '9999-12-31'): Generator<Payslip> {
  const timeline = timelineOf(employment);
  const { start, leave } = timeline;
  const first = payPeriods(employment, { start, leave, ...ALWAYS }).next();
  if (first.done) return;

  const keepFrom = employment.recordsFrom === undefined ? ALWAYS.from : dayNumber(employment.recordsFrom);
  // Enough of the past for the year to date and the twelve months of the first payslip kept.
  const from = keepFrom <= start ? ALWAYS.from : taxYearStart(taxYearOf(addMonths(keepFrom, -12)));
  const run = openPayroll(timeline, first.value.payDay);
  const rolling = rollingYear(employment.frequency === 'monthly');
  let toDate: Payslip['yearToDate'] | undefined;
  let index = 0;

  for (const period of payPeriods(employment, { start, leave, from, until: dayNumber(until) })) {
    const { taxYear, taxCode, earnings, taxable, employerPension, deductions } = run(period);
    const gross = sumOf(earnings, () => true);
    const net = gross - deductions.total;
    const fixedTotal = sumOf(earnings, (line) => line.isFixed);
    const before = toDate?.taxYear === taxYear ? toDate : { gross: 0, net: 0, tax: 0, ni: 0, taxable: 0 };
    toDate = {
      gross: before.gross + gross,
      net: before.net + net,
      tax: before.tax + deductions.incomeTax,
      ni: before.ni + deductions.employeeNi,
      taxable: before.taxable + taxable,
      taxYear,
    };
    const rolling12m = rolling({ day: period.payDay, gross, net });
    if (period.payDay < keepFrom) continue;
    yield {
      index: index++,
      payDate: dayText(period.payDay),
      intervalStart: dayText(period.start),
      intervalEnd: dayText(period.end),
      frequency: employment.frequency,
      taxCode,
      gross,
      net,
      baseSalary: sumOf(earnings, ({ type }) => type === 'basic' || type === 'pension'),
      bonus: sumOf(earnings, ({ type }) => type === 'bonus'),
      fixedTotal,
      variableTotal: gross - fixedTotal,
      taxable,
      employerPension,
      earnings,
      yearToDate: toDate,
      rolling12m,
      deductions,
    };
  }
}

type Paid = { day: DayNumber; gross: Pence; net: Pence };

/** Monthly pay counts its last twelve payslips: a pay day that moved off a weekend must not bring a thirteenth in. */
function rollingYear(isMonthly: boolean): (paid: Paid) => { gross: Pence; net: Pence } {
  const all: Paid[] = [];
  let first = 0;
  let gross = 0;
  let net = 0;
  return (paid) => {
    all.push(paid);
    gross += paid.gross;
    net += paid.net;
    const yearAgo = addMonths(paid.day, -12);
    const isOld = ({ day }: Paid) => (isMonthly ? all.length - first > 12 : day <= yearAgo);
    for (let oldest = all[first]!; isOld(oldest); oldest = all[first]!) {
      gross -= oldest.gross;
      net -= oldest.net;
      first += 1;
    }
    return { gross, net };
  };
}
