import type {
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
  User,
} from '../../spec/types.ts';
import { addMonths, dayNumber, lastDayOf, monthFrom } from '../calendar.ts';
import { parseGroupedPence } from '../money.ts';
import { incomeTax } from '../uk/income-tax.ts';
import { employeeNi } from '../uk/national-insurance.ts';
import { statePensionDay } from '../uk/state-pension.ts';
import { parseTaxCode } from '../uk/tax-code.ts';
import { taxPeriodOf, taxYearOf, taxYearStart } from '../uk/tax-year.ts';
import { brokenPayslipLaws, pence } from './payslip-laws.ts';

/** What the service holds of a user, all oldest first. */
export type Held = {
  user: User;
  payslips: readonly PayrollSubmission[];
  statements: readonly BankStatementSubmission[];
  incomes: readonly TaxauthIncomeSubmission[];
  /** The user of each payslip, by its figures; of several the first. */
  others?: ReadonlyMap<string, string>;
};

const incomeIn = (slip: PayrollSubmission) => slip.income_information!;
const paid = (slip: PayrollSubmission) => incomeIn(slip).pay_date!.slice(0, 10);
const toDate = (slip: PayrollSubmission) => incomeIn(slip).earnings!.year_to_date!;
const employerOf = (slip: PayrollSubmission) => slip.employment_information!.employer_name!;
const DAYS: Record<string, number> = { weekly: 7, fortnightly: 14, four_weekly: 28, monthly: 30 };

const isFirstOfJob = ({ employment_information: job, income_information: income }: PayrollSubmission) =>
  job!.start_date! >= income!.pay_interval_start!;
const isFirstOfYear = (slip: PayrollSubmission) =>
  isFirstOfJob(slip) ||
  dayNumber(paid(slip)) - taxYearStart(toDate(slip).tax_year!) < DAYS[incomeIn(slip).pay_frequency!]!;
const isLastOfYear = (slip: PayrollSubmission) =>
  taxYearStart(toDate(slip).tax_year! + 1) - dayNumber(paid(slip)) <= DAYS[incomeIn(slip).pay_frequency!]!;

function* pairs<T>(list: readonly T[]): Generator<[T, T]> {
  for (let index = 1; index < list.length; index++) yield [list[index - 1]!, list[index]!];
}

/** Pairs of payslips that follow on in one tax year of one job. */
function* inOneYear(slips: readonly PayrollSubmission[]): Generator<[PayrollSubmission, PayrollSubmission]> {
  for (const employer of new Set(slips.map(employerOf)))
    for (const [before, slip] of pairs(slips.filter((one) => employerOf(one) === employer)))
      if (toDate(before).tax_year === toDate(slip).tax_year) yield [before, slip];
}

/** Whether the year to date is what it was before, and the payslip's own amounts. */
function adds(slip: PayrollSubmission, before: PayrollSubmission | undefined): boolean {
  const { earnings, deductions } = incomeIn(slip);
  const earlier = before && toDate(before);
  const agrees = (
    now: string | null | undefined,
    own: string | null | undefined,
    then: string | null | undefined,
  ) => pence(now) === pence(own) + (earlier ? pence(then) : 0);
  const now = toDate(slip);
  return (
    agrees(now.gross_pay, earnings!.gross_pay, earlier?.gross_pay) &&
    agrees(now.net_pay, earnings!.net_pay, earlier?.net_pay) &&
    agrees(now.total_tax_paid, deductions!.income_tax, earlier?.total_tax_paid) &&
    agrees(now.total_ni_paid, deductions!.employee_ni, earlier?.total_ni_paid)
  );
}

/** The tax that the code on a payslip gives, after the payslip before. */
function taxByCode(before: PayrollSubmission, slip: PayrollSubmission): number {
  const { tax_code, pay_frequency, earnings } = incomeIn(slip);
  const [payBefore, taxable] = [before, slip].map((one) => pence(toDate(one).total_taxable_earnings));
  const pay = taxable! - payBefore!;
  const benefits = earnings!.earning_elements!.filter(({ is_bik }) => is_bik);
  return incomeTax({
    code: parseTaxCode(tax_code!)!,
    period: taxPeriodOf(dayNumber(paid(slip)), pay_frequency!.replace('_', '-') as 'monthly'),
    pay,
    cash: pay - benefits.reduce((sum, { amount }) => sum + pence(amount), 0),
    payBefore: payBefore!,
    taxBefore: pence(toDate(before).total_tax_paid),
  });
}

