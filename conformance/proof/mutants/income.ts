import type { TaxauthIncomeSubmission } from '../../../spec/types.ts';
import { type Defect, mutantsOf, onBody } from './mutant.ts';
import { onQuery } from './paged-lists.ts';

const list = 'getTaxauthIncome';

const onIncome = (change: (income: TaxauthIncomeSubmission) => void): Defect =>
  onBody(list, ({ income_submissions }) => {
    for (const one of income_submissions) change(one);
  });

export const incomeMutants = mutantsOf({
  'income.filter.account: ignores-the-account-beside-an-entry': onQuery(list, (query) => {
    if (query.has('entry_id')) query.delete('account_id');
  }),
  'income.filter.total: totals-income-that-the-filter-left-out': onBody(list, ({ pagination }) => {
    pagination.total_count = 4;
  }),
  'income.filter.entry: ignores-the-entry-filter': onQuery(list, (query) => query.delete('entry_id')),
  'income.shape.types: gives-income-without-an-account': onIncome(
    (income) => void Object.assign(income, { account_id: null }),
  ),
  'income.shape.types: tells-income-periods-by-day': onIncome(({ income_period: period }) => {
    if (period) period.start = period.start?.slice(0, 10) ?? null;
  }),
  'income.shape.money: gives-total-income-as-a-number': onIncome(({ employment }) => {
    if (employment) Object.assign(employment, { total_income: Number(employment.total_income) });
  }),
});
