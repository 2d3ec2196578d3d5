import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnPerson } from '../../../generators/people/drawn-person.ts';
import { loadContract } from '../../../spec/contract.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import type { PartialIncomeSubmission, TaxauthIncomeSubmission, User } from '../../../spec/types.ts';
import { randomIds } from '../../ports/ports.ts';
import { fillIncome } from './income-submission.ts';
import { readIncome } from './read-submissions.ts';
import { givenIncome } from './testing/given-arbitraries.ts';
import { expectKept } from './testing/kept-by-meaning.ts';

const { validators } = loadContract(defaultProfile());
const now = Date.parse('2026-03-18T10:00:00.000Z');
const user: User = {
  user_id: '0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d',
  created_at: '2026-03-01T00:00:00.000Z',
};

const person = drawnPerson(user);

function fill(given: PartialIncomeSubmission): TaxauthIncomeSubmission {
  return fillIncome(readIncome(given), {
    person,
    held: [],
    now,
    newId: () => randomIds.ofUser(user.user_id),
  });
}

const pence = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100);
const small = (value: unknown): boolean => !JSON.stringify(value).includes('99999999999');

describe('whatever is given of an income', () => {
  test('what is given is kept by meaning, and null stays null', () => {
    fc.assert(
      fc.property(givenIncome, ({ account_id, entry_id, ...given }) => {
        // These two have an id in every answer.
        const ids = { ...(account_id && { account_id }), ...(entry_id && { entry_id }) };
        expectKept({ ...given, ...ids }, fill({ ...given, account_id, entry_id }), '');
      }),
    );
  });

  test('the result keeps to the contract and leaves no field out', () => {
    const fields = Object.keys(fill({})).sort();
    fc.assert(
      fc.property(givenIncome, (given) => {
        const result = fill(given);
        const validate = validators.schema('TaxauthIncomeSubmission');
        expect(validate(result) ? [] : validate.errors).toEqual([]);
        expect(Object.keys(result).sort()).toEqual(fields);
      }),
    );
  });

  test('what employers paid adds up to the total, as far as one of both was left open', () => {
    fc.assert(
      fc.property(givenIncome.filter(small), (given) => {
        const said = given.employment;
        const { total_income: total, employers } = fill(given).employment ?? {};
        fc.pre(typeof total === 'string' && Array.isArray(employers));
        const open =
          said?.total_income === undefined ||
          !said.employers ||
          said.employers.some((one) => one.income === undefined);
        fc.pre(open);
        expect(employers.reduce((sum, { income }) => sum + pence(income), 0)).toBe(pence(total));
      }),
    );
  });
});

test('nothing given is the last full tax year before now, at one employer', () => {
  const income = fill({});
  expect(income.income_period).toEqual({
    start: '2024-04-06T00:00:00.000Z',
    end: '2025-04-05T00:00:00.000Z',
  });
  expect(income.frequency).toBe('annual');
  expect(income.employment?.employers).toHaveLength(1);
  expect(Number(income.employment?.total_income)).toBeGreaterThan(
    Number(income.employment?.employers?.[0]?.tax_paid),
  );
});

test('monthly income speaks of the last full month', () => {
  expect(fill({ frequency: 'monthly' }).income_period).toEqual({
    start: '2026-02-01T00:00:00.000Z',
    end: '2026-02-28T00:00:00.000Z',
  });
});
