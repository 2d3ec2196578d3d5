import type { BankStatementSubmission } from '../../../spec/types.ts';
import { type Defect, type Mutant, mutant, onBody } from './mutant.ts';
import { onNumber, onPage, onQuery } from './paged-lists.ts';

const list = 'listBankStatements';

const onStatements = (change: (statement: BankStatementSubmission) => void): Defect =>
  onBody(list, ({ bank_statement_submissions }) => {
    for (const one of bank_statement_submissions) change(one);
  });

/** Broken sandboxes for the clauses about bank statements. */
export const bankStatementMutants: readonly Mutant[] = [
  mutant(
    'skips-the-first-statement',
    'bank-statements.list.offset-from-zero',
    onNumber(list, 'offset', (offset) => Math.max(1, offset)),
  ),
  mutant(
    'holds-no-more-statements-than-users-on-a-page',
    'bank-statements.list.limit-highest',
    onNumber(list, 'limit', (limit) => Math.min(100, limit)),
  ),
  mutant(
    'takes-an-offset-below-nought-for-nought',
    'bank-statements.list.most',
    onNumber(list, 'offset', (offset) => Math.max(0, offset)),
  ),
  mutant(
    'totals-what-a-filter-leaves-out',
    'bank-statements.filter.total',
    onPage(list, (pagination) => {
      pagination.total_count += 1;
      return undefined;
    }),
  ),
  mutant(
    'filters-by-whole-days',
    'bank-statements.filter.before',
    onQuery(list, (query) => {
      const from = query.get('created_from');
      if (from) query.set('created_from', `${from.slice(0, 10)}T00:00:00.000Z`);
    }),
  ),
  mutant(
    'ignores-the-latest-time',
    'bank-statements.filter.after',
    onQuery(list, (query) => query.delete('created_to')),
  ),
  mutant(
    'leaves-out-the-very-instant',
    'bank-statements.filter.keeps-the-instant',
    onQuery(list, (query) => {
      const to = query.get('created_to');
      if (to) query.set('created_to', new Date(Date.parse(to) - 1).toISOString());
    }),
  ),
  mutant(
    'gives-transaction-amounts-as-numbers',
    'bank-statements.shape.types',
    onStatements(({ transactions }) => {
      for (const one of transactions ?? []) Object.assign(one, { amount: Number(one.amount) });
    }),
  ),
  mutant(
    'gives-statement-dates-as-instants',
    'bank-statements.shape.plain-dates',
    onStatements(({ statement_period: period }) => {
      if (period) period.end_date = `${period.end_date}T00:00:00.000Z`;
    }),
  ),
  mutant(
    'leaves-out-the-commas-of-balances',
    'bank-statements.shape.balances',
    onStatements(({ balance_information: balances }) => {
      if (balances) balances.closing_balance = balances.closing_balance?.replaceAll(',', '') ?? null;
    }),
  ),
  mutant(
    'gives-the-probability-in-percent',
    'bank-statements.shape.probability',
    onStatements((one) => {
      one.bank_statement_probability = (one.bank_statement_probability ?? 0) * 100;
    }),
  ),
  mutant(
    'drops-leading-noughts-of-account-numbers',
    'bank-statements.shape.extracted-data',
    onStatements(({ account_information: account }) => {
      if (account) account.account_number = account.account_number?.replace(/^0+/, '') ?? null;
    }),
  ),
];
