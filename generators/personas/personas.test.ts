import { describe, expect, it } from 'vitest';
import { startingUser } from '../world/starting-user.ts';
import { FEWEST_USERS, world } from '../world/world.ts';
import { expenditureCases } from './expenditure-case.ts';
import { personas } from './personas.ts';

const here = world('1');
const start = (key: string) => startingUser(here, here.personas.get(key)!.index!);
const payslipsOf = (key: string) => start(key).entries.flatMap((entry) => entry.payroll_submissions);
const netOf = (key: string) =>
  payslipsOf(key).map((slip) => Number(slip.income_information!.earnings!.net_pay));

describe('personas', () => {
  it('are some twenty or more, each with a key, a sentence and a purpose of their own', () => {
    expect(personas.length).toBeGreaterThanOrEqual(20);
    expect(new Set(personas.map(({ key }) => key)).size).toBe(personas.length);
    for (const { key, description, purpose } of personas) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      for (const text of [description, purpose]) expect(text).toMatch(/^[A-Z0-9a-z].*\.$/);
    }
  });

  it('take the first indexes, with the same id in every world of a seed', () => {
    const users = [...here.personas.values()].filter(({ index }) => index !== null);
    expect(users.map(({ index }) => index)).toEqual(
      Array.from({ length: FEWEST_USERS }, (_, index) => index),
    );
    for (const { index, userId } of users) expect(here.indexOf(userId)).toBe(index);
    expect([...world('1', { users: 9_999 }).personas.values()]).toEqual([...here.personas.values()]);
    expect(here.indexOf(here.personas.get('unknown-user')!.userId)).toBeUndefined();
  });

  it('say between them that they reach every expenditure message and rule', () => {
    expect(new Set(personas.flatMap(({ reaches = [] }) => reaches))).toEqual(new Set(expenditureCases));
  });

  it('alone have recurring authorisations', () => {
    const recurring = [...here.personas.values()]
      .filter(({ index }) => index !== null)
      .filter(({ index }) =>
        startingUser(here, index!).authorisations.some((one) => one.authorisation_category === 'recurring'),
      );
    expect(recurring.map(({ persona }) => persona.key)).toEqual([
      'recurring-monthly',
      'recurring-weekly',
      'recurring-ended',
    ]);
  });

  it('have accounts in every state, with every kind of second factor', () => {
    const accountOf = (key: string) => start(key).accounts[0]!;
    expect(accountOf('mfa-code-pending')).toMatchObject({
      status: 'PENDING',
      mfa: { kind: 'code', answer: '1234' },
    });
    expect(accountOf('mfa-date-pending')).toMatchObject({
      status: 'PENDING',
      mfa: { kind: 'date', answer: '2019-09-02' },
    });
    expect(accountOf('mfa-password-characters-pending')).toMatchObject({
      status: 'PENDING',
      mfa: { kind: 'password-characters', answer: 'adx' },
    });
    expect(accountOf('locked-provider').status).toBe('LOCKED');
    const attempts = (key: string) =>
      here.catalogue.provider(accountOf(key).payroll_provider)!.max_login_attempts;
    expect([attempts('mfa-code-pending'), attempts('mfa-date-pending')]).toEqual([5, 3]);
    expect(attempts('mfa-password-characters-pending')).toBe(3);
  });

  it('are paid as their descriptions say', () => {
    expect(netOf('negative-net-month').filter((net) => net < 0)).toHaveLength(1);
    expect(netOf('all-months-zero').every((net) => net === 0)).toBe(true);
    expect(payslipsOf('weekly-paid')).toHaveLength(52);
    expect(payslipsOf('four-weekly-nurse')).toHaveLength(13);
    expect(
      payslipsOf('gig-worker').every((slip) => slip.income_information!.earnings!.base_salary === '0.00'),
    ).toBe(true);
    expect(payslipsOf('company-director').every((slip) => slip.employment_information!.is_director)).toBe(
      true,
    );
    const codes = (key: string) => new Set(payslipsOf(key).map((slip) => slip.income_information!.tax_code));
    expect(codes('scottish-taxpayer')).toEqual(new Set(['S1257L']));
    expect(codes('wales-to-england')).toEqual(new Set(['C1257L', '1257L']));
    expect(codes('emergency-code-starter')).toEqual(new Set(['1257L M1', '1257L']));
    const refund = payslipsOf('emergency-code-starter').map((slip) =>
      Number(slip.income_information!.deductions!.income_tax),
    );
    expect(refund.filter((tax) => tax < 0)).toHaveLength(1);
  });

  it('hold what their purposes say', () => {
    expect(start('tax-authority-only').income_submissions).toHaveLength(3);
    expect(start('tax-authority-only').entries).toEqual([]);
    const uploads = payslipsOf('payslip-upload');
    expect(uploads).toHaveLength(3);
    for (const slip of uploads) {
      expect(slip.account_id).toBeNull();
      expect(slip.document_id).toBeTruthy();
      expect(slip.document_filename).toMatch(/\.pdf$/);
    }
    expect(start('revoked-authorisation').authorisations[0]!.revoked_at).not.toBeNull();
    expect(start('no-authorisation').authorisations).toEqual([]);
    expect(start('direct-connection')).toMatchObject({ accounts: [], entries: [], direct: ['main'] });
    const { person } = here;
    const mismatch = here.personas.get('direct-connection-mismatch')!.index!;
    expect(start('direct-connection-mismatch').user.ni_number).not.toBe(person(mismatch).identity.niNumber);
    expect(start('recurring-weekly').entries.map((entry) => entry.payroll_submissions.length)).toEqual([
      52, 1, 1,
    ]);
  });
});
