import type { TaxauthIncomeSubmission } from '../../../spec/types.ts';
import { around, type Defect, mutantsOf, onBody } from './mutant.ts';
import { onQuery } from './paged-lists.ts';

const list = 'getTaxauthIncome';

const onIncome = (change: (income: TaxauthIncomeSubmission) => void): Defect =>
  onBody(list, ({ income_submissions }) => {
    for (const one of income_submissions) change(one);
  });

export const incomeMutants = mutantsOf('income.', {
  'filter.account: ignores-the-account-beside-an-entry': onQuery(list, (query) => {
    if (query.has('entry_id')) query.delete('account_id');
  }),
  'filter.account: filters-what-is-on-the-page-alone': around(list, async (context, handler) => {
    const { account_id, ...query } = context.query;
    const answer = await handler({ ...context, query });
    const { body } = answer;
    if (!body || account_id === undefined) return answer;
    const left = body.income_submissions.filter((one) => one.account_id === account_id);
    return { ...answer, body: { ...body, income_submissions: left } };
  }),
  'filter.total: totals-income-that-the-filter-left-out': onBody(list, ({ pagination }) => {
    pagination.total_count = 4;
  }),
  'filter.entry: ignores-the-entry-filter': onQuery(list, (query) => query.delete('entry_id')),
  'shape.types: gives-income-without-an-account': onIncome(
    (income) => void Object.assign(income, { account_id: null }),
  ),
  'shape.types: tells-income-periods-by-day': onIncome(({ income_period: period }) => {
    if (period) period.start = period.start?.slice(0, 10) ?? null;
  }),
  'shape.money: gives-total-income-as-a-number': onIncome(({ employment }) => {
    if (employment) Object.assign(employment, { total_income: Number(employment.total_income) });
  }),
});
