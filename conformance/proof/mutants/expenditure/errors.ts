import { messages } from '../../../../simulator/expenditure/messages.ts';
import { type Mutant, mutant, onAnswer, onErrors, onStatus } from '../mutant.ts';
import {
  born,
  bornOf,
  emptyFor,
  livingAt,
  onEstimate,
  onMessages,
  onPayslips,
  type PayrollPeriod,
  paid,
  postCodeOf,
} from './estimate-defects.ts';

const read = 'getOnsExpenditure';

/** Answers a refusal of this kind with another status. */
const otherStatus = (words: string, status: number) =>
  onAnswer(read, (answer) =>
    answer.status === 404 && JSON.stringify(answer.body).includes(words) ? { ...answer, status } : answer,
  );

const reworded = (from: string | RegExp, to: string) =>
  onMessages((errors) => errors.map((message) => message.replace(from, to)));

const without = (words: string) =>
  onMessages((errors) => errors.filter((message) => !message.includes(words)));

const day = (text: string): number => Math.floor(Date.parse(text) / 86_400_000);

/** Gives an interval that lacks an end the pay day in its place. */
const completed = (period: PayrollPeriod): PayrollPeriod => {
  const { pay_date, pay_interval_start, pay_interval_end } = period.income_information ?? {};
  const other = pay_interval_start ?? pay_interval_end ?? pay_date;
  if (!other || (pay_interval_start && pay_interval_end)) return period;
  return paid(period, { start: day(pay_interval_start ?? other), end: day(pay_interval_end ?? other) });
};

