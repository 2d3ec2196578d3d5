import { messages } from '../../../../simulator/expenditure/messages.ts';
import { type Mutant, mutant, onErrors } from '../mutant.ts';
import {
  born,
  bornOf,
  emptyFor,
  onMessages,
  onPayslips,
  type PayrollPeriod,
  paid,
} from './estimate-defects.ts';

const read = 'getOnsExpenditure';

const reworded = (from: string | RegExp, to: string) =>
  onMessages((errors) => errors.map((message) => message.replace(from, to)));

const day = (text: string): number => Math.floor(Date.parse(text) / 86_400_000);

/** Gives an interval that lacks an end the pay day in its place. */
const completed = (period: PayrollPeriod): PayrollPeriod => {
  const { pay_date, pay_interval_start, pay_interval_end } = period.income_information ?? {};
  const other = pay_interval_start ?? pay_interval_end ?? pay_date;
  if (!other || (pay_interval_start && pay_interval_end)) return period;
  return paid(period, { start: day(pay_interval_start ?? other), end: day(pay_interval_end ?? other) });
};

/** Broken sandboxes for the clauses about what is missing or invalid. */
export const estimateErrorMutants: readonly Mutant[] = [
  mutant(
    'writes-the-unknown-user-without-brackets',
    'expenditure.errors.user-not-found',
    onErrors(read, (errors) => errors.map((message) => message.replace(/User \[(.*)\]/, 'User $1'))),
  ),
  mutant(
    'words-a-missing-date-of-birth-otherwise',
    'expenditure.errors.date-of-birth-missing',
    reworded('[date_of_birth] param is missing on', 'date_of_birth is missing on'),
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
    'tells-the-unborn-no-date',
    'expenditure.errors.born-after-month',
    reworded(/param \S+ is after/, 'param is after'),
  ),
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
    'dates-the-too-old-the-british-way',
    'expenditure.errors.over-age',
    reworded(/param (\d+)-(\d+)-(\d+) gives/, 'param $3/$2/$1 gives'),
  ),
  mutant(
    'writes-the-post-code-without-its-space',
    'expenditure.errors.no-region',
    reworded(/Postcode (\S+) (\S+) has/, 'Postcode $1$2 has'),
  ),
  mutant(
    'tells-nothing-of-the-users-post-codes',
    'expenditure.errors.each-post-code-tried',
    onMessages((errors, { user }) =>
      errors.filter((message) => !(user.post_codes ?? []).some((one) => message.includes(`${one} has`))),
    ),
  ),
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
    'takes-a-day-where-the-end-is-missing',
    'expenditure.errors.periods-without-dates',
    onPayslips((period) => (period.income_information?.pay_interval_start ? completed(period) : period)),
  ),
  mutant(
    'takes-no-pay-for-no-payroll',
    'expenditure.errors.no-positive-net-pay',
    reworded(messages.noPositivePay(), messages.periodsMissing()),
  ),
  mutant(
    'tells-all-problems-in-one-string',
    'expenditure.errors.one-string-each',
    onMessages((errors) => [errors.join(', ')]),
  ),
];
