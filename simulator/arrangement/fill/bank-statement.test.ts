import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnPerson } from '../../../generators/people/drawn-person.ts';
import { hasRightCheckDigits } from '../../../generators/uk/iban.ts';
import { loadContract } from '../../../spec/contract.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import type { BankStatementSubmission, PartialBankStatementSubmission, User } from '../../../spec/types.ts';
import { randomIds } from '../../ports/ports.ts';
import { fillStatement } from './bank-statement.ts';
import { readStatement } from './read-submissions.ts';
import { givenStatement } from './testing/given-arbitraries.ts';
import { expectKept } from './testing/kept-by-meaning.ts';

const { validators } = loadContract(defaultProfile());
const now = Date.parse('2026-03-18T10:00:00.000Z');
const user: User = {
  user_id: '0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d',
  created_at: '2026-03-01T00:00:00.000Z',
  forename: 'Ada',
  surname: 'Byron',
};

const person = drawnPerson(user);

function fill(given: PartialBankStatementSubmission): BankStatementSubmission {
  return fillStatement(readStatement(given), { person, now, newId: () => randomIds.ofUser(user.user_id) });
}

const pence = (text: string | null | undefined) => Math.round(Number((text ?? '').replaceAll(',', '')) * 100);
const small = (value: unknown): boolean => !JSON.stringify(value).includes('99999999999');

function moved({ transactions }: BankStatementSubmission): number {
  return (transactions ?? []).reduce((sum, { amount, type }) => {
    const size = Number.isNaN(pence(amount)) ? 0 : pence(amount);
    const kind = type?.toLowerCase();
    return sum + (kind === 'credit' ? Math.abs(size) : kind === 'debit' ? -Math.abs(size) : size);
  }, 0);
}

describe('whatever is given of a bank statement', () => {
  test('what is given is kept by meaning, and null stays null', () => {
    fc.assert(
      fc.property(givenStatement, (given) => {
        expectKept(given, fill(given), '', new Set(given.created_at === null ? ['created_at'] : []));
      }),
    );
  });

  test('the result keeps to the contract and leaves no field out', () => {
    const fields = Object.keys(fill({})).sort();
    fc.assert(
      fc.property(givenStatement, (given) => {
        const result = fill(given);
        const validate = validators.schema('BankStatementSubmission');
        expect(validate(result) ? [] : validate.errors).toEqual([]);
        expect(Object.keys(result).sort()).toEqual(fields);
      }),
    );
  });

  test('transactions run from the opening to the closing balance, unless all three are given', () => {
    fc.assert(
      fc.property(givenStatement.filter(small), (given) => {
        const said = given.balance_information;
        const result = fill(given);
        const { opening_balance: opening, closing_balance: closing } = result.balance_information ?? {};
        fc.pre(
          !(
            said?.opening_balance != null &&
            said.closing_balance != null &&
            given.transactions !== undefined
          ),
        );
        fc.pre(result.transactions !== null && opening != null && closing != null);
        expect(pence(opening) + moved(result)).toBe(pence(closing));
      }),
    );
  });

  test('days that were left out lie in the period', () => {
    fc.assert(
      fc.property(givenStatement, (given) => {
        const { statement_period: period, transactions } = fill(given);
        const [start, end] = [period?.start_date, period?.end_date];
        fc.pre(typeof start === 'string' && typeof end === 'string' && start <= end);
        for (const [index, { date }] of (transactions ?? []).entries()) {
          if (given.transactions?.[index]?.date === undefined && date) {
            expect(start <= date && date <= end).toBe(true);
          }
        }
      }),
    );
  });
});

test('nothing given is the last full month before now, of an account in the name of the user', () => {
  const statement = fill({});
  expect(statement.statement_period).toEqual({ start_date: '2026-02-01', end_date: '2026-02-28' });
  expect(statement.account_information?.account_holder_name).toBe('Ada Byron');
  expect(hasRightCheckDigits(statement.account_information?.iban ?? '')).toBe(true);
  expect(statement.transactions?.some(({ type }) => type === 'credit')).toBe(true);
  expect(statement.document_filename).toBe('statement-2026-02.pdf');
});

test('every statement of one user is of one account', () => {
  const [first, second] = [fill({}), fill({ statement_period: { start_date: '2025-07-01' } })];
  expect(second.account_information).toEqual(first.account_information);
  expect(second.statement_period?.end_date).toBe('2025-07-31');
});

test('the IBAN says the same as a given sort code and account number', () => {
  const { account_information: account } = fill({
    account_information: { sort_code: '00-12-34', account_number: '12345678' },
  });
  expect(account?.iban).toContain('00123412345678');
  expect(hasRightCheckDigits(account?.iban ?? '')).toBe(true);
});

test('the period is that of the given transactions', () => {
  const given = { transactions: [{ date: '2025-11-20' }, { date: '2026-01-03T08:00:00Z' }] };
  expect(fill(given).statement_period).toEqual({ start_date: '2025-11-01', end_date: '2026-01-31' });
});
