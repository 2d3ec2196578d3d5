import { dayText, instantOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import { penceToText } from '../../../generators/money.ts';
import { isoInstant, readInstant } from '../../../simulator/domain/instant.ts';
import {
  defaultPoints,
  type ExpenditureInput,
  type ExpenditureResult,
} from '../../../simulator/expenditure/estimate.ts';
import { firstDayOf, type Month, type Share, splitByMonth } from '../../../simulator/expenditure/months.ts';
import {
  type CountedPeriod,
  countedPeriod,
  type PayrollPeriod,
} from '../../../simulator/expenditure/period.ts';
import type { Ports } from '../../../simulator/ports/ports.ts';
import type { Points } from '../../../spec/profile.ts';
import type { ExpenditureEstimate } from '../../../spec/types.ts';
import { type Defect, withPort } from './mutant.ts';

type Estimate = Ports['estimate'];

export type { ExpenditureInput };

/** Stands in the place of the estimate, which it may ask. */
export const onEstimate = (
  change: (input: ExpenditureInput, estimate: Estimate) => ExpenditureResult,
): Defect => withPort('estimate', (estimate) => (input) => change(input, estimate));

export const onInput = (change: (input: ExpenditureInput) => ExpenditureInput): Defect =>
  onEstimate((input, estimate) => estimate(change(input)));

export const onPayslips = (
  change: (period: PayrollPeriod, input: ExpenditureInput) => PayrollPeriod,
): Defect =>
  onInput((input) => ({ ...input, periods: input.periods.map((period) => change(period, input)) }));

/** Changes what the document leaves open, or says once and for all: the model. */
export const onPoints = (change: (points: Points) => Partial<Points>): Defect =>
  onInput((input) => ({ ...input, points: { ...pointsOf(input), ...change(pointsOf(input)) } }));

export const onEstimates = (
  change: (estimates: ExpenditureEstimate[], input: ExpenditureInput) => unknown[],
): Defect =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    if ('errors' in result) return result;
    return { expenditures: change(result.expenditures, input) as ExpenditureEstimate[] };
  });

export const onMessages = (change: (messages: string[], input: ExpenditureInput) => string[]): Defect =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    return 'errors' in result ? { errors: change(result.errors, input) } : result;
  });

export const emptyFor = (words: string): Defect =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    const lost = 'errors' in result && result.errors.some((message) => message.includes(words));
    return lost ? { expenditures: [] } : result;
  });

export const pointsOf = ({ points = defaultPoints() }: ExpenditureInput): Points => points;

export type Shares = (period: CountedPeriod, shares: Share[]) => Pick<Share, 'month' | 'pence'>[];

export const onShares = (shareOut: Shares): Defect =>
  onInput((input) => ({
    ...input,
    periods: input.periods.flatMap((period) => parts(input, period, shareOut)),
  }));

export const onMonths = (
  change: (period: PayrollPeriod, month: Month, input: ExpenditureInput) => PayrollPeriod,
) =>
  onInput((input) => ({
    ...input,
    periods: input.periods.flatMap((period) =>
      parts(input, period).map((part) => change(part, monthNumber(part), input)),
    ),
  }));

/** A payslip cut into one for each month; what does not count stays whole. */
export function parts(
  input: ExpenditureInput,
  period: PayrollPeriod,
  shareOut: Shares = (_, shares) => shares,
): PayrollPeriod[] {
  const points = pointsOf(input);
  const counted = countedPeriod(period, points['expenditure.day-count']);
  if (!counted) return [period];
  return shareOut(counted, splitByMonth(counted, points['expenditure.split-rounding'])).map(
    ({ month, pence }) => paid(period, { start: firstDayOf(month) + 4, end: firstDayOf(month) + 19, pence }),
  );
}

export const monthNumber = (period: PayrollPeriod): Month => {
  const [year = 0, month = 0] = (period.income_information?.pay_interval_start ?? '').split('-').map(Number);
  return (year - 1970) * 12 + month - 1;
};

export type Paid = { start?: number; end?: number; pence?: number };

export function paid(period: PayrollPeriod, { start, end, pence }: Paid): PayrollPeriod {
  const income = { ...period.income_information };
  if (start !== undefined) income.pay_interval_start = instantOf(dayText(start));
  if (end !== undefined) income.pay_interval_end = instantOf(dayText(end));
  if (pence !== undefined) income.earnings = { ...income.earnings, net_pay: penceToText(pence) };
  return { ...period, income_information: income };
}

export const bornOf = (period: PayrollPeriod): string | null =>
  period.identity_information?.date_of_birth ?? null;
export const postCodeOf = (period: PayrollPeriod): string | null =>
  period.identity_information?.address?.post_code ?? null;

export const born = (period: PayrollPeriod, date: string | null | undefined): PayrollPeriod => ({
  ...period,
  identity_information: { ...period.identity_information, date_of_birth: date ?? null },
});

export function bornLater(period: PayrollPeriod, days: number): PayrollPeriod {
  const at = readInstant(bornOf(period));
  return at === undefined ? period : born(period, isoInstant(at + days * MS_PER_DAY));
}

export const livingAt = (period: PayrollPeriod, postCode: string | null | undefined): PayrollPeriod => ({
  ...period,
  identity_information: {
    ...period.identity_information,
    address: { ...period.identity_information?.address, post_code: postCode ?? null },
  },
});
