import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import { type Day, dayNumber, firstDayOf, lastDayOf, type Month } from '../calendar.ts';
import { type Pence, parsePence, penceToText } from '../money.ts';
import type { PayEvent } from '../pay/employment.ts';
import type { Payslip } from '../pay/payslip.ts';
import { payslips } from '../pay/payslips.ts';
import type { Stream } from '../random.ts';
import type { Statement } from '../statements/statement.ts';
import { ibanOf } from '../uk/iban.ts';
import { inRegion, parseTaxCode } from '../uk/tax-code.ts';
import { taxPeriodOf, taxYearStart } from '../uk/tax-year.ts';
import { type Home, homeOn } from './homes.ts';
import type { Movement } from './movement.ts';
import { employerOf, type Job, schemeOf, withTerms } from './plan-job.ts';
import { trades } from './trades.ts';

/** When, how much, and what else a kind needs to know. */
export type Case = {
  month: Month;
  by: Pence;
  begins: Day;
  /** A stream of its own for names, codes and numbers. */
  stream: Stream;
  homes: readonly Home[];
  /** The job as honest documents show it, and its payslips. */
  claimed: () => Job | undefined;
  claimedPayslips: () => PayrollSubmission[];
  othersJob: () => Job | undefined;
  /** The month of the account that is being computed. */
  at: Month;
};

/** How a kind changes what the sources show; each change is one of the job whose payslips the service holds. */
export type Changes = {
  /** What really happens: every source shows it. */
  job?(job: Job, given: Case): Job;
  beside?(job: Job): Job;
  /** The job whose payslips are handed in. */
  payslipJob?(job: Job, given: Case): Job;
  /** The job whose pay the statements show. */
  statementJob?(job: Job, given: Case): Job;
  payslips?(slips: PayrollSubmission[], given: Case): PayrollSubmission[];
  opening?(opening: Pence, given: Case): Pence;
  movements?(movements: Movement[], given: Case): Movement[];
  /** A statement as it is handed in; undefined if it is not. */
  statement?(statement: Statement, given: Case): Statement | undefined;
  income?(records: TaxauthIncomeSubmission[], given: Case): TaxauthIncomeSubmission[];
};

/** A kind of discrepancy: the relation that it breaks, and how. */
export type DiscrepancyKind = Changes & {
  /** What was done, as the end of a sentence about the person. */
  about: string;
  /** The relation that is broken, and no other but the one that is `also` broken; none where the case is lawful. */
  relation?: string;
  also?: string;
  /** The lawful kind that looks much the same. */
  neighbour?: string;
  /** Of the lawful kinds, the share of people of whom it is true in a year; left out where careers bring it about. */
  often?: number;
  /** Where a drawn person does it; a kind without a place is for scenarios only. */
  place?: string;
  /** How many months before the one in which the world begins; 2 if left out. */
  month?: number;
  by?: Pence;
  /** By how much more than a part of a payslip's gross pay it changes amounts. */
  scale?: number;
};

type Slip = PayrollSubmission;

const paid = (slip: Slip): Month => slip.income_information?.pay_date?.slice(0, 7) ?? '';
const taxYear = (slip: Slip) => slip.income_information?.earnings?.year_to_date?.tax_year ?? 0;

/** The first payslip of the newest tax year that begins among them, or of the job. */
export const firstOfYear = (slips: readonly Slip[]): Slip | undefined =>
  slips.findLast((slip, index) => {
    const before = slips[index - 1];
    return before ? taxYear(before) !== taxYear(slip) : opensYear(slip);
  });

/** Whether a payslip is the first of its job, or of a tax year that begins in the period before its pay day. */
function opensYear(slip: Slip): boolean {
  const { pay_date, pay_interval_start: from, pay_interval_end: to } = slip.income_information ?? {};
  if (!pay_date || !from || !to) return false;
  const day = (text: string) => dayNumber(text.slice(0, 10));
  const days = Math.min(30, day(to) - day(from) + 1);
  const isFirst = (slip.employment_information?.start_date ?? '') >= from;
  return isFirst || day(pay_date) - taxYearStart(taxYear(slip)) < days;
}