/** Whether the job's first pay day may be in the tax year of the payslip: the pay of an earlier job may count then. */
const startedInYear = (slip: PayrollSubmission) =>
  dayNumber(slip.employment_information!.start_date!.slice(0, 10)) >=
  taxYearStart(toDate(slip).tax_year!) - FIRST_PAY_WITHIN;
const FIRST_PAY_WITHIN = 35;

/** Whether the tax authority knows of an earlier job in the tax year, or nothing of the year. */
function mayFollow(slip: PayrollSubmission, incomes: readonly TaxauthIncomeSubmission[]): boolean {
  const isOfYear = (one: TaxauthIncomeSubmission) =>
    Number(one.income_period!.start!.slice(0, 4)) === toDate(slip).tax_year;
  return incomes.find(isOfYear)?.employment?.employers?.length !== 1;
}

const niLetter = (slip: PayrollSubmission): string | undefined => {
  const line = incomeIn(slip).deductions!.deductions_elements!.find(({ type }) => type === 'employee_ni');
  return /\((\w)\)/.exec(line?.description ?? '')?.[1];
};

function niLetterFits(slip: PayrollSubmission): boolean {
  const born = slip.identity_information!.date_of_birth;
  const letter = niLetter(slip);
  if (!born || letter === undefined) return true;
  const isAged = (years: number) =>
    addMonths(dayNumber(born.slice(0, 10)), 12 * years) <= dayNumber(paid(slip));
  // At other ages the date of birth is wrong, not the letter.
  if (!isAged(16) || isAged(100)) return true;
  if (letter === 'M') return !isAged(21);
  const isPensioner = statePensionDay(dayNumber(born.slice(0, 10))) <= dayNumber(paid(slip));
  if (letter === 'C') return isPensioner;
  if (letter === 'B') return born < '1961-05-12' && !isPensioner;
  return letter === 'A' ? isAged(21) && !isPensioner : true;
}

/** Whether contributions are those of the letter; a director's are reckoned by the year. */
function niFollows(slip: PayrollSubmission): boolean {
  const { deductions, earnings, pay_frequency } = incomeIn(slip);
  const letter = niLetter(slip);
  // Pensions are free of contributions; every other payslip has the letter, whatever the amount.
  if (!letter) return slip.employment_information!.type === 'pension';
  if (slip.employment_information!.is_director) return true;
  const insured = earnings!.earning_elements!.filter(({ is_after_ni }) => !is_after_ni);
  const day = dayNumber(paid(slip));
  const pay = { day, taxYear: taxYearOf(day), frequency: pay_frequency!.replace('_', '-') as 'monthly' };
  const sum = insured.reduce((total, { amount }) => total + pence(amount), 0);
  return employeeNi(Math.max(0, sum), letter as 'A', pay) === pence(deductions!.employee_ni);
}

/** What two payslips of one job and pay day share only if one is a copy of the other. */
export const figuresOf = (slip: PayrollSubmission): string => {
  const { employer_name, start_date } = slip.employment_information!;
  const { pay_date, earnings, deductions } = incomeIn(slip);
  const { gross_pay, net_pay, year_to_date } = earnings!;
  return JSON.stringify([employer_name, start_date, pay_date, gross_pay, net_pay, year_to_date, deductions]);
};

/** The payslips for a time after the job has ended by what an earlier one says. */
function afterTheEnd(slips: readonly PayrollSubmission[]): PayrollSubmission[] {
  return slips.filter((slip) =>
    slips.some((other) => {
      const left = other.employment_information!.leave_date;
      return (
        left != null && employerOf(other) === employerOf(slip) && incomeIn(slip).pay_interval_start! > left
      );
    }),
  );
}

const isSalary = ({ description, type }: { description?: string | null; type?: string | null }) =>
  type === 'credit' && / (SALARY|WAGES|PENSION SCHEME)$/.test(description!);