/** Broken sandboxes for the clauses about what is missing or invalid. */
export const errorMutants: readonly Mutant[] = [
  mutant('answers-an-unknown-user-with-400', 'expenditure.errors.user-not-found', onStatus(read, 404, 400)),
  mutant(
    'writes-the-unknown-user-without-brackets',
    'expenditure.errors.user-not-found',
    onErrors(read, (errors) => errors.map((message) => message.replace(/User \[(.*)\]/, 'User $1'))),
  ),
  mutant(
    'answers-an-unknown-user-with-no-estimates',
    'expenditure.errors.user-not-found',
    onAnswer(read, (answer) =>
      JSON.stringify(answer.body).includes('not found')
        ? { ...answer, status: 200, body: { expenditures: [] } }
        : answer,
    ),
  ),
  mutant(
    'guesses-a-missing-date-of-birth',
    'expenditure.errors.date-of-birth-missing',
    onPayslips((period, { user }) => born(period, bornOf(period) ?? user.date_of_birth ?? '1980-01-01')),
  ),
  mutant(
    'words-a-missing-date-of-birth-otherwise',
    'expenditure.errors.date-of-birth-missing',
    reworded('[date_of_birth] param is missing on', 'date_of_birth is missing on'),
  ),
  mutant(
    'answers-a-missing-date-of-birth-with-400',
    'expenditure.errors.date-of-birth-missing',
    otherStatus('date_of_birth', 400),
  ),
  mutant(
    'takes-england-without-a-post-code',
    'expenditure.errors.post-codes-missing',
    onPayslips((period, { user }) =>
      livingAt(period, postCodeOf(period) ?? user.post_codes?.[0] ?? 'LS1 4AP'),
    ),
  ),
  mutant(
    'leaves-months-without-a-post-code-out',
    'expenditure.errors.post-codes-missing',
    emptyFor('[post_codes]'),
  ),
  mutant(
    'calls-a-missing-post-code-by-its-payslip-name',
    'expenditure.errors.post-codes-missing',
    reworded('[post_codes]', '[post_code]'),
  ),
  mutant(
    'takes-the-unborn-for-newborn',
    'expenditure.errors.born-after-month',
    onEstimate((input, estimate) => {
      const result = estimate(input);
      if (!('errors' in result) || !result.errors.some((message) => message.includes('is after')))
        return result;
      const periods = input.periods.map((period) => born(period, '2010-01-01'));
      return estimate({ ...input, periods });
    }),
  ),
  mutant(
    'tells-the-unborn-no-date',
    'expenditure.errors.born-after-month',
    reworded(/param \S+ is after/, 'param is after'),
  ),
  mutant('says-nothing-of-the-unborn', 'expenditure.errors.born-after-month', emptyFor('is after')),
  mutant(
    'takes-the-age-of-151',
    'expenditure.errors.over-age',
    onPayslips((period, { user }) => {
      const date = bornOf(period) ?? user.date_of_birth ?? '2000-01-01';
      const year = Number(date.slice(0, 4));
      return year > 1874 || year < 1850 ? period : born(period, `${year + 1}-01-01`);
    }),
  ),
  mutant(
    'has-no-oldest-age',
    'expenditure.errors.over-age',
    onPayslips((period, { user }) => {
      const date = bornOf(period) ?? user.date_of_birth ?? '2000-01-01';
      return date < '1900' ? born(period, '1900-01-01') : period;
    }),
  ),
  mutant(
    'dates-the-too-old-the-british-way',
    'expenditure.errors.over-age',
    reworded(/param (\d+)-(\d+)-(\d+) gives/, 'param $3/$2/$1 gives'),
  ),
  mutant('names-another-limit', 'expenditure.errors.over-age', reworded('over 150', 'over 120')),
  mutant('answers-too-old-with-422', 'expenditure.errors.over-age', otherStatus('age over', 422)),
  mutant('forgets-the-supported-regions', 'expenditure.errors.no-region', reworded(/; supported.*/, '')),
  mutant('gives-no-estimates-without-a-region', 'expenditure.errors.no-region', emptyFor('no ONS region')),
  mutant(
    'writes-the-post-code-without-its-space',
    'expenditure.errors.no-region',
    reworded(/Postcode (\S+) (\S+) has/, 'Postcode $1$2 has'),
  ),
  mutant(
    'tells-of-one-post-code-alone',
    'expenditure.errors.each-post-code-tried',
    onMessages((errors) => errors.slice(0, 1)),
  ),
  mutant(
    'tells-nothing-of-the-users-post-codes',
    'expenditure.errors.each-post-code-tried',
    onMessages((errors, { user }) =>
      errors.filter((message) => !(user.post_codes ?? []).some((one) => message.includes(`${one} has`))),
    ),
  ),
  mutant(
    'tells-of-all-post-codes-in-one-string',
    'expenditure.errors.each-post-code-tried',
    onMessages((errors) => [errors.join('; ')]),
  ),
  mutant('gives-no-estimates-without-payroll', 'expenditure.errors.periods-missing', emptyFor('are missing')),
  mutant(
    'speaks-of-payslips-instead-of-periods',
    'expenditure.errors.periods-missing',
    reworded('payroll periods are missing', 'payslips are missing'),
  ),
  mutant(
    'takes-no-net-pay-for-nought',
    'expenditure.errors.periods-without-net-pay',
    onPayslips((period) =>
      period.income_information?.earnings?.net_pay == null ? paid(period, { pence: 0 }) : period,
    ),
  ),
  mutant(
    'takes-a-usual-pay-where-there-is-none',
    'expenditure.errors.periods-without-net-pay',
    onPayslips((period) =>
      period.income_information?.earnings?.net_pay == null ? paid(period, { pence: 150_000 }) : period,
    ),
  ),
  mutant(
    'takes-the-pay-day-for-the-interval',
    'expenditure.errors.periods-without-dates',
    onPayslips(completed),
  ),
  mutant(
    'takes-a-day-where-the-end-is-missing',
    'expenditure.errors.periods-without-dates',
    onPayslips((period) => (period.income_information?.pay_interval_start ? completed(period) : period)),
  ),
  mutant(
    'says-nothing-of-payslips-without-dates',
    'expenditure.errors.periods-without-dates',
    emptyFor('are missing'),
  ),
  mutant('gives-no-estimates-without-pay', 'expenditure.errors.no-positive-net-pay', emptyFor('no positive')),
  mutant(
    'takes-no-pay-for-no-payroll',
    'expenditure.errors.no-positive-net-pay',
    reworded(messages.noPositivePay(), messages.periodsMissing()),
  ),
  mutant(
    'tells-the-first-problem-alone',
    'expenditure.errors.one-string-each',
    onMessages((errors) => errors.slice(0, 1)),
  ),
  mutant(
    'tells-all-problems-in-one-string',
    'expenditure.errors.one-string-each',
    onMessages((errors) => [errors.join(', ')]),
  ),
  mutant('tells-of-the-date-of-birth-alone', 'expenditure.errors.one-string-each', without('[post_codes]')),
];
