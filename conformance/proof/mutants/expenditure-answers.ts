import { messages } from '../../../simulator/expenditure/options.ts';
import { countedPeriod, type PayrollPeriod } from '../../../simulator/expenditure/period.ts';
import {
  born,
  bornOf,
  type ExpenditureInput,
  emptyFor,
  onEstimate,
  onEstimates,
  onMessages,
  onPayslips,
  paid,
  postCodeOf,
} from './estimate-defects.ts';
import { type Mutant, mutantsOf } from './mutant.ts';

const net = (period: PayrollPeriod): number | undefined => countedPeriod(period, 'inclusive')?.net;

/** Months of the payslips that no estimate is about. */
const forgotten = (estimates: readonly { date: string }[], { periods }: ExpenditureInput): PayrollPeriod[] =>
  periods.filter((period) => {
    const month = period.income_information?.pay_interval_start?.slice(0, 7) ?? '';
    return net(period) !== undefined && !estimates.some(({ date }) => date.startsWith(month));
  });

const refusesForThem = (message: string, which: (period: PayrollPeriod) => boolean) =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    if ('errors' in result || !forgotten(result.expenditures, input).some(which)) return result;
    return { errors: [message] };
  });

const leftOutMutants = mutantsOf('expenditure.left-out.', {
  'zero-net-pay: refuses-for-one-unpaid-month': refusesForThem(messages.noPositivePay(), () => true),
  'channel-islands: refuses-for-one-month-on-an-island': refusesForThem(
    messages.noRegion('JE2 3AB'),
    (period) => /^(JE|GY)/.test(postCodeOf(period) ?? ''),
  ),
});

const orderMutants = mutantsOf('', {
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

const day = (text: string): number => Math.floor(Date.parse(text) / 86_400_000);

/** Gives an interval that lacks an end the pay day in its place. */
const completed = (period: PayrollPeriod): PayrollPeriod => {
  const { pay_date, pay_interval_start, pay_interval_end } = period.income_information ?? {};
  const other = pay_interval_start ?? pay_interval_end ?? pay_date;
  if (!other || (pay_interval_start && pay_interval_end)) return period;
  return paid(period, { start: day(pay_interval_start ?? other), end: day(pay_interval_end ?? other) });
};

const errorMutants = mutantsOf('expenditure.errors.', {
  'post-codes-missing: leaves-months-without-a-post-code-out': emptyFor('[post_codes]'),
  'over-age: takes-the-age-of-151': onPayslips((period, { user }) => {
    const date = bornOf(period) ?? user.date_of_birth ?? '2000-01-01';
    const year = Number(date.slice(0, 4));
    return year > 1874 || year < 1850 ? period : born(period, `${year + 1}-01-01`);
  }),
  'each-post-code-tried: tells-nothing-of-the-users-post-codes': onMessages((errors, { user }) =>
    errors.filter((message) => !(user.post_codes ?? []).some((one) => message.includes(`${one} has`))),
  ),
  'periods-without-dates: takes-a-day-where-the-end-is-missing': onPayslips((period) =>
    period.income_information?.pay_interval_start ? completed(period) : period,
  ),
});

export const answerMutants: readonly Mutant[] = [...leftOutMutants, ...orderMutants, ...errorMutants];
