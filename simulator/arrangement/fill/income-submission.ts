import { civil, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import { employers } from '../../../generators/catalogue/catalogue.ts';
import { incomeOf, withOrigin } from '../../../generators/people/income.ts';
import { idOf, type Person } from '../../../generators/people/person.ts';
import { taxYearOf, taxYearStart } from '../../../generators/uk/tax-year.ts';
import { defined } from '../../../spec/json.ts';
import type { TaxauthIncomeSubmission } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';
import { annualPay, payslipAt, payslipsAround, type Slips } from './own-payslips.ts';
import { instantOf } from './pay-times.ts';
import { completed, kept, keptPart, moneyText, penceOf, sumOf, wholePence } from './read-given.ts';

type Employment = NonNullable<TaxauthIncomeSubmission['employment']>;
type Employer = NonNullable<Employment['employers']>[number];
type Period = NonNullable<TaxauthIncomeSubmission['income_period']>;

/** The given fields of an income submission; null for an account or entry asks for one that the service does not hold. */
export type GivenIncome = Partial<Omit<TaxauthIncomeSubmission, 'account_id' | 'entry_id'>> & {
  account_id?: string | null;
  entry_id?: string | null;
};

export type IncomeFilling = {
  person: Person;
  now: number;
  newId: () => string;
  /** What the service holds of the user's payroll, which decides the account and entry that the income belongs to. */
  held: Slips;
  /** The income submissions that were arranged, and whether the service holds those of the person besides. */
  incomes?: readonly Pick<TaxauthIncomeSubmission, 'income_period'>[];
  isLive?: boolean;
};

const earliest = Date.parse('0000-01-01');
const latest = Date.parse('9999-12-31');

/** A whole income submission around what was given; what employers paid adds up to the total. */
export function fillIncome(given: GivenIncome, filling: IncomeFilling): TaxauthIncomeSubmission {
  const { person, now, newId, held, incomes = [], isLive = false } = filling;
  const id = given.id ?? newId();
  const monthly = /^month/i.test(given.frequency ?? '');
  const live = isLive ? incomeOf(person, now) : [];
  const taken = new Set([...live, ...incomes].map(({ income_period }) => income_period?.start));
  const { start, end } = periodOf(given.income_period ?? {}, monthly ? 1 : 12, now, taken);
  const ownIncome = () =>
    incomeOf(person, now, isoInstant(start).slice(0, 10)).find(
      ({ income_period: own }) => own?.start === isoInstant(start) && own.end === isoInstant(end),
    );
  const years = Math.min(Math.max((end - start) / (365 * MS_PER_DAY), 1 / 52), 5);
  const taxYear = taxYearOf(dayNumberOf(start));
  // The future is not known: a period far ahead is computed from the job of today.
  const current = ownJob(person, Math.min(end, now));
  const isEarlier = isoInstant(end).slice(0, 10) < (person.jobs[0]?.employment.start ?? '');
  const job = isEarlier ? { ...current, employer: otherJob(person, taxYear).employer } : current;
  const employment = keptPart(given.employment, (part) => {
    const own = part.total_income == null && !part.employers ? ownIncome() : undefined;
    if (own) return { ...own.employment, ...part };
    const known =
      couldWork(person, end) || part.total_income != null ? part : { employers: [], ...defined(part) };
    return fillEmployment(known, years, (index) => (index === 0 ? job : otherJob(person, index)));
  });
  const income_period = keptPart(given.income_period, (part) => ({
    start: kept(part.start, () => isoInstant(start)),
    end: kept(part.end, () => isoInstant(end)),
  }));
  const account_id = idOf(person, 'income-account');
  const entry_id = idOf(person, 'income-entry', id);
  const origin = originOf(given, { id, account_id, entry_id, employment, income_period }, held);
  return {
    id,
    account_id: given.account_id ?? origin.account_id,
    entry_id: given.entry_id ?? origin.entry_id,
    income_id: kept(given.income_id, () => `${taxYear}-${String(taxYear + 1).slice(-2)}/${id.slice(-8)}`),
    employment,
    frequency: kept(given.frequency, () => 'annual'),
    income_period,
  };
}

/** The account and the entry of the newest payslip that fits what is given of them; null asks for an id that no held payslip has. */
function originOf({ account_id, entry_id }: GivenIncome, income: TaxauthIncomeSubmission, held: Slips) {
  const fitting = held.filter(
    (one) =>
      (account_id === undefined || one.account_id === account_id) &&
      (entry_id === undefined || one.entry_id === entry_id),
  );
  return withOrigin(income, fitting);
}

const couldWork = ({ jobs, identity: { dateOfBirth } }: Person, end: number): boolean =>
  jobs.length > 0 && (dateOfBirth === null || plusMonths(Date.parse(dateOfBirth), 16 * 12) <= end);

type EmployerAndPay = { employer: string; annualPay: number };

function ownJob(person: Person, instant: number): EmployerAndPay {
  const near = payslipAt(payslipsAround(person, undefined, instant), instant);
  const employer = near?.employment_information?.employer_name ?? 'Unknown employer';
  return { employer, annualPay: annualPay(near) };
}

function otherJob(person: Person, index: number): EmployerAndPay {
  const draw = person.stream.fork(`income/${index}`);
  return { employer: draw.pick(employers).listed.name, annualPay: draw.int(4_000_00, 15_000_00) };
}

/** The last full tax year (or month) of which none is held, unless one end is given: then the other lies as far away. */
function periodOf(given: Period, months: number, now: number, taken: ReadonlySet<string | null | undefined>) {
  const start = instantOf(given.start);
  const end = instantOf(given.end);
  if (start !== undefined) return { start, end: end ?? within(plusMonths(start, months) - MS_PER_DAY) };
  let last = end ?? lastDayBefore(now, months);
  const startOf = () => within(plusMonths(last + MS_PER_DAY, -months));
  while (end === undefined && taken.has(isoInstant(startOf())) && startOf() > earliest)
    last = startOf() - MS_PER_DAY;
  return { start: startOf(), end: last };
}

function lastDayBefore(now: number, months: number): number {
  const today = dayNumberOf(now);
  if (months === 12) return (taxYearStart(taxYearOf(today)) - 1) * MS_PER_DAY;
  return (today - civil(today).day) * MS_PER_DAY;
}

type JobOf = (index: number) => EmployerAndPay;

function fillEmployment(given: Employment, years: number, jobOf: JobOf): Employment {
  const total = penceOf(given.total_income);
  const employers = given.employers ?? (given.employers === null ? null : [{}]);
  const usual = (index: number) => wholePence(jobOf(index).annualPay * years);
  const incomes = employers && incomesOf(employers, usual, total);
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
  usual: (index: number) => number,
  total?: number,
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
