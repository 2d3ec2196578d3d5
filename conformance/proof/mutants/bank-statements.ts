import type { BankStatementSubmission } from '../../../spec/types.ts';
import { type Defect, mutantsOf, onBody } from './mutant.ts';
import { onNumber, onPage, onQuery } from './paged-lists.ts';

const list = 'listBankStatements';

const onStatements = (change: (statement: BankStatementSubmission) => void): Defect =>
  onBody(list, ({ bank_statement_submissions }) => {
    for (const one of bank_statement_submissions) change(one);
  });

export const bankStatementMutants = mutantsOf('bank-statements.', {
  'list.offset-from-zero: skips-the-first-statement': onNumber(list, 'offset', (offset) =>
    Math.max(1, offset),
  ),
  'list.limit-highest: holds-no-more-statements-than-users-on-a-page': onNumber(list, 'limit', (limit) =>
    Math.min(100, limit),
  ),
  'list.most: takes-an-offset-below-nought-for-nought': onNumber(list, 'offset', (offset) =>
    Math.max(0, offset),
  ),
  'filter.total: totals-what-a-filter-leaves-out': onPage(list, (pagination) => {
    pagination.total_count += 1;
    return undefined;
  }),
  'filter.before: filters-by-whole-days': onQuery(list, (query) => {
    const from = query.get('created_from');
    if (from) query.set('created_from', `${from.slice(0, 10)}T00:00:00.000Z`);
  }),
  'filter.before: ignores-the-earliest-time-beside-a-latest-one': onQuery(list, (query) => {
    if (query.has('created_to')) query.delete('created_from');
  }),
  'filter.after: ignores-the-latest-time-on-later-pages': onQuery(list, (query) => {
    if (query.get('offset') !== '0') query.delete('created_to');
  }),
  'filter.after: ignores-the-latest-time': onQuery(list, (query) => query.delete('created_to')),
  'filter.keeps-the-instant: leaves-out-the-very-instant': onQuery(list, (query) => {
    const to = query.get('created_to');
    if (to) query.set('created_to', new Date(Date.parse(to) - 1).toISOString());
  }),
  'shape.types: gives-transaction-amounts-as-numbers': onStatements(({ transactions }) => {
    for (const one of transactions ?? []) Object.assign(one, { amount: Number(one.amount) });
  }),
  'shape.plain-dates: gives-statement-dates-as-instants': onStatements(({ statement_period: period }) => {
    if (period) period.end_date = `${period.end_date}T00:00:00.000Z`;
  }),
  'shape.balances: leaves-out-the-commas-of-balances': onStatements(({ balance_information: balances }) => {
    if (balances) balances.closing_balance = balances.closing_balance?.replaceAll(',', '') ?? null;
  }),
  'shape.probability: gives-the-probability-in-percent': onStatements((one) => {
    one.bank_statement_probability = (one.bank_statement_probability ?? 0) * 100;
  }),
  'shape.extracted-data: drops-leading-noughts-of-account-numbers': onStatements(
    ({ account_information: account }) => {
      if (account) account.account_number = account.account_number?.replace(/^0+/, '') ?? null;
    },
  ),
});
