import { countedPeriod, type PayrollPeriod } from '../../../simulator/expenditure/period.ts';
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
import { mutantsOf } from './mutant.ts';

const onlyFrom = (input: ExpenditureInput, keeps: (period: PayrollPeriod) => boolean): ExpenditureInput => ({
  ...input,
  periods: input.periods.filter(keeps),
});

const sourceOf = (period: PayrollPeriod): string => String(Reflect.get(period, 'source'));
const net = (period: PayrollPeriod, input: ExpenditureInput): number =>
  countedPeriod(period, optionsOf(input).dayCount)?.net ?? 0;

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

export const periodMutants = mutantsOf('expenditure.', {
  'months.all-touched: forgets-the-months-in-the-middle': onShares((_, shares) =>
    shares.filter((_share, at) => at === 0 || at === shares.length - 1),
  ),
  'split.by-days: counts-the-last-day-half': onShares(({ net }, shares) => {
    const total = shares.reduce((sum, { days }) => sum + days, -0.5);
    return shares.map(({ month, days }, at) => {
      const counted = days - (at === shares.length - 1 ? 0.5 : 0);
      return { month, pence: Math.round((net * counted) / total) };
    });
  }),
  'split.periods-add-up: takes-the-last-pay-of-a-month': oneOfEachMonth((_, b) => b),
  'sources.all-payroll: leaves-uploaded-payslips-out': onInput((input) =>
    onlyFrom(input, (period) => !sourceOf(period).includes('upload')),
  ),
  'sources.all-payroll: takes-equal-pay-of-two-months-for-one': onInput((input) => {
    const accountOf = new Map<number, unknown>();
    return onlyFrom(input, (period) => {
      const account_id: unknown = Reflect.get(period, 'account_id');
      const pay = net(period, input);
      if (!accountOf.has(pay)) accountOf.set(pay, account_id);
      return accountOf.get(pay) === account_id;
    });
  }),
  'sources.direct-connection: halves-the-pay-of-direct-connections': onPayslips((period, input) =>
    sourceOf(period).includes('direct') && postCodeOf(period)
      ? paid(period, { pence: Math.round(net(period, input) / 2) })
      : period,
  ),
});