/** Whether an employer's income in the tax record is the taxable pay to date of its last payslip, where that one is held. */
function recordAgrees(record: TaxauthIncomeSubmission, slips: readonly PayrollSubmission[]): boolean {
  const { start, end } = record.income_period!;
  return record.employment!.employers!.every(({ employer_name, income }) => {
    const last = slips.findLast(
      (slip) => employerOf(slip) === employer_name && toDate(slip).tax_year === Number(start!.slice(0, 4)),
    );
    const isWhole =
      last &&
      (isLastOfYear(last) || paid(last) === end!.slice(0, 10) || last.employment_information!.leave_date);
    return !isWhole || pence(toDate(last).total_taxable_earnings) === pence(income);
  });
}

/** The relations that do not hold between what the service holds of a user. */
export function brokenRelations({ user, payslips, statements, incomes, others = new Map() }: Held): string[] {
  const late = afterTheEnd(payslips);
  const slips = payslips.filter((slip) => !late.includes(slip));
  const accounts = statements.map(
    ({ account_information: one }) => `${one!.sort_code} ${one!.account_number}`,
  );
  const holder = `${user.forename} ${user.surname}`;
  const listed = incomes.flatMap(({ employment }) => employment!.employers!.map((one) => one.employer_name!));
  const payers = [...slips.map(employerOf), ...listed].map((name) => name.toUpperCase());
  const lines = statements.flatMap(({ transactions }) => transactions!);
  // Before Easter two weekly pay days may come within a week.
  const follows = new Set([...inOneYear(slips)].map(([, slip]) => slip));
  const broken: Record<string, boolean> = {
    'payslip-adds-up': slips.some((slip) => brokenPayslipLaws(slip).length > 0),
    'net-pay-is-credited': slips.some(
      (slip) =>
        pence(incomeIn(slip).earnings!.net_pay) > 0 &&
        statements.some(({ statement_period: period, transactions }) => {
          const isInside = paid(slip) >= period!.start_date! && paid(slip) <= period!.end_date!;
          const credited = transactions!.some(
            (line) =>
              line.date === paid(slip) && isSalary(line) && line.amount === incomeIn(slip).earnings!.net_pay,
          );
          return isInside && !credited;
        }),
    ),
    'year-to-date-begins': slips.some(
      (slip) => isFirstOfYear(slip) && !follows.has(slip) && !adds(slip, undefined),
    ),
    'year-to-date-follows': [...inOneYear(slips)].some(([before, slip]) => !adds(slip, before)),
    'tax-follows-from-the-code': [...inOneYear(slips)].some(
      ([before, slip]) =>
        !(startedInYear(slip) && mayFollow(slip, incomes)) &&
        pence(incomeIn(slip).deductions!.income_tax) !== taxByCode(before, slip),
    ),
    'ni-follows-from-the-letter': !slips.every((slip) => niLetterFits(slip) && niFollows(slip)),
    'employer-is-listed': incomes.length > 0 && slips.some((slip) => !listed.includes(employerOf(slip))),
    'payslips-end-with-the-job': late.length > 0,
    'balances-follow': [...pairs(statements)].some(
      ([before, { statement_period: period, balance_information: balances }]) =>
        before.statement_period!.end_date === lastDayOf(monthFrom(period!.start_date!, -1)) &&
        parseGroupedPence(before.balance_information!.closing_balance!) !==
          parseGroupedPence(balances!.opening_balance!),
    ),
    'salary-has-an-employer':
      payers.length > 0 &&
      lines
        .filter(isSalary)
        .some(({ description }) => !payers.some((payer) => `${description} `.startsWith(`${payer} `))),
    'statements-have-no-gap': [...pairs(statements)].some(
      ([before, { statement_period: period }]) =>
        before.statement_period!.end_date! < lastDayOf(monthFrom(period!.start_date!, -1)),
    ),
    'holder-is-the-user': !statements.every(({ account_information: one }) =>
      one!.account_holder_name!.includes(holder),
    ),
    'account-stays': accounts.some(
      (account, index) => accounts[index - 1] !== account && accounts.indexOf(account) < index,
    ),
    'tax-record-is-the-sum': !incomes.every((record) => recordAgrees(record, slips)),
    'payslip-is-one-persons': slips.some(
      (slip) => (others.get(figuresOf(slip)) ?? user.user_id) !== user.user_id,
    ),
  };
  return Object.keys(broken).filter((relation) => broken[relation]);
}
