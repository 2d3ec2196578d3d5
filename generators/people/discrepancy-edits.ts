import type { PayrollSubmission, TaxauthIncomeSubmission } from '../../spec/types.ts';
import { type Day, dayNumber, type Month } from '../calendar.ts';
import { type Pence, parsePence, penceToText } from '../money.ts';
import type { Employment } from '../pay/employment.ts';
import type { Statement, StatementTransaction } from '../statements/statement.ts';
import { ibanOf } from '../uk/iban.ts';
import { taxYearStart } from '../uk/tax-year.ts';
import type { Job } from './plan-job.ts';

export type Case = {
  month: Month;
  by: Pence;
  begins: Day;
  /** The payslips of the job as they would go on if it had not ended. */
  afterwards: () => PayrollSubmission[];
  /** The jobs of another user of the world, and the payslips of a month. */
  othersJobs: () => readonly Job[];
  othersPayslips: (month: Month) => PayrollSubmission[];
};

export type Changes = {
  /** What really happens: every source shows it. */
  jobs?(jobs: readonly Job[], given: Case): readonly Job[];
  payslips?(slips: PayrollSubmission[], given: Case): PayrollSubmission[];
  /** A statement as it is handed in; undefined if it is not. */
  statement?(statement: Statement, given: Case): Statement | undefined;
  income?(records: TaxauthIncomeSubmission[], given: Case): TaxauthIncomeSubmission[];
};

/** A kind of discrepancy: the relation that it breaks, and how. */
export type DiscrepancyKind = Changes & {
  /** What was done, as the end of a sentence about the person. */
  about: string;
  /** The relation that is broken, and no other; none where the case is lawful. */
  relation?: string;
  /** The lawful kind that looks much the same. */
  neighbour?: string;
  /** How many months before the one in which the world begins; 2 if left out. */
  month?: number;
  by?: Pence;
  /** What the service holds, where it is not a year of uploaded payslips, the last three statements and the tax record. */
  holds?: { newest?: number; statements?: readonly number[]; income?: boolean };
};

type Slip = PayrollSubmission;

export const paid = (slip: Slip): Month => slip.income_information?.pay_date?.slice(0, 7) ?? '';
export const paidIn = (slip: Slip, month: Month): boolean => paid(slip) === month;
export const taxYear = (slip: Slip) => slip.income_information?.earnings?.year_to_date?.tax_year ?? 0;

/** Whether a payslip is of the first period of its tax year: monthly pay has one pay day in each. */
export function isFirstOfYear(slip: Slip): boolean {
  const day = slip.income_information?.pay_date?.slice(0, 10);
  return day !== undefined && dayNumber(day) - taxYearStart(taxYear(slip)) < 30;
}

/** The payslip of a month, or the next one that follows another in the same tax year. */
export function secondOfYear(slips: readonly Slip[], month: Month): Slip | undefined {
  return slips.find((slip, index) => {
    const before = slips[index - 1];
    return before && paid(slip) >= month && taxYear(before) === taxYear(slip);
  });
}

/** The payslip with a code that gives quite another tax. */
export function withOtherCode(slip: Slip): Slip {
  const income = slip.income_information;
  const tax_code = /^K|^[SC]?(BR|D\d|0T|NT)/.test(income?.tax_code ?? '') ? '1257L' : 'BR';
  return { ...slip, income_information: { ...income, tax_code } };
}

export const YEAR_TO_DATE = ['year_to_date.gross_pay', 'year_to_date.net_pay'];

