import { messages } from '../../../../simulator/expenditure/options.ts';
import { mutantsOf, onErrors } from '../mutant.ts';
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

export const estimateErrorMutants = mutantsOf('expenditure.errors.', {
  'user-not-found: writes-the-unknown-user-without-brackets': onErrors(read, (errors) =>
    errors.map((message) => message.replace(/User \[(.*)\]/, 'User $1')),
  ),
  'date-of-birth-missing: words-a-missing-date-of-birth-otherwise': reworded(
    '[date_of_birth] param is missing on',
    'date_of_birth is missing on',
  ),
  'post-codes-missing: leaves-months-without-a-post-code-out': emptyFor('[post_codes]'),
  'post-codes-missing: calls-a-missing-post-code-by-its-payslip-name': reworded(
    '[post_codes]',
    '[post_code]',
  ),
  'born-after-month: tells-the-unborn-no-date': reworded(/param \S+ is after/, 'param is after'),
  'over-age: takes-the-age-of-151': onPayslips((period, { user }) => {
    const date = bornOf(period) ?? user.date_of_birth ?? '2000-01-01';
    const year = Number(date.slice(0, 4));
    return year > 1874 || year < 1850 ? period : born(period, `${year + 1}-01-01`);
  }),
  'over-age: dates-the-too-old-the-british-way': reworded(
    /param (\d+)-(\d+)-(\d+) gives/,
    'param $3/$2/$1 gives',
  ),
  'no-region: writes-the-post-code-without-its-space': reworded(
    /Postcode (\S+) (\S+) has/,
    'Postcode $1$2 has',
  ),
  'each-post-code-tried: tells-nothing-of-the-users-post-codes': onMessages((errors, { user }) =>
    errors.filter((message) => !(user.post_codes ?? []).some((one) => message.includes(`${one} has`))),
  ),
  'periods-missing: speaks-of-payslips-instead-of-periods': reworded(
    'payroll periods are missing',
    'payslips are missing',
  ),
  'periods-without-net-pay: takes-no-net-pay-for-nought': onPayslips((period) =>
    period.income_information?.earnings?.net_pay == null ? paid(period, { pence: 0 }) : period,
  ),
  'periods-without-dates: takes-a-day-where-the-end-is-missing': onPayslips((period) =>
    period.income_information?.pay_interval_start ? completed(period) : period,
  ),
  'no-positive-net-pay: takes-no-pay-for-no-payroll': reworded(
    messages.noPositivePay(),
    messages.periodsMissing(),
  ),
  'one-string-each: tells-all-problems-in-one-string': onMessages((errors) => [errors.join(', ')]),
});
