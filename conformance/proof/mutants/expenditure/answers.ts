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
    'forgets-the-sign-of-net-pay',
    'expenditure.left-out.negative-net-pay',
    onPayslips((period) => paid(period, { pence: Math.abs(net(period) ?? 0) })),
  ),
  mutant(
    'refuses-for-one-month-on-an-island',
    'expenditure.left-out.channel-islands',
    refusesForThem(messages.noRegion('JE2 3AB'), (period) => /^(JE|GY)/.test(postCodeOf(period) ?? '')),
  ),
];

/** Broken sandboxes for the clauses about the answer and the order of its months. */
export const answerMutants: readonly Mutant[] = [
  mutant(
    'gives-estimates-as-numbers',
    'expenditure.answer',
    onEstimates((estimates) => estimates.map((one) => ({ ...one, housing: Number(one.housing) }))),
  ),
  mutant(
    'cuts-noughts-off-amounts',
    'http.two-decimal-money',
    onEstimates((estimates) => estimates.map((one) => ({ ...one, total: String(Number(one.total)) }))),
  ),
  mutant(
    'dates-estimates-without-milliseconds',
    'expenditure.shape.month-start',
    onEstimates((estimates) => estimates.map((one) => ({ ...one, date: one.date.replace('.000Z', 'Z') }))),
  ),
  mutant(
    'dates-estimates-by-a-clock-an-hour-ahead',
    'expenditure.shape.month-start',
    onEstimates((estimates) =>
      estimates.map((one) => ({ ...one, date: new Date(Date.parse(one.date) - 3_600_000).toISOString() })),
    ),
  ),
  mutant(
    'rounds-the-total-to-ten-pence',
    'expenditure.shape.total-is-sum',
    onEstimates((estimates) =>
      estimates.map((one) => ({ ...one, total: `${Number(one.total).toFixed(1)}0` })),
    ),
  ),
  mutant(
    'orders-months-of-all-years-together',
    'expenditure.months.newest-first',
    onEstimates((estimates) => estimates.toSorted((a, b) => (a.date.slice(5) < b.date.slice(5) ? 1 : -1))),
  ),
  mutant(
    'gives-a-month-once-for-each-payslip',
    'expenditure.months.newest-first',
    onEstimate((input, estimate) => ({
      expenditures: input.periods
        .flatMap((period) => {
          const alone = estimate({ ...input, periods: [period] });
          return 'errors' in alone ? [] : alone.expenditures;
        })
        .sort((a, b) => (a.date < b.date ? 1 : -1)),
    })),
  ),
];
