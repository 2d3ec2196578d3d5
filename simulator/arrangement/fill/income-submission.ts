import { taxYearOf, taxYearStart } from '../../../generators/uk/tax-year.ts';
import type { TaxauthIncomeSubmission, User } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';
import { completed, moneyText, penceOf, sumOf, wholePence } from './amounts.ts';
import { type DrawnJob, drawJob } from './job.ts';
import { kept, keptPart } from './kept.ts';
import type { Given } from './read-submissions.ts';
import { userAsPerson } from './user-as-person.ts';

type Employment = NonNullable<TaxauthIncomeSubmission['employment']>;
type Employer = NonNullable<Employment['employers']>[number];
type Period = NonNullable<TaxauthIncomeSubmission['income_period']>;

/** What an income submission is filled from. */
export type IncomeFilling = { user: User; now: number; newId: () => string };

const msPerDay = 86_400_000;
const [earliest, latest] = [Date.parse('0000-01-01'), Date.parse('9999-12-31')];

/** A whole income submission around what was given; what employers paid adds up to the total. */
export function fillIncome(
  given: Given<TaxauthIncomeSubmission>,
  { user, now, newId }: IncomeFilling,
): TaxauthIncomeSubmission {
  const person = userAsPerson(user);
  const id = given.id ?? newId();
  const monthly = /^month/i.test(given.frequency ?? '');
  const { start, end } = periodOf(given.income_period ?? {}, monthly ? 1 : 12, now);
  const years = Math.min(Math.max((end - start) / (365 * msPerDay), 1 / 52), 5);
  const taxYear = taxYearOf(Math.floor(start / msPerDay));
  return {
    id,
    account_id: kept(given.account_id, () => null),
    entry_id: kept(given.entry_id, () => null),
    income_id: kept(given.income_id, () => `${taxYear}-${String(taxYear + 1).slice(-2)}/${id.slice(-8)}`),
    employment: keptPart(given.employment, (part) =>
      fillEmployment(part, years, (index) => drawJob(person.fork(`income/${index}`))),
    ),
    frequency: kept(given.frequency, () => 'annual'),
    income_period: keptPart(given.income_period, (part) => ({
      start: kept(part.start, () => isoInstant(start)),
      end: kept(part.end, () => isoInstant(end)),
    })),
  };
}

/** The last full tax year (or month) before now, unless one end is given: then the other lies as far away. */
function periodOf(given: Period, months: number, now: number): { start: number; end: number } {
  const [start, end] = [given.start, given.end].map((one) => (one ? Date.parse(one) : undefined));
  if (start !== undefined) return { start, end: end ?? within(plusMonths(start, months) - msPerDay) };
  const last = end ?? lastDayBefore(now, months);
  return { start: within(plusMonths(last + msPerDay, -months)), end: last };
}

function lastDayBefore(now: number, months: number): number {
  const today = Math.floor(now / msPerDay);
  if (months === 12) return (taxYearStart(taxYearOf(today)) - 1) * msPerDay;
  return (today - new Date(now).getUTCDate()) * msPerDay;
}

function fillEmployment(given: Employment, years: number, jobOf: (index: number) => DrawnJob): Employment {
  const total = penceOf(given.total_income);
  const employers = given.employers ?? (given.employers === null ? null : [{}]);
  const usual = (index: number) => wholePence(jobOf(index).annualPay * years);
  const incomes = employers && incomesOf(employers, total, usual);
  const sum = incomes ? sumOf(incomes) : (total ?? usual(0));
  return {
    total_income: kept(given.total_income, () => moneyText(sum)),
    employers:
      employers?.map((employer, index) => ({
        employer_name: kept(employer.employer_name, () => jobOf(index).employer),
        income: kept(employer.income, () => moneyText(incomes?.[index] ?? 0)),
        tax_paid: kept(employer.tax_paid, () => moneyText(taxOn(incomes?.[index] ?? 0, years))),
      })) ?? null,
  };
}

/** What each employer paid: as given, else so that all of it comes to a given total, else what is usual. */
function incomesOf(
  employers: readonly Employer[],
  total: number | undefined,
  usual: (index: number) => number,
): number[] {
  const known = employers.map(({ income }) => (income === undefined ? undefined : (penceOf(income) ?? 0)));
  if (total !== undefined) return completed(known, total);
  return known.map((one, index) => one ?? usual(index));
}

/** Roughly what is paid on an income: a fifth of what lies above the allowance, two fifths of what lies far above it. */
function taxOn(income: number, years: number): number {
  const basic = Math.max(0, income - 12_570_00 * years) * 0.2;
  const higher = Math.max(0, income - 50_270_00 * years) * 0.2;
  return wholePence(basic + higher);
}

const within = (instant: number): number => Math.min(Math.max(instant, earliest), latest);