/** The payslip of a month, or the next one that follows another in the same tax year. */
export function secondOfYear(slips: readonly Slip[], month: Month): Slip | undefined {
  return slips.find((slip, index) => {
    const before = slips[index - 1];
    return before && paid(slip) >= month && taxYear(before) === taxYear(slip);
  });
}

/** A code that the tax authority gives for a reason of its own, other than the one in use. */
export function otherCode(stream: Stream, code: string): string {
  const region = parseTaxCode(code)?.region ?? 'rUK';
  const codes = ['1104L', '1188L', '1060L', '1213L', '994L'].map((one) => inRegion(one, region));
  return stream.pick(codes.filter((one) => one !== code));
}

export const isTaxed = (job: Job, month: Month): boolean =>
  (paidSlip(job, month)?.deductions.incomeTax ?? 0) > 0;

/** Payslips of a person without income tax, with a code from a month on that leaves half of the pay free. */
export function taxable(slips: readonly Slip[], job: Job | undefined, month: Month): readonly Slip[] {
  const at = job && paidSlip(job, month);
  if (!at || isTaxed(job, month)) return slips;
  const { base, number } = taxPeriodOf(dayNumber(at.payDate), job.employment.frequency);
  const free = Math.floor((at.yearToDate.taxable * base) / number / 2 / 10_00);
  const tax_code = inRegion(`${free}L`, parseTaxCode(at.taxCode)?.region ?? 'rUK');
  const code = { income_information: { tax_code } };
  return slips.map((slip) => (paid(slip) < month ? slip : withCode(slip, code as Slip)));
}

type Patch = (slip: Slip, claimed: Slip) => Slip;

/** Payslips with something of those that belong in their places. */
export function patchedFrom(slips: readonly Slip[], claimed: readonly Slip[], patch: Patch): Slip[] {
  const byId = new Map(claimed.map((slip) => [slip.id, slip]));
  return slips.map((slip) => patch(slip, byId.get(slip.id) ?? slip));
}

export const withCode = (slip: Slip, { income_information: claimed }: Slip): Slip => ({
  ...slip,
  income_information: { ...slip.income_information, tax_code: claimed?.tax_code },
});

/** Raises the year to date on a payslip and on those after it, until the tax year ends. */
export const yearRaisedFrom = (first: Slip | undefined, slips: Slip[], by: Pence): Slip[] =>
  slips.map((slip, at) => {
    const isRaised = first && at >= slips.indexOf(first) && taxYear(slip) === taxYear(first);
    return isRaised ? raised(slip, by, ['year_to_date.gross_pay', 'year_to_date.net_pay']) : slip;
  });

function raised(slip: Slip, by: Pence, places: readonly string[]): Slip {
  const copy = structuredClone(slip);
  for (const place of places) {
    const keys = place.split('.');
    let part = copy.income_information?.earnings as Record<string, unknown>;
    for (const key of keys.slice(0, -1)) part = part[key] as Record<string, unknown>;
    const key = keys.at(-1) ?? '';
    part[key] = penceToText((parsePence(String(part[key])) ?? 0) + by);
  }
  return copy;
}

/** Raises amounts on the payslip of a month, and in what the later ones add up from it. */
export function fromMonth(slips: Slip[], month: Month, by: Pence, names: readonly string[]): Slip[] {
  const at = slips.find((slip) => paid(slip) === month);
  if (!at) return slips;
  return slips.map((slip) => {
    if (paid(slip) < month) return slip;
    const sums = names.flatMap((name) => [
      `rolling_12m_income.${name}`,
      ...(taxYear(slip) === taxYear(at) ? [`year_to_date.${name}`] : []),
    ]);
    return raised(slip, by, slip === at ? [...names, ...sums] : sums);
  });
}

