import { firstDayOf, monthFrom } from '../../../generators/calendar.ts';
import type { ExpenditureEstimate, UserDossier } from '../../../spec/types.ts';
import { distinctPeriods } from '../../expenditure/distinct-periods.ts';
import { numberOf } from './text.ts';

/** What one month came to, in pounds; null where no source says anything. */
export type Month = {
  month: string;
  gross: number | null;
  net: number | null;
  living: number | null;
  housing: number | null;
  credits: number | null;
  /** The tax authority's total of the period that the month belongs to, spread over the months of that period. */
  taxed: number | null;
  taxedTotal: { amount: number; from: string; to: string; submission: Income } | null;
};

type Income = UserDossier['income_submissions'][number];

type Statements = UserDossier['bank_statement_submissions'];
type Sources = Pick<UserDossier, 'payroll_submissions' | 'bank_statement_submissions' | 'income_submissions'>;

const monthOf = (instant: Given): string | undefined => instant?.slice(0, 7);

function monthsBetween(first: string, last: string): string[] {
  const months = [first];
  while (months.at(-1)! < last && months.length < 600)
    months.push(monthFrom(firstDayOf(first), months.length));
  return months;
}

type Given = string | null | undefined;

function add(totals: Map<string, number>, month: string | undefined, amount: Given): void {
  if (month === undefined || amount === null || amount === undefined) return;
  totals.set(month, (totals.get(month) ?? 0) + numberOf(amount));
}

/** A statement that was uploaded twice tells of the same money. */
export function onceEach(statements: Statements): Statements {
  const byPeriod = statements.map((one) => {
    const { start_date, end_date } = one.statement_period ?? {};
    return [[one.account_information?.account_number, start_date, end_date].join(), one] as const;
  });
  return [...new Map(byPeriod).values()];
}

/** One line of time from all sources: each month from the first to the last of which payslips or statements tell. */
export function moneyByMonth(sources: Sources, expenditures: readonly ExpenditureEstimate[]): Month[] {
  const gross = new Map<string, number>();
  const net = new Map<string, number>();
  const credits = new Map<string, number>();
  for (const { income_information: income } of distinctPeriods(sources.payroll_submissions)) {
    add(gross, monthOf(income?.pay_date), income?.earnings?.gross_pay);
    add(net, monthOf(income?.pay_date), income?.earnings?.net_pay);
  }
  for (const { transactions } of onceEach(sources.bank_statement_submissions))
    for (const { date, amount, type } of transactions ?? [])
      if (type === 'credit') add(credits, monthOf(date), amount);
  const spent = new Map(expenditures.map((one) => [monthOf(one.date) ?? '', one]));
  const periods = sources.income_submissions.flatMap((submission) => {
    const { employment, income_period: period } = submission;
    const from = monthOf(period?.start);
    const to = monthOf(period?.end);
    if (!from || !to || !employment?.total_income) return [];
    const days = (Date.parse(period?.end ?? '') - Date.parse(period?.start ?? '')) / 86_400_000 + 1;
    const amount = numberOf(employment.total_income);
    return [{ from, to, amount, submission, monthly: amount / Math.max(1, Math.round(days / 30.44)) }];
  });
  const paid = [...gross.keys(), ...credits.keys(), ...spent.keys()].filter(Boolean);
  // Without payslips, statements and estimates, the tax authority's periods give the months.
  const known = (paid.length > 0 ? paid : periods.flatMap(({ from, to }) => [from, to])).sort();
  if (known.length === 0) return [];
  return monthsBetween(known[0]!, known.at(-1)!).map((month): Month => {
    const estimate = spent.get(month);
    const period = periods.findLast(({ from, to }) => from <= month && month <= to);
    return {
      month,
      gross: gross.get(month) ?? null,
      net: net.get(month) ?? null,
      living: estimate ? numberOf(estimate.cost_of_living) : null,
      housing: estimate ? numberOf(estimate.housing) : null,
      credits: credits.get(month) ?? null,
      taxed: period?.monthly ?? null,
      taxedTotal: period ?? null,
    };
  });
}

/** The newest month with both pay and spending: spending is estimated for the months that were worked. */
export function firstShown(months: readonly Month[]): number {
  const full = months.findLastIndex(({ net, living }) => net !== null && living !== null);
  return full === -1 ? months.length - 1 : full;
}
