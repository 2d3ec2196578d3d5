import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayrollSubmission } from '../../spec/types.ts';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging({ now: '2026-06-10T09:00:00Z', frozen: true, users: 100 });
});
afterAll(() => at.close());

const details = { forename: 'Una', surname: 'Pratt', date_of_birth: '1988-04-12', ni_number: 'QQ123456A' };
const post = async (userId: string, what: string, body: object = {}) =>
  (await at.call('POST', `/_sandbox/users/${userId}/${what}`, body)).body;
const patch = (userId: string, body: object) => at.call('PATCH', `/users/${userId}`, body);

/** Every payslip of a year and more, by a login of its own. */
async function payslips(userId: string): Promise<PayrollSubmission[]> {
  await at.accept(userId);
  const { account_id } = await post(userId, 'accounts');
  const authorization = `Bearer ${await at.token(userId)}`;
  const { body } = await at.call('POST', '/payroll/entries/connections', { account_id }, { authorization });
  const paid = (one: PayrollSubmission) => one.income_information?.pay_date ?? '';
  return body.payroll_submissions.toSorted((a: PayrollSubmission, b: PayrollSubmission) =>
    paid(a).localeCompare(paid(b)),
  );
}

/** What a change of the user's record must not change: employer, pay, tax and account, month by month. */
async function pastOf(userId: string) {
  const slips = await payslips(userId);
  const { body: statement } = await at.call('POST', `/_sandbox/users/${userId}/bank-statements`, {
    statement_period: { start_date: '2026-04-01', end_date: '2026-04-30' },
  });
  const tax = await post(userId, 'taxauth', {
    income_period: { start: '2025-04-06T00:00:00Z', end: '2026-04-05T00:00:00Z' },
  });
  return {
    pay: slips.map(({ employment_information, income_information }) => [
      employment_information,
      income_information,
    ]),
    addresses: slips.map(({ identity_information }) => identity_information?.address?.post_code),
    account: statement.account_information.account_number,
    money: [statement.balance_information, statement.transactions],
    tax: tax.employment,
  };
}

describe("a PATCH leaves the person's past as it was", () => {
  test.each([
    ['a post code in another country', { post_codes: ['EH1 1AA', 'LS1 4AP'] }],
    ['a post code that replaces the first', { post_codes: ['EH1 1AA'] }],
    ['a surname', { surname: 'Quill' }],
    ['a date of birth', { date_of_birth: '1961-02-03' }],
    ['an NI number', { ni_number: 'QQ654321B' }],
    ['no details any more', { post_codes: null, date_of_birth: null, surname: null }],
  ])('%s', async (_, change) => {
    const userId = await at.user({ ...details, post_codes: ['LS1 4AP'] });
    const before = await pastOf(userId);
    expect((await patch(userId, change)).status).toBe(200);
    expect(await pastOf(userId)).toEqual(before);
  });

  test('details that are first given later', async () => {
    const userId = await at.user();
    const { addresses: _, ...before } = await pastOf(userId);
    await patch(userId, { ...details, post_codes: ['EH1 1AA'] });
    const { addresses, ...after } = await pastOf(userId);
    expect(after).toEqual(before);
    // So that a direct connection, which compares post codes, finds the person.
    expect(new Set(addresses)).toEqual(new Set(['EH1 1AA']));
  });

  test('a new address counts from the day on which it is given', async () => {
    const userId = await at.user({ ...details, post_codes: ['LS1 4AP'] });
    await patch(userId, { post_codes: ['EH1 1AA', 'LS1 4AP'] });
    const clock = await at.call('POST', '/_sandbox/clock', { by: 'P2M' });
    expect(clock.status).toBe(200);
    const slips = await payslips(userId);
    const shown = slips.map(({ income_information: income, identity_information: identity }) => ({
      isBefore: (income?.pay_date ?? '') < '2026-06-10',
      code: identity?.address?.post_code,
      isScottish: income?.tax_code?.startsWith('S'),
    }));
    expect(shown.some(({ isBefore }) => !isBefore)).toBe(true);
    for (const { isBefore, code, isScottish } of shown)
      expect([code, isScottish]).toEqual(isBefore ? ['LS1 4AP', false] : ['EH1 1AA', true]);
  });
});

describe('a PATCH of a person of the starting world', () => {
  const change = { surname: 'Quill', date_of_birth: '1981-02-03', post_codes: ['EH1 1AA', 'LS1 4AP'] };
  const shownOn = ({ identity_information: identity, income_information: income }: PayrollSubmission) => [
    identity?.name?.split(' ').at(-1),
    identity?.date_of_birth?.slice(0, 10),
    identity?.address?.post_code,
    income?.tax_code?.startsWith('S'),
  ];
  const given = ['Quill', '1981-02-03', 'EH1 1AA', true];

  test.each([0, 90])('leaves the past of user %i as it was, and counts from its day', async (index) => {
    await at.call('POST', '/_sandbox/reset', {});
    const { user_id: userId } = (await at.call('GET', '/users?limit=100')).body.users[index];
    const before = await pastOf(userId);
    const slips = await payslips(userId);
    expect((await patch(userId, change)).status).toBe(200);
    expect(await pastOf(userId)).toEqual(before);
    expect((await payslips(userId)).map(shownOn)).toEqual(slips.map(shownOn));

    await at.call('POST', '/_sandbox/clock', { by: 'P2M' });
    const later = (await payslips(userId)).filter(
      ({ income_information }) => (income_information?.pay_date ?? '') >= '2026-06-10',
    );
    expect(later.length).toBeGreaterThan(0);
    for (const slip of later) expect(shownOn(slip)).toEqual(given);
    const statement = await post(userId, 'bank-statements', {
      statement_period: { start_date: '2026-07-01', end_date: '2026-07-31' },
    });
    expect(statement.account_information.account_holder_name).toMatch(/Quill$/);
    expect(JSON.stringify(statement.transactions)).toContain('EDINBURGH');
  });

  test('shows to a direct connection what was given, once it is paid, after a snapshot too', async () => {
    await at.call('POST', '/_sandbox/reset', {});
    const [{ user_id }] = (await at.call('GET', '/users')).body.users;
    const found = async () =>
      (await at.call('POST', '/accounts/direct-connections', { user_id })).body.payroll_submissions ?? [];
    await patch(user_id, { ni_number: 'QQ654321B' });
    expect(await found()).toEqual([]);
    const snapshot = (await at.call('GET', '/_sandbox/snapshot')).body;
    await at.call('POST', '/_sandbox/reset', {});
    expect((await at.call('PUT', '/_sandbox/snapshot', snapshot)).status).toBe(200);
    await at.call('POST', '/_sandbox/clock', { by: 'P2M' });
    expect(await found()).toHaveLength(2);
  });
});

