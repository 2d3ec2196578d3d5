import { dayNumberOf } from '../../generators/calendar.ts';
import type { Points } from '../../spec/profile.ts';
import { readInstant } from '../domain/instant.ts';

/** The parts of a payroll submission that the estimate reads; a whole submission fits. */
export type PayrollPeriod = {
  id?: string | null;
  account_id?: string | null;
  employment_information?: { employer_name?: string | null; employer_tax_reference?: string | null } | null;
  identity_information?: {
    date_of_birth?: string | null;
    address?: { post_code?: string | null } | null;
  } | null;
  income_information?: {
    pay_date?: string | null;
    pay_interval_start?: string | null;
    pay_interval_end?: string | null;
    earnings?: { net_pay?: string | number | null; gross_pay?: string | number | null } | null;
  } | null;
};

export type CountedPeriod = NonNullable<ReturnType<typeof countedPeriod>>;

/** Reads date of birth (an instant) and post code; what is blank or cannot be read is absent. */
export function identityOf(period: PayrollPeriod | null) {
  const { date_of_birth, address } = period?.identity_information ?? {};
  return { dateOfBirth: readInstant(date_of_birth), postCode: postCodeText(address?.post_code) };
}

export const postCodeText = (text: unknown): string | undefined =>
  (typeof text === 'string' && text.trim()) || undefined;

/**
 * The period as it counts in the estimate: whole days from `start` up to, not including, `until`. Undefined when net pay
 * or dates are absent, illegible or back to front.
 */
export function countedPeriod(period: PayrollPeriod | null, dayCount: Points['expenditure.day-count']) {
  const income = period?.income_information;
  const net = penceOf(income?.earnings?.net_pay);
  const from = readInstant(income?.pay_interval_start);
  const to = readInstant(income?.pay_interval_end);
  if (net === undefined || from === undefined || to === undefined) return undefined;
  const start = dayNumberOf(from);
  const end = dayNumberOf(to);
  if (end < start) return undefined;
  return {
    ...identityOf(period),
    id: typeof period?.id === 'string' ? period.id : '',
    net,
    start,
    end,
    // A period that starts and ends on one day has that day, however ends are counted: its pay went somewhere.
    until: dayCount === 'inclusive' || end === start ? end + 1 : end,
    paid: readInstant(income?.pay_date) ?? Number.NEGATIVE_INFINITY,
  };
}

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Looser than money.ts on purpose: arranged payslips keep their net pay as it was given, webhook bodies hold numbers. */
export function penceOf(amount: unknown): number | undefined {
  if (typeof amount === 'number') return penceOf(Number.isFinite(amount) ? amount.toFixed(6) : undefined);
  const found = typeof amount === 'string' ? decimal.exec(amount.trim()) : null;
  if (!found) return undefined;
  const [, sign, pounds, fraction = ''] = found;
  const digits = `${fraction}000`;
  const pence = Number(pounds) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
  if (!Number.isSafeInteger(pence)) return undefined;
  return sign === '-' && pence > 0 ? -pence : pence;
}
