import { countedPeriod, type PayrollPeriod } from '../../../../simulator/expenditure/period.ts';
import { type Mutant, mutant } from '../mutant.ts';
import {
  type ExpenditureInput,
  monthNumber,
  onInput,
  onPayslips,
  onShares,
  optionsOf,
  paid,
  parts,
  postCodeOf,
} from './estimate-defects.ts';

const onlyFrom = (input: ExpenditureInput, keeps: (period: PayrollPeriod) => boolean): ExpenditureInput => ({
  ...input,
  periods: input.periods.filter(keeps),
});

const sourceOf = (period: PayrollPeriod): string => String((period as { source?: string }).source);
const net = (period: PayrollPeriod, input: ExpenditureInput): number =>
  countedPeriod(period, optionsOf(input).dayCount)?.net ?? 0;

/** One payslip of each month, chosen among those that touch it. */
const oneOfEachMonth = (
  choose: (a: PayrollPeriod, b: PayrollPeriod, input: ExpenditureInput) => PayrollPeriod,
) =>
  onInput((input) => {
    const months = new Map<number, PayrollPeriod>();
    for (const part of input.periods.flatMap((period) => parts(input, period))) {
      const before = months.get(monthNumber(part));
      months.set(monthNumber(part), before ? choose(before, part, input) : part);
    }
    return { ...input, periods: [...months.values()] };
  });

/** Broken sandboxes for the clauses about pay periods and where they come from. */
export const periodMutants: readonly Mutant[] = [
  mutant(
    'forgets-the-months-in-the-middle',
    'expenditure.months.all-touched',
    onShares((_, shares) => shares.filter((_share, at) => at === 0 || at === shares.length - 1)),
  ),
  mutant(
    'follows-a-period-for-three-months',
    'expenditure.months.all-touched',
    onShares((_, shares) => shares.slice(0, 3)),
  ),
  mutant(
    'counts-the-last-day-half',
    'expenditure.split.by-days',
    onShares(({ net }, shares) => {
      const total = shares.reduce((sum, { days }) => sum + days, -0.5);
      return shares.map(({ month, days }, at) => {
        const counted = days - (at === shares.length - 1 ? 0.5 : 0);
        return { month, pence: Math.round((net * counted) / total) };
      });
    }),
  ),
  mutant(
    'takes-every-month-for-thirty-days',
    'expenditure.split.by-days',
    onShares(({ net }, shares) => {
      const total = shares.reduce((sum, { days }) => sum + Math.min(days, 30), 0);
      return shares.map(({ month, days }) => ({
        month,
        pence: Math.round((net * Math.min(days, 30)) / total),
      }));
    }),
  ),
  mutant(
    'gives-the-days-to-the-months-backwards',
    'expenditure.split.by-days',
    onShares((_, shares) =>
      shares.map(({ month }, at) => ({ month, pence: shares.at(-1 - at)?.pence ?? 0 })),
    ),
  ),
  mutant(
    'takes-the-last-pay-of-a-month',
    'expenditure.split.periods-add-up',
    oneOfEachMonth((_, b) => b),
  ),
  mutant(
    'leaves-pay-taken-back-out',
    'expenditure.split.periods-add-up',
    onInput((input) => onlyFrom(input, (period) => net(period, input) >= 0)),
  ),
  mutant(
    'leaves-uploaded-payslips-out',
    'expenditure.sources.all-payroll',
    onInput((input) => onlyFrom(input, (period) => !sourceOf(period).includes('upload'))),
  ),
  mutant(
    'takes-equal-pay-of-two-months-for-one',
    'expenditure.sources.all-payroll',
    onInput((input) => {
      const accountOf = new Map<number, unknown>();
      return onlyFrom(input, (period) => {
        const { account_id } = period as { account_id?: string | null };
        const pay = net(period, input);
        if (!accountOf.has(pay)) accountOf.set(pay, account_id);
        return accountOf.get(pay) === account_id;
      });
    }),
  ),
  mutant(
    'halves-the-pay-of-direct-connections',
    'expenditure.sources.direct-connection',
    onPayslips((period, input) =>
      sourceOf(period).includes('direct') && postCodeOf(period)
        ? paid(period, { pence: Math.round(net(period, input) / 2) })
        : period,
    ),
  ),
];
