import { expect, it } from 'vitest';
import { firstShown, moneyByMonth } from './money-by-month.ts';

const slip = (pay_date: string) => ({
  ...{ id: pay_date, account_id: null, entry_id: null, created_at: pay_date },
  income_information: { pay_date, earnings: { gross_pay: '2000.00', net_pay: '1700.00' } },
});
const estimate = (date: string) => ({ date, cost_of_living: '900.00', housing: '500.00', total: '1400.00' });
const monthsOf = (payDays: string[], estimated: string[]) =>
  moneyByMonth(
    { payroll_submissions: payDays.map(slip), bank_statement_submissions: [], income_submissions: [] },
    estimated.map(estimate),
  );
const shown = (...input: Parameters<typeof monthsOf>) => {
  const months = monthsOf(...input);
  return months[firstShown(months)];
};

it('shows pay and spending first, also of a person who is paid in the month after', () => {
  const inTheSameMonth = shown(['2028-04-28', '2028-05-28'], ['2028-04-01', '2028-05-01']);
  expect(inTheSameMonth).toMatchObject({ month: '2028-05', net: 1700, living: 900 });
  const inTheMonthAfter = shown(['2028-05-05', '2028-06-05'], ['2028-04-01', '2028-05-01']);
  expect(inTheMonthAfter).toMatchObject({ month: '2028-05', net: 1700, living: 900 });
});

it('shows the newest month first where there is pay alone', () => {
  expect(shown(['2028-05-05', '2028-06-05'], [])).toMatchObject({ month: '2028-06', living: null });
});

it('counts a pay once, whether two accounts show it or one shows it twice', () => {
  const shownBy = (account_id: string) => ({
    ...slip('2028-05-28'),
    account_id,
    employment_information: { employer_name: 'Orchard Foods' },
    income_information: {
      ...{ pay_date: '2028-05-28', pay_interval_start: '2028-05-01', pay_interval_end: '2028-05-31' },
      earnings: { gross_pay: '2000.00', net_pay: '1700.00' },
    },
  });
  const netOf = (...accounts: string[]) =>
    moneyByMonth(
      { payroll_submissions: accounts.map(shownBy), bank_statement_submissions: [], income_submissions: [] },
      [],
    )[0]?.net;
  expect(netOf('a', 'b')).toBe(1700);
  expect(netOf('a', 'a')).toBe(1700);
});
