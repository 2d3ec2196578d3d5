import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.ts';
import { completeProfile } from '../../spec/profile.ts';
import { payrollOf } from '../people/payroll.ts';
import { someBirth } from '../testing/births.ts';
import { startingUser } from './starting-user.ts';
import { world } from './world.ts';

const { validators } = loadContract(completeProfile({}));
const here = world('contract', { users: 150, born: someBirth });

function complaints(schema: string, values: readonly unknown[]): string[] {
  const validate = validators.schema(schema);
  return values.flatMap((value) =>
    validate(value) ? [] : `${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`,
  );
}

describe('the world keeps to the contract', () => {
  it('in its catalogue and terms', () => {
    expect(complaints('ProviderCatalogue', [here.catalogue.listed])).toEqual([]);
    expect(
      complaints(
        'AuthorisationTerm',
        here.terms.map(({ term }) => term),
      ),
    ).toEqual([]);
  });

  it('in its users, payslips, statements and income', () => {
    for (let index = 0; index < here.userCount; index++) {
      const start = startingUser(here, index);
      const held = payrollOf(here.person(index), { until: someBirth }).flatMap(({ submissions }) =>
        submissions.slice(-3),
      );
      expect(complaints('User', [start.user])).toEqual([]);
      expect(
        complaints('PayrollSubmission', [
          ...held,
          ...start.entries.flatMap((entry) => entry.payroll_submissions),
        ]),
      ).toEqual([]);
      expect(complaints('BankStatementSubmission', start.bank_statement_submissions)).toEqual([]);
      expect(complaints('TaxauthIncomeSubmission', start.income_submissions)).toEqual([]);
    }
  });
});
