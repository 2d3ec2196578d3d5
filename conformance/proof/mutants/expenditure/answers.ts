import { messages } from '../../../../simulator/expenditure/options.ts';
import { countedPeriod, type PayrollPeriod } from '../../../../simulator/expenditure/period.ts';
import { mutantsOf } from '../mutant.ts';
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

export const leftOutMutants = mutantsOf('expenditure.left-out.', {
  'zero-net-pay: refuses-for-one-unpaid-month': refusesForThem(messages.noPositivePay(), () => true),
  'zero-net-pay: leaves-every-payslip-without-pay-out-of-the-sum': onPayslips((period) =>
    (net(period) ?? 0) < 0 ? paid(period, { pence: 0 }) : period,
  ),
  'negative-net-pay: forgets-the-sign-of-net-pay': onPayslips((period) =>
    paid(period, { pence: Math.abs(net(period) ?? 0) }),
  ),
  'channel-islands: refuses-for-one-month-on-an-island': refusesForThem(
    messages.noRegion('JE2 3AB'),
    (period) => /^(JE|GY)/.test(postCodeOf(period) ?? ''),
  ),
});

export const answerMutants = mutantsOf('', {
  'expenditure.answer: gives-estimates-as-numbers': onEstimates((estimates) =>
    estimates.map((one) => ({ ...one, housing: Number(one.housing) })),
  ),
  'http.two-decimal-money: cuts-noughts-off-amounts': onEstimates((estimates) =>
    estimates.map((one) => ({ ...one, total: String(Number(one.total)) })),
  ),
  'expenditure.shape.month-start: dates-estimates-by-a-clock-an-hour-ahead': onEstimates((estimates) =>
    estimates.map((one) => ({ ...one, date: new Date(Date.parse(one.date) - 3_600_000).toISOString() })),
  ),
  'expenditure.shape.total-is-sum: rounds-the-total-to-ten-pence': onEstimates((estimates) =>
    estimates.map((one) => ({ ...one, total: `${Number(one.total).toFixed(1)}0` })),
  ),
  'expenditure.months.newest-first: orders-months-of-all-years-together': onEstimates((estimates) =>
    estimates.toSorted((a, b) => (a.date.slice(5) < b.date.slice(5) ? 1 : -1)),
  ),
  'expenditure.months.newest-first: gives-a-month-once-for-each-payslip': onEstimate((input, estimate) => ({
    expenditures: input.periods
      .flatMap((period) => {
        const alone = estimate({ ...input, periods: [period] });
        return 'errors' in alone ? [] : alone.expenditures;
      })
      .sort((a, b) => (a.date < b.date ? 1 : -1)),
  })),
});
