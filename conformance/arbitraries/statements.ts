import fc from 'fast-check';
import type { PartialBankStatementSubmission } from '../../spec/types.ts';
import { balances, identifiers, money, names } from './text.ts';

const dayMs = 86_400_000;
const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

const periods = fc
  .record({
    first: fc.integer({ min: Date.UTC(2022, 0, 1) / dayMs, max: Date.UTC(2024, 11, 1) / dayMs }),
    days: fc.integer({ min: 6, max: 60 }),
  })
  .map(({ first, days }) => ({ start_date: dayText(first), end_date: dayText(first + days) }));

const transactions = fc.uniqueArray(
  fc.record({
    date: fc.integer({ min: 0, max: 6 }),
    description: identifiers,
    amount: money(0, 4000),
    type: fc.constantFrom('credit', 'debit'),
  }),
  { selector: ({ description }) => description, minLength: 1, maxLength: 4 },
);

/** What extraction may find in a statement: every part of it, transactions within the period. */
export const statements: fc.Arbitrary<PartialBankStatementSubmission> = fc
  .record({
    document_external_id: identifiers,
    document_filename: identifiers.map((name) => `${name.replaceAll('/', '-')}.pdf`),
    account_information: fc.record({
      account_holder_name: names,
      account_number: fc.oneof(
        digits(8),
        digits(6).map((rest) => `00${rest}`),
      ),
      sort_code: digits(6).map((text) => text.replace(/(..)(..)(..)/, '$1-$2-$3')),
      bank_name: names,
      iban: fc.tuple(digits(2), digits(14)).map(([check, rest]) => `GB${check}PYRG${rest}`),
    }),
    statement_period: periods,
    balance_information: fc.record({ opening_balance: balances, closing_balance: balances }),
    transactions,
    bank_statement_probability: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  })
  .map(({ transactions, ...rest }) => ({
    ...rest,
    transactions: transactions.map((one) => ({
      ...one,
      date: dayText(Date.parse(rest.statement_period.start_date) / dayMs + one.date),
    })),
  }));
