import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { payrollOf } from '../people/payroll.ts';
import { drawnTimes, someBirth } from '../testing/births.ts';
import { startingUser } from '../world/starting-user.ts';
import { FEWEST_USERS, type World, world } from '../world/world.ts';
import { scenarios } from './scenario.ts';

const schema = JSON.parse(readFileSync(new URL('./scenario.schema.json', import.meta.url), 'utf8'));
const here = world('1', { born: someBirth });
const times = [someBirth, ...Array.from({ length: 11 }, (_, index) => drawnTimes('personas', index).born)];
const births = times.map((born) => new Date(born).toISOString());

/** Looks into what the personas of a world start with. */
function looksInto(there: World) {
  const indexOf = (key: string) => there.personas.get(key)!.index!;
  const start = (key: string) => startingUser(there, indexOf(key));
  const payslipsOf = (key: string) => start(key).entries.flatMap((entry) => entry.payroll_submissions);
  const incomesOf = (key: string) => payslipsOf(key).map((slip) => slip.income_information!);
  return { start, payslipsOf, incomesOf, personOf: (key: string) => there.person(indexOf(key)) };
}

describe('personas', () => {
  it('are some twenty or more, each with a key, a sentence and a purpose of their own', () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(20);
    expect(new Set(scenarios.map(({ key }) => key)).size).toBe(scenarios.length);
    for (const { key, description, purpose } of scenarios) {
      expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      for (const text of [description, purpose]) expect(text).toMatch(/^[A-Z0-9a-z].*\.$/);
    }
  });

  it('who change jobs within a tax year pay the tax of one year on both', () => {
    const there = world('1', { born: Date.parse('2029-05-02T09:00:00Z') });
    const [changed] = looksInto(there)
      .start('leaver-with-gap')
      .income_submissions.filter(({ employment }) => employment?.employers?.length === 2);
    const employers = changed?.employment?.employers ?? [];
    const tax = employers.reduce((sum, one) => sum + Number(one.tax_paid), 0);
    expect(tax / (Number(changed?.employment?.total_income) - 12_570)).toBeCloseTo(0.2, 2);
  });

  it('take the first indexes, with the same id in every world of a seed', () => {
    const users = [...here.personas.values()].filter(({ index }) => index !== null);
    expect(users.map(({ index }) => index)).toEqual(
      Array.from({ length: FEWEST_USERS }, (_, index) => index),
    );
    for (const { index, userId } of users) expect(here.indexOf(userId)).toBe(index);
    expect([...world('1', { users: 9_999, born: someBirth }).personas.values()]).toEqual([
      ...here.personas.values(),
    ]);
    expect(here.indexOf(here.personas.get('unknown-user')!.userId)).toBeUndefined();
  });

  it('say between them that they reach every expenditure message and rule', () => {
    expect(new Set(scenarios.flatMap(({ reaches = [] }) => reaches))).toEqual(
      new Set(schema.properties.reaches.items.enum),
    );
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

  it('say nothing that is true at one time only', () => {
    for (const { description, purpose } of scenarios)
      expect(`${description} ${purpose}`).not.toMatch(/\b(19|20)\d\d\b|\b(this|next|last) (month|year)\b/);
  });
});

describe.each(births)('the personas of a world that is born at %s', (born) => {
  const there = world('1', { born: Date.parse(born) });
  const { start, payslipsOf, incomesOf, personOf } = looksInto(there);
  const netOf = (key: string) => incomesOf(key).map(({ earnings }) => Number(earnings!.net_pay));
  const paidOf = (key: string) => incomesOf(key).map(({ pay_date }) => Date.parse(pay_date!));

  it('have accounts in every state, with every kind of second factor', () => {
    const accountOf = (key: string) => start(key).accounts[0]!;
    expect(accountOf('mfa-code-pending')).toMatchObject({
      status: 'PENDING',
      mfa: { kind: 'code', answer: '1234' },
    });
    expect(accountOf('mfa-date-pending')).toMatchObject({
      status: 'PENDING',
      mfa: { kind: 'date', answer: personOf('mfa-date-pending').jobs[0]!.employment.start },
    });
    expect(accountOf('mfa-password-characters-pending')).toMatchObject({
      status: 'PENDING',
      mfa: { kind: 'password-characters', answer: 'adx' },
    });
    expect(accountOf('locked-provider').status).toBe('LOCKED');
    const attempts = (key: string) =>
      there.catalogue.provider(accountOf(key).payroll_provider)!.max_login_attempts;
    expect([attempts('mfa-code-pending'), attempts('mfa-date-pending')]).toEqual([5, 3]);
    expect(attempts('mfa-password-characters-pending')).toBe(3);
  });

  it('are paid as their descriptions say', () => {
    expect(netOf('negative-net-month').filter((net) => net < 0)).toHaveLength(1);
    expect(netOf('all-months-zero').every((net) => net === 0)).toBe(true);
    expect([52, 53]).toContain(payslipsOf('weekly-paid').length);
    expect([13, 14]).toContain(payslipsOf('four-weekly-nurse').length);
    expect(incomesOf('gig-worker').every(({ earnings }) => earnings!.base_salary === '0.00')).toBe(true);
    expect(incomesOf('gig-worker').map(({ earnings }) => earnings!.gross_pay)).toContain('0.00');
    expect(payslipsOf('company-director').every((slip) => slip.employment_information!.is_director)).toBe(
      true,
    );
    expect(netOf('company-director').filter((net) => net > 10_000)).toHaveLength(1);
    const codes = (key: string) => new Set(incomesOf(key).map(({ tax_code }) => tax_code));
    expect(codes('scottish-taxpayer')).toEqual(new Set(['S1257L']));
    expect(codes('wales-to-england')).toEqual(new Set(['C1257L', '1257L']));
    expect(codes('emergency-code-starter')).toEqual(new Set(['1257L M1', '1257L']));
    const taxes = incomesOf('emergency-code-starter').map(({ deductions }) => Number(deductions!.income_tax));
    expect(taxes.filter((tax) => tax < 0)).toHaveLength(1);
  });

  it('hold what is recent: a year of payslips up to the last pay day before it', () => {
    const age = (key: string) => (Date.parse(born) - paidOf(key).at(-1)!) / 86_400_000;
    for (const key of ['steady-salary', 'two-jobs', 'scottish-taxpayer', 'connections-disabled'])
      expect(age(key), key).toBeLessThan(34);
    expect([12, 13]).toContain(payslipsOf('steady-salary').length);
    expect(start('steady-salary').bank_statement_submissions).toHaveLength(3);
  });

  it('leave to the first query what their purposes say', () => {
    const foundBy = (key: string) => {
      const { user, accounts } = start(key);
      const months = user.payroll_period_months ?? 12;
      const linked = new Date(accounts[0]!.created_at);
      linked.setUTCMonth(linked.getUTCMonth() - months);
      const [held] = payrollOf(personOf(key), { until: Date.parse(born) });
      return held!.submissions.filter(
        ({ income_information }) => Date.parse(income_information!.pay_date!) >= linked.getTime(),
      );
    };
    expect(foundBy('first-query')).toHaveLength(12);
    expect(foundBy('short-lookback')).toHaveLength(3);
    const ended = payrollOf(personOf('nothing-new'), { until: Date.parse(born) + 1000 * 86_400_000 });
    expect(ended[0]!.submissions.at(-1)!.id).toBe(payslipsOf('nothing-new').at(-1)!.id);
  });

  it('hold what their purposes say', () => {
    expect(start('tax-authority-only').income_submissions.length).toBeGreaterThanOrEqual(3);
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
    expect(start('direct-connection-mismatch').user.ni_number).not.toBe(
      personOf('direct-connection-mismatch').identity.niNumber,
    );
    const found = (key: string) => start(key).entries.map((entry) => entry.payroll_submissions.length);
    expect(found('recurring-weekly').slice(1)).toEqual([1, 1]);
    expect(found('recurring-monthly').slice(1)).toEqual([1, 1]);
    expect(found('recurring-ended').slice(1)).toEqual([1]);
    const { user, entries } = start('recurring-ended');
    expect(user.recurring_check_end_date! > entries.at(-1)!.created_at).toBe(true);
    expect(user.recurring_check_end_date! < born).toBe(true);
  });
});
