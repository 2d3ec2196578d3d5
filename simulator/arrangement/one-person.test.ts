import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayrollSubmission, UserDossier } from '../../spec/types.ts';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

const post = async (userId: string, path: string, body: object) => {
  const answer = await at.call('POST', `/_sandbox/users/${userId}/${path}`, body);
  expect(answer.status).toBe(201);
  return answer.body;
};

async function query(userId: string, account: object = {}): Promise<PayrollSubmission[]> {
  const { account_id } = await post(userId, 'accounts', account);
  const authorization = `Bearer ${await at.token(userId)}`;
  const answer = await at.call('POST', '/payroll/entries/connections', { account_id }, { authorization });
  return answer.body.payroll_submissions;
}

/** Who a payslip speaks of, in what job, without what changes from one to the next. */
const stated = ({ identity_information, employment_information }: PayrollSubmission) => ({
  name: identity_information?.name,
  born: identity_information?.date_of_birth,
  ni: identity_information?.NI_number,
  email: identity_information?.email,
  phone: identity_information?.phone,
  employer: employment_information?.employer_name,
  start: employment_information?.start_date,
  reference: employment_information?.employer_tax_reference,
});

const pence = (text: string | null | undefined) => Math.round(Number(text) * 100);

/** Payslips of one job by pay day: the year to date of each is that of the one before plus its own pay. */
function expectToReconcile(payslips: PayrollSubmission[]): void {
  const byDay = new Map(payslips.map((one) => [one.income_information?.pay_date ?? '', one]));
  const slips = [...byDay.keys()].sort().map((day) => byDay.get(day)?.income_information);
  slips.forEach((slip, index) => {
    const [before, now] = [slips[index - 1]?.earnings?.year_to_date, slip?.earnings?.year_to_date];
    const follows =
      index > 0 &&
      Date.parse(slip?.pay_interval_start ?? '') - Date.parse(slips[index - 1]?.pay_interval_end ?? '') ===
        86_400_000;
    if (!follows || before?.tax_year !== now?.tax_year) return;
    expect(pence(now?.gross_pay) - pence(before?.gross_pay)).toBe(pence(slip?.earnings?.gross_pay));
    expect(pence(now?.net_pay) - pence(before?.net_pay)).toBe(pence(slip?.earnings?.net_pay));
  });
}

function expectOnePerson({
  payroll_submissions,
  bank_statement_submissions,
  income_submissions,
}: UserDossier) {
  const people = new Set(payroll_submissions.map((one) => JSON.stringify(stated(one))));
  expect([...people]).toHaveLength(1);
  const first = payroll_submissions[0];
  for (const { account_information } of bank_statement_submissions)
    expect(account_information?.account_holder_name).toBe(first?.identity_information?.name);
  expect(new Set(bank_statement_submissions.map((one) => one.account_information?.iban)).size).toBeLessThan(
    2,
  );
  // What was earned before the job began was earned elsewhere.
  const begun = first?.employment_information?.start_date ?? '';
  for (const { employment, income_period } of income_submissions)
    if ((income_period?.end ?? '') >= begun)
      expect(employment?.employers?.map((one) => one.employer_name)).toEqual([
        first?.employment_information?.employer_name,
      ]);
}