test('a payslip that is uploaded twice, or was retrieved before, raises no estimate', async () => {
  const userId = await at.user({ ...details, post_codes: ['LS1 4AP'] });
  const estimate = async () => (await at.call('GET', `/expenditure/${userId}/ons`)).body.expenditures;
  const upload = ({ id: _, ...slip }: PayrollSubmission) =>
    post(userId, 'entries', { payroll_submissions: [slip] });
  const slips = await payslips(userId);
  const once = await estimate();
  for (const slip of [slips[0]!, slips[0]!, slips[0]!]) await upload(slip);
  expect((await at.dossier(userId)).payroll_submissions).toHaveLength(slips.length + 3);
  expect(await estimate()).toEqual(once);
});

test('tax records step back from year to year, and agree with the payslips of their years', async () => {
  const userId = await at.user({ ...details, payroll_period_months: 120 });
  const slips = await payslips(userId);
  const years: string[] = [];
  for (let count = 0; count < 4; count++) {
    const { income_period: period, employment } = await post(userId, 'taxauth');
    years.push(period.start.slice(0, 10));
    const [employer] = employment.employers;
    const ofYear = slips
      .map(({ income_information }) => income_information)
      .filter((one) => (one?.pay_date ?? '') >= period.start && (one?.pay_date ?? '') <= period.end);
    const paid = ofYear.reduce((sum, one) => sum + Number(one?.deductions?.income_tax), 0);
    // Before their job they worked elsewhere.
    if (ofYear.length > 0) expect(Number(employer.tax_paid)).toBeCloseTo(paid, 2);
    else expect(employer.employer_name).not.toBe(slips[0]?.employment_information?.employer_name);
  }
  expect(years).toEqual(['2025-04-06', '2024-04-06', '2023-04-06', '2022-04-06']);
});

test('a seeded person gets the tax year before those that the service holds', async () => {
  const [ada] = (await at.call('GET', '/users')).body.users;
  const held = (await at.call('GET', `/taxauth/${ada.user_id}`)).body.income_submissions;
  const starts = held.map((one: { income_period: { start: string } }) => one.income_period.start);
  const { income_period } = await post(ada.user_id, 'taxauth');
  expect(starts).not.toContain(income_period.start);
});

test.each([36, 120])('a lookback of %i months finds all of it', async (months) => {
  const userId = await at.user({ ...details, payroll_period_months: months });
  const slips = await payslips(userId);
  const since = slips[0]?.employment_information?.start_date ?? '';
  const [year, ...rest] = (await at.call('GET', '/_sandbox/clock')).body.now.split('-');
  const from = [Number(year) - months / 12, ...rest].join('-');
  const expected = since > from ? since : from;
  expect(Date.parse(slips[0]?.income_information?.pay_date ?? '') - Date.parse(expected)).toBeLessThan(
    62 * 86_400_000,
  );
  for (const [index, slip] of slips.slice(1).entries())
    expect(slip.income_information?.pay_interval_start?.slice(0, 10)).toBe(
      new Date(Date.parse(slips[index]?.income_information?.pay_interval_end ?? '') + 86_400_000)
        .toISOString()
        .slice(0, 10),
    );
});

describe('an age without work has none', () => {
  test.each([
    ['a child', '2020-05-01'],
    ['a baby', '2026-06-01'],
    ['a person older than any pensioner', '1900-01-01'],
  ])('%s has no job, no income, and a direct connection finds nothing', async (_, date_of_birth) => {
    const userId = await at.user({ ...details, date_of_birth, post_codes: ['LS1 4AP'] });
    expect(await payslips(userId)).toEqual([]);
    expect((await post(userId, 'taxauth')).employment).toEqual({ total_income: '0.00', employers: [] });
    const { status, body } = await at.call('POST', '/accounts/direct-connections', { user_id: userId });
    expect([status, body.payroll_submissions]).toEqual([201, []]);
  });

  test.each(['1930-02-03', '1959-11-20'])(
    'a pensioner born on %s has a pension, and pays no NI',
    async (date_of_birth) => {
      const userId = await at.user({ ...details, date_of_birth });
      const slips = await payslips(userId);
      expect(slips.length).toBeGreaterThanOrEqual(6);
      for (const { employment_information: job, income_information: income } of slips) {
        expect(job).toMatchObject({ role: 'Pensioner', type: 'pension' });
        expect(income?.deductions?.employee_ni).toBe('0.00');
      }
    },
  );

  test('no person works before 16', async () => {
    const userId = await at.user({ ...details, date_of_birth: '2009-08-01' });
    for (const { employment_information: job } of await payslips(userId))
      expect((job?.start_date ?? '') >= '2025-08-01').toBe(true);
  });
});