const niLine = (slip: Slip) =>
  slip.income_information?.deductions?.deductions_elements?.find(({ type }) => type === 'employee_ni');

export function withNiLetter(slip: Slip, claimed: Slip): Slip {
  const copy = structuredClone(slip);
  const line = niLine(copy);
  if (line) line.description = niLine(claimed)?.description ?? line.description;
  return copy;
}

/** Whether contributions are paid with the last payslip of a month, by its own pay. */
export const isInsured = (job: Job, month: Month): boolean =>
  !job.employment.isDirector && (paidSlip(job, month)?.deductions.employeeNi ?? 0) > 0;

/** Payslips of a person without contributions, with the letter of wives of before May 1977 from a month on. */
export const withReducedRate = (slips: readonly Slip[], job: Job | undefined, month: Month): Slip[] =>
  slips.map((slip) => {
    const copy = structuredClone(slip);
    const line = niLine(copy);
    if (line && job && !isInsured(job, month) && paid(slip) >= month)
      line.description = 'National insurance (B)';
    return copy;
  });

export function secondJob(job: Job): Job {
  const { taxCode, events } = job.employment;
  const second = { ...job, key: 'second' };
  return withTerms(second, {
    employer: { name: 'Tollgate Evening School', payeReference: '120/TG20714' },
    role: 'Tutor',
    type: 'part_time',
    basicPay: { kind: 'salary', annual: 7_200_00 },
    taxCode: `${/^[SC]?/.exec(taxCode)?.[0] ?? ''}BR`,
    studentLoans: [],
    pension: { kind: 'none' },
    previous: null,
    events: events.filter(({ kind }) => kind === 'ni-category'),
  });
}

/** The job at another employer of its trade. */
export function atOther(job: Job, { stream, homes }: Case): Job {
  const { role, employer, start, type } = job.employment;
  const sector = trades.find((trade) => trade.role === role)?.sector ?? 'office';
  const other = employerOf(stream, sector, homeOn(homes, start)?.country, employer.name).employer;
  const name = type === 'pension' ? schemeOf(other.name) : other.name;
  return withTerms(job, { employer: { ...other, name } });
}

export const withEvent = (job: Job, event: PayEvent): Job =>
  withTerms(job, { events: [...job.employment.events, event] });

const paidSlip = ({ employment }: Job, month: Month): Payslip | undefined =>
  payslips(employment, lastDayOf(month)).findLast(({ payDate }) => payDate.startsWith(month));

/** The last day of the period whose pay comes last in a month. */
export const paidPeriod = (job: Job, month: Month): Day =>
  paidSlip(job, month)?.intervalEnd ?? firstDayOf(month);

export const inMonth =
  (change: NonNullable<Changes['statement']>): Changes['statement'] =>
  (statement, given) =>
    statement.period.start.startsWith(given.month) ? change(statement, given) : statement;

export const digits = (stream: Stream, count: number): string =>
  String(stream.int(10 ** (count - 1), 10 ** count - 1));

export function withAccount(statement: Statement, sortCode: string, accountNumber: string): Statement {
  const iban = ibanOf(statement.iban.slice(4, 8), sortCode, accountNumber);
  return { ...statement, sortCode, accountNumber, iban };
}

/** The record with less income of an employer, but not of less than half. */
export function lowered(record: TaxauthIncomeSubmission, employer: string, by: Pence) {
  const { employers = [], total_income } = record.employment ?? {};
  const pence = (text: string | null | undefined) => parsePence(text ?? '') ?? 0;
  const income = pence(employers?.find(({ employer_name }) => employer_name === employer)?.income);
  const lost = Math.min(by, Math.floor(income / 200) * 100);
  const less = (text: string | null | undefined) => penceToText(pence(text) - lost);
  return {
    ...record,
    employment: {
      total_income: less(total_income),
      employers: employers?.map((one) =>
        one.employer_name === employer ? { ...one, income: less(one.income) } : one,
      ),
    },
  };
}
