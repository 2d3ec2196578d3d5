import type { TaxauthIncomeSubmission } from '../../spec/types.ts';
import { mixesUsers, onNumber, onPage, onQuery, refusesLimit } from './list-defects.ts';
import { type Defect, instead, type Mutant, mutant, onBody } from './mutant.ts';

const list = 'getTaxauthIncome';

const onIncome = (change: (income: TaxauthIncomeSubmission) => void): Defect =>
  onBody(list, ({ income_submissions }) => {
    for (const one of income_submissions) change(one);
  });

/** Broken sandboxes for the clauses about tax-authority income. */
export const incomeMutants: readonly Mutant[] = [
  mutant(
    'gives-income-without-pagination',
    'income.list.answer',
    onBody(list, ({ income_submissions }) => ({ income_submissions })),
  ),
  mutant(
    'counts-income-by-the-total',
    'income.list.count',
    onPage(list, (pagination) => {
      pagination.count = pagination.total_count;
      return undefined;
    }),
  ),
  mutant(
    'totals-income-from-the-offset-on',
    'income.list.total-count',
    onPage(list, (pagination) => {
      pagination.total_count = Math.max(0, pagination.total_count - pagination.offset + 1);
      return undefined;
    }),
  ),
  mutant(
    'reports-the-count-as-the-limit',
    'income.list.echo',
    onPage(list, (pagination) => {
      pagination.limit = pagination.count;
      return undefined;
    }),
  ),
  mutant(
    'ignores-the-limit-of-income',
    'income.list.at-most-limit',
    onNumber(list, 'limit', () => 100),
  ),
  mutant(
    'refuses-the-first-income',
    'income.list.offset-from-one',
    instead(list, ({ url }) =>
      /offset=1(&|$)/.test(url)
        ? { status: 400, body: { errors: ['Query parameter [offset] is too small'] } }
        : undefined,
    ),
  ),
  mutant(
    'refuses-a-page-of-one-income',
    'income.list.limit-lowest',
    refusesLimit(list, (limit) => limit < 2),
  ),
  mutant(
    'refuses-a-page-of-a-hundred-incomes',
    'income.list.limit-highest',
    refusesLimit(list, (limit) => limit >= 100),
  ),
  mutant(
    'leaves-a-gap-between-pages-of-income',
    'income.list.pages-tile',
    onNumber(list, 'offset', (offset) => (offset === 3 || offset === 4 ? offset + 1 : offset)),
  ),
  mutant('lists-the-income-of-others', 'income.list.own-only', mixesUsers(list)),
  mutant(
    'ignores-the-account-filter',
    'income.filter.account',
    onQuery(list, (query) => query.delete('account_id')),
  ),
  mutant(
    'ignores-the-account-beside-an-entry',
    'income.filter.account',
    onQuery(list, (query) => {
      if (query.has('entry_id')) query.delete('account_id');
    }),
  ),
  mutant(
    'takes-any-limit-for-a-hundred',
    'income.list.most',
    onNumber(list, 'limit', (limit) => Math.min(100, limit)),
  ),
  mutant(
    'totals-income-that-the-filter-left-out',
    'income.filter.total',
    onBody(list, ({ pagination }) => {
      pagination.total_count = 5;
    }),
  ),
  mutant(
    'ignores-the-entry-filter',
    'income.filter.entry',
    onQuery(list, (query) => query.delete('entry_id')),
  ),
  mutant(
    'tells-income-periods-by-day',
    'income.shape.types',
    onIncome(({ income_period: period }) => {
      if (period) period.start = period.start?.slice(0, 10) ?? null;
    }),
  ),
  mutant(
    'gives-total-income-as-a-number',
    'income.shape.money',
    onIncome(({ employment }) => {
      if (employment) Object.assign(employment, { total_income: Number(employment.total_income) });
    }),
  ),
  mutant(
    'drops-the-pence-of-tax',
    'http.two-decimal-money',
    onIncome(({ employment }) => {
      for (const one of employment?.employers ?? []) one.tax_paid = one.tax_paid?.split('.')[0] ?? null;
    }),
  ),
];