export function raised(slip: Slip, by: Pence, places: readonly string[]): Slip {
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
  const at = slips.find((slip) => paidIn(slip, month));
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

export function withExpenses(slip: Slip, by: Pence): Slip {
  const copy = raised(slip, by, ['variable_pay_total']);
  const traits = { is_fixed: false, is_after_tax: true, is_after_ni: true, is_bik: false };
  const line = { type: 'expenses', description: 'Expenses repaid', amount: penceToText(by), ...traits };
  copy.income_information?.earnings?.earning_elements?.push({
    ...line,
    quantity: null,
    rate: null,
    unit: null,
  });
  return copy;
}

export function withNiLetter(slip: Slip, letter: string): Slip {
  const copy = structuredClone(slip);
  for (const line of copy.income_information?.deductions?.deductions_elements ?? [])
    if (line.type === 'employee_ni') line.description = `National insurance (${letter})`;
  return copy;
}

/** A payslip under the name and address of another person, with the real person's number left in it. */
export function presentedAs(taken: Slip, own: Slip): Slip {
  const { id, created_at, identity_information } = own;
  const NI_number = taken.identity_information?.NI_number ?? null;
  return { ...taken, id, created_at, identity_information: { ...identity_information, NI_number } };
}

export const withTerms = (job: Job, terms: Partial<Employment>): Job => ({
  ...job,
  employment: { ...job.employment, ...terms },
});

export function secondJob({ provider, employment }: Job): Job {
  return {
    key: 'second',
    provider,
    employment: {
      ...employment,
      employer: { name: 'Tollgate Evening School', payeReference: '120/TG20714' },
      role: 'Tutor',
      type: 'part_time',
      basicPay: { kind: 'salary', annual: 7_200_00 },
      taxCode: `${/^[SC]?/.exec(employment.taxCode)?.[0] ?? ''}BR`,
      studentLoans: [],
      pension: { kind: 'none' },
      previous: null,
      events: employment.events.filter(({ kind }) => kind === 'ni-category'),
    },
  };
}

export function inMonth(
  change: (statement: Statement, given: Case) => Statement | undefined,
): DiscrepancyKind['statement'] {
  return (statement, given) =>
    statement.period.start.startsWith(given.month) ? change(statement, given) : statement;
}

type Line = Omit<StatementTransaction, 'balancePence'>;

export const isSalary = ({ type, description }: Line): boolean =>
  type === 'credit' && / (SALARY|WAGES|PENSION SCHEME)$/.test(description);

export const incoming = (date: Day, amountPence: Pence, description: string): Line => {
  return { date, description, amountPence, type: 'credit' };
};

/** What keeps the balance at the end of the month as the next statement has it. */
export const outgoing = (date: Day, amountPence: Pence): Line => {
  return { date, description: 'TRANSFER TO SAVINGS', amountPence, type: 'debit' };
};

/** The statement with more lines, in the place of one or at the end of their day; its balances run. */
export function withLines(
  statement: Statement,
  lines: readonly Line[],
  replaced?: StatementTransaction,
): Statement {
  const { transactions } = statement;
  const day = lines[0]?.date ?? '';
  const after = transactions.findIndex(({ date }) => date > day);
  const at = replaced ? transactions.indexOf(replaced) : after;
  const all: Line[] = transactions.slice();
  all.splice(at < 0 ? all.length : at, replaced ? 1 : 0, ...lines);
  return withOpening({ ...statement, transactions: all as StatementTransaction[] }, statement.openingPence);
}

export function withOpening(statement: Statement, openingPence: Pence): Statement {
  let balancePence = openingPence;
  const transactions = statement.transactions.map((line) => {
    balancePence += line.type === 'credit' ? line.amountPence : -line.amountPence;
    return { ...line, balancePence };
  });
  return { ...statement, openingPence, closingPence: balancePence, transactions };
}

export const mirrored = (digits: string): string => [...digits].reverse().join('').replace(/^0/, '7');

export function withAccount(statement: Statement, sortCode: string, accountNumber: string): Statement {
  const iban = ibanOf(statement.iban.slice(4, 8), sortCode, accountNumber);
  return { ...statement, sortCode, accountNumber, iban };
}

/** The record with less income of its first employer, but not of less than half. */
export function lowered(record: TaxauthIncomeSubmission, by: Pence): TaxauthIncomeSubmission {
  const { employers, total_income } = record.employment ?? {};
  const [first, ...others] = employers ?? [];
  const pence = (text: string | null | undefined) => parsePence(text ?? '') ?? 0;
  const lost = Math.min(by, Math.floor(pence(first?.income) / 2));
  const less = (text: string | null | undefined) => penceToText(pence(text) - lost);
  return {
    ...record,
    employment: {
      total_income: less(total_income),
      employers: first ? [{ ...first, income: less(first.income) }, ...others] : [],
    },
  };
}