describe('a user is one person', () => {
  test('three logins of a user made with {} show one person in one job with a year of payslips', async () => {
    for (let round = 0; round < 8; round += 1) {
      const userId = await at.user();
      await at.accept(userId);
      const logins = [await query(userId), await query(userId), await query(userId, { user_name: 'ok' })];
      for (const found of logins) {
        expect(found.length).toBeGreaterThanOrEqual(12);
        expect(found.length).toBeLessThanOrEqual(14);
        expect(found.map((one) => one.income_information)).toEqual(
          logins[0]?.map((one) => one.income_information),
        );
        expectToReconcile(found);
      }
      const dossier = await at.dossier(userId);
      expectOnePerson(dossier);
      expect(new Set(dossier.payroll_submissions.map(({ id }) => id)).size).toBe(
        dossier.payroll_submissions.length,
      );
    }
  });

  test('whatever is filled in, in any order, is about the same person, and the figures agree', async () => {
    const steps = fc.array(fc.constantFrom('upload', 'account', 'entry', 'direct', 'statement', 'income'), {
      minLength: 2,
      maxLength: 7,
    });
    const details = fc.record(
      {
        forename: fc.constantFrom('Ada', 'Zoë', '李'),
        date_of_birth: fc.constantFrom('1960-02-29', '1990-05-17', '2007-01-01'),
        post_codes: fc.constantFrom(['LS1 4AP'], ['EH12 9DN', 'CF10 1EP'], ['JE2 3AB']),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(steps, details, async (calls, fields) => {
        const userId = await at.user(fields);
        await at.accept(userId);
        const { account_id } = await post(userId, 'accounts', {});
        const actions: Record<string, () => Promise<unknown>> = {
          upload: () => post(userId, 'entries', { payroll_submissions: [{}] }),
          entry: () => post(userId, 'entries', { account_id, payroll_submissions: [{}, {}] }),
          account: () => query(userId),
          direct: async () => {
            await post(userId, 'direct-payroll', { payroll_submissions: [{}] });
            await at.call('POST', '/accounts/direct-connections', { user_id: userId });
          },
          statement: () => post(userId, 'bank-statements', {}),
          income: () => post(userId, 'taxauth', {}),
        };
        await actions['upload']?.();
        for (const call of calls) await actions[call]?.();
        const dossier = await at.dossier(userId);
        expectOnePerson(dossier);
        expectToReconcile(dossier.payroll_submissions);
      }),
      { numRuns: 25 },
    );
  });

  test('an entry on an account is what its provider holds, so that a query does not find it again', async () => {
    const userId = await at.user();
    await at.accept(userId);
    const { account_id } = await post(userId, 'accounts', {});
    const { payroll_submissions } = await post(userId, 'entries', { account_id, payroll_submissions: [{}] });
    const authorization = `Bearer ${await at.token(userId)}`;
    await at.call('POST', '/_sandbox/clock', { by: 'P2M' });
    const found = await at.call('POST', '/payroll/entries/connections', { account_id }, { authorization });
    const again = await at.token(userId);
    const later = await at.call(
      'POST',
      '/payroll/entries/connections',
      { account_id },
      { authorization: `Bearer ${again}` },
    );
    const dates = [...(found.body.payroll_submissions ?? []), ...later.body.payroll_submissions].map(
      (one: PayrollSubmission) => one.income_information?.pay_date ?? '',
    );
    expect(dates.length).toBeGreaterThan(0);
    const held = payroll_submissions[0].income_information.pay_date;
    for (const date of dates) expect(date > held).toBe(true);
  });

  test('a seeded user stays the seeded person', async () => {
    const { users } = (await at.call('GET', '/users?limit=100')).body;
    const ada = users.find((one: { forename?: string }) => one.forename === 'Ada').user_id;
    const before = await at.dossier(ada);
    await post(ada, 'entries', { payroll_submissions: [{}] });
    await post(ada, 'bank-statements', {});
    const after = await at.dossier(ada);
    const fresh = after.payroll_submissions.filter(
      (one) => !before.payroll_submissions.some(({ id }) => id === one.id),
    );
    expect(fresh).toHaveLength(1);
    expect(stated(fresh[0] as PayrollSubmission)).toEqual(
      stated(before.payroll_submissions.at(-1) as PayrollSubmission),
    );
    expectToReconcile(after.payroll_submissions);
    expect(new Set(after.bank_statement_submissions.map((one) => one.account_information?.iban)).size).toBe(
      1,
    );
  });

  test('a direct connection of a user made with {} finds a year of their own payslips, and goes on with the clock', async () => {
    const userId = await at.user();
    await at.accept(userId);
    const connect = async (): Promise<PayrollSubmission[]> =>
      (await at.call('POST', '/accounts/direct-connections', { user_id: userId })).body.payroll_submissions;
    const found = await connect();
    expect(found.length).toBeGreaterThanOrEqual(12);
    expect(await connect()).toEqual([]);
    const logins = await query(userId);
    expect(found.map((one) => one.income_information)).toEqual(logins.map((one) => one.income_information));
    expectOnePerson(await at.dossier(userId));
    await at.call('POST', '/_sandbox/clock', { by: 'P2M' });
    const later = await connect();
    expect(later.length).toBeGreaterThan(0);
    expectToReconcile([...found, ...later]);
  });

  test('what a direct connection of a user with details finds has these details', async () => {
    const details = {
      ni_number: 'QQ123456C',
      date_of_birth: '1990-05-17T00:00:00.000Z',
      post_codes: ['LS1 4AP', 'CF10 1EP'],
    };
    const userId = await at.user(details);
    await at.accept(userId);
    const { body } = await at.call('POST', '/accounts/direct-connections', { user_id: userId });
    const stated = body.payroll_submissions.map((one: PayrollSubmission) => one.identity_information);
    expect(stated.length).toBeGreaterThanOrEqual(12);
    for (const { NI_number, date_of_birth, address } of stated) {
      expect([NI_number, date_of_birth]).toEqual([details.ni_number, details.date_of_birth]);
      expect(details.post_codes).toContain(address.post_code);
    }
  });

  test('nothing that is filled in lies ahead of the clock or is held already, while there is anything else', async () => {
    const { users } = (await at.call('GET', '/users?limit=100')).body;
    const ada = users.find((one: { forename?: string }) => one.forename === 'Ada').user_id;
    const { now } = (await at.call('GET', '/_sandbox/clock')).body;
    for (let round = 0; round < 3; round += 1) {
      await post(ada, 'entries', { payroll_submissions: [{}] });
      await post(ada, 'bank-statements', {});
    }
    const dossier = await at.dossier(ada);
    const paid = dossier.payroll_submissions.map((one) => one.income_information?.pay_date ?? '');
    expect(new Set(paid).size).toBe(paid.length);
    for (const day of paid) expect(day <= now).toBe(true);
    const months = dossier.bank_statement_submissions.map((one) => one.statement_period?.start_date);
    expect(new Set(months).size).toBe(months.length);
    expectToReconcile(dossier.payroll_submissions);
  });

  test('one pay is one income, however many accounts have shown it', async () => {
    const userId = await at.user({ date_of_birth: '1990-05-17', post_codes: ['LS1 4AP'] });
    await at.accept(userId);
    const estimate = async () => (await at.call('GET', `/expenditure/${userId}/ons`)).body;
    await query(userId);
    const once = await estimate();
    expect(once.expenditures.length).toBeGreaterThanOrEqual(12);
    await query(userId);
    await at.call('POST', '/accounts/direct-connections', { user_id: userId });
    expect((await at.dossier(userId)).payroll_submissions.length).toBeGreaterThanOrEqual(36);
    expect(await estimate()).toEqual(once);
  });

  test('income names the account and the entry of the payslips that it sums up', async () => {
    const userId = await at.user({ payroll_period_months: 36 });
    await at.accept(userId);
    const found = await query(userId);
    const income = await post(userId, 'taxauth', {});
    expect(income).toMatchObject({ account_id: found[0]?.account_id, entry_id: found[0]?.entry_id });
    const { body } = await at.call('GET', `/taxauth/${userId}?entry_id=${found[0]?.entry_id}`);
    expect(body.income_submissions).toEqual([income]);
    const apart = await post(userId, 'taxauth', { account_id: null, entry_id: null });
    expect(apart.account_id).toMatch(/^[0-9a-f-]{36}$/);
    expect([apart.account_id, apart.entry_id]).not.toContain(found[0]?.account_id);
    const paid = found
      .map((one) => one.income_information)
      .filter((one) => {
        const day = one?.pay_date ?? '';
        return day >= income.income_period.start && day <= income.income_period.end;
      })
      .reduce((sum, one) => sum + pence(one?.deductions?.income_tax), 0);
    expect(pence(income.employment.employers[0].tax_paid)).toBe(paid);
  });
});
