import type { TaxauthIncomeSubmission } from '../../../spec/types.ts';
import { type Defect, type Mutant, mutant, onBody } from './mutant.ts';
import { onQuery } from './paged-lists.ts';

const list = 'getTaxauthIncome';

const onIncome = (change: (income: TaxauthIncomeSubmission) => void): Defect =>
  onBody(list, ({ income_submissions }) => {
    for (const one of income_submissions) change(one);
  });

/** Broken sandboxes for the clauses about tax-authority income. */
export const incomeMutants: readonly Mutant[] = [
  mutant(
    'ignores-the-account-beside-an-entry',
    'income.filter.account',
    onQuery(list, (query) => {
      if (query.has('entry_id')) query.delete('account_id');
    }),
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
];
