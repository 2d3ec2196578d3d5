import { messages } from '../../../../simulator/expenditure/messages.ts';
import { countedPeriod, type PayrollPeriod } from '../../../../simulator/expenditure/period.ts';
import { type Mutant, mutant } from '../mutant.ts';
import {
  type ExpenditureInput,
  onEstimate,
  onEstimates,
  onPayslips,
  paid,
  postCodeOf,
} from './estimate-defects.ts';

const net = (period: PayrollPeriod): number | undefined => countedPeriod(period, 'inclusive')?.net;

/** Months of the payslips that no estimate is about. */
const forgotten = (estimates: readonly { date: string }[], { periods }: ExpenditureInput): PayrollPeriod[] =>
  periods.filter((period) => {
    const month = period.income_information?.pay_interval_start?.slice(0, 7) ?? '';
    return net(period) !== undefined && !estimates.some(({ date }) => date.startsWith(month));
  });

/** Gives the months that should be left out, with these amounts. */
const givesThem = (amount: string, which: (period: PayrollPeriod) => boolean) =>
  onEstimates((estimates, input) => {
    const months = forgotten(estimates, input)
      .filter(which)
      .map((period) => period.income_information);
    const dates = new Set(
      months.map((income) => `${income?.pay_interval_start?.slice(0, 7)}-01T00:00:00.000Z`),
    );
    const more = [...dates].map((date) => ({ date, cost_of_living: amount, housing: amount, total: amount }));
    return [...estimates, ...more].sort((a, b) => (a.date < b.date ? 1 : -1));
  });

/** Refuses everything for the sake of one month. */
const refusesForThem = (message: string, which: (period: PayrollPeriod) => boolean) =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    if ('errors' in result || !forgotten(result.expenditures, input).some(which)) return result;
    return { errors: [message] };
  });

/** Broken sandboxes for the clauses about months that are left out. */
export const leftOutMutants: readonly Mutant[] = [
  mutant(
    'gives-unpaid-months-as-nought',
    'expenditure.left-out.zero-net-pay',
    givesThem('0.00', () => true),
  ),
  mutant(
    'refuses-for-one-unpaid-month',
    'expenditure.left-out.zero-net-pay',
    refusesForThem(messages.noPositivePay(), () => true),
  ),
  mutant(
    'leaves-every-payslip-without-pay-out-of-the-sum',
    'expenditure.left-out.zero-net-pay',
    onPayslips((period) => ((net(period) ?? 0) < 0 ? paid(period, { pence: 0 }) : period)),
  ),
  mutant(
    'gives-months-below-nought',
    'expenditure.left-out.negative-net-pay',
    givesThem('-12.30', (period) => (net(period) ?? 0) < 0),
  ),
  mutant(
    'forgets-the-sign-of-net-pay',
    'expenditure.left-out.negative-net-pay',
    onPayslips((period) => paid(period, { pence: Math.abs(net(period) ?? 0) })),
  ),
  mutant(
    'refuses-for-one-month-below-nought',
    'expenditure.left-out.negative-net-pay',
    refusesForThem(messages.noPositivePay(), (period) => (net(period) ?? 0) < 0),
  ),
  mutant(
    'refuses-for-one-month-on-an-island',
    'expenditure.left-out.channel-islands',
    refusesForThem(messages.noRegion('JE2 3AB'), (period) => /^(JE|GY)/.test(postCodeOf(period) ?? '')),
  ),
  mutant(
    'gives-months-abroad-as-nought',
    'expenditure.left-out.unknown-post-code',
    givesThem('0.00', (period) => /^[QVX]/.test(postCodeOf(period) ?? '')),
  ),
];
