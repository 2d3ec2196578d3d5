import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../spec/types.ts';
import { type Answered, type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

type Holder = {
  userId: string;
  link(body?: object): Promise<Account>;
  query(account: Account): Promise<Answered>;
  answer(account: Account, mfa: string): Promise<Answered>;
};

/** A user who has consented. */
async function holder(fields: object = {}): Promise<Holder> {
  const userId = await at.user(fields);
  await at.accept(userId);
  const bearer = { authorization: `Bearer ${await at.token(userId)}` };
  return {
    userId,
    link: async (body = {}) => (await at.call('POST', `/_sandbox/users/${userId}/accounts`, body)).body,
    query: ({ account_id }) => at.call('POST', '/payroll/entries/connections', { account_id }, bearer),
    answer: ({ account_id }, mfa) => at.call('PUT', `/accounts/${account_id}/mfa`, { mfa }),
  };
}

test('an account of which nothing is given is linked, and its provider holds payslips', async () => {
  const { userId, link, query } = await holder();
  const account = await link();
  expect(account).toMatchObject({ status: 'LINKED', mfa_enabled: false });
  const found = await query(account);
  expect(found.status).toBe(201);
  expect(found.body.payroll_submissions.length).toBeGreaterThan(0);
  expect((await at.dossier(userId)).accounts[0]).toMatchObject({
    account_id: account.account_id,
    latest_pay_date: expect.any(String),
  });
});

test('an account has the provider and user name that were given, whatever they are', async () => {
  const { link } = await holder();
  const given = { payroll_provider: 'Unlisted Payroll', user_name: 'ada@work' };
  expect(await link(given)).toMatchObject(given);
});

test('with MFA the account is PENDING until it gets the answer, "1234" when none was given', async () => {
  const { link, query, answer } = await holder();
  for (const [given, right] of [
    [{ mfa_enabled: true }, '1234'],
    [{ mfa_enabled: true, mfa: 'abc' }, 'abc'],
    [{ mfa: '9' }, '9'],
  ] as const) {
    const account = await link(given);
    expect(account).toMatchObject({ status: 'PENDING', mfa_enabled: true });
    expect((await query(account)).status).toBeGreaterThanOrEqual(400);
    expect((await answer(account, 'nonsense')).status).toBeGreaterThanOrEqual(400);
    expect((await answer(account, right)).body.status).toBe('LINKED');
    expect((await query(account)).status).toBe(201);
  }
});

test('attempts run out as the provider says, when it is known', async () => {
  const { link, answer } = await holder();
  const { providers } = (await at.call('GET', '/providers')).body;
  for (const { id, max_login_attempts } of providers.slice(0, 3)) {
    const account = await link({ payroll_provider: id, mfa_enabled: true });
    for (let attempt = 0; attempt < max_login_attempts; attempt += 1) await answer(account, 'nonsense');
    expect((await answer(account, '1234')).status).toBeGreaterThanOrEqual(400);
    const next = await link({ payroll_provider: id, mfa_enabled: true });
    for (let attempt = 1; attempt < max_login_attempts; attempt += 1) await answer(next, 'nonsense');
    expect((await answer(next, '1234')).body.status).toBe('LINKED');
  }
});

test('magic user names do what they promise, with any suffix', async () => {
  const { link, query, answer } = await holder();
  const mfa = await link({ user_name: 'mfa-date+run7' });
  expect(mfa).toMatchObject({ status: 'PENDING', mfa_enabled: true, user_name: 'mfa-date+run7' });
  expect((await answer(mfa, '1990-01-31')).body.status).toBe('LINKED');
  expect((await link({ user_name: 'lock+1' })).status).toBe('LOCKED');
  expect((await link({ user_name: 'fail' })).status).toBe('FAILED');
  const nothing = await query(await link({ user_name: 'nothing' }));
  expect(nothing.body).toMatchObject({ payroll_submissions: [], entry_id: null });
  expect((await query(await link({ user_name: 'timeout' }))).status).toBeGreaterThanOrEqual(400);
  expect((await query(await link({ user_name: 'ok' }))).body.payroll_submissions.length).toBeGreaterThan(0);
});

test('given payroll is what the next query finds, and [] is nothing', async () => {
  const { userId, link, query } = await holder({ forename: 'Ada', surname: 'Byron' });
  const { now } = (await at.call('GET', '/_sandbox/clock')).body;
  const account = await link({
    payroll: [
      {
        id: '11111111-2222-4333-8444-555555555555',
        income_information: { pay_date: now, earnings: { net_pay: 1234.5 } },
      },
      { identity_information: null },
    ],
  });
  expect(account.latest_pay_date).toBe(now);
  expect((await at.dossier(userId)).payroll_submissions).toEqual([]);
  const { body } = await query(account);
  expect(body.payroll_submissions).toHaveLength(2);
  const given = body.payroll_submissions.find((one: { id: string }) => one.id.startsWith('11111111'));
  expect(given).toMatchObject({
    account_id: account.account_id,
    entry_id: body.entry_id,
    identity_information: { name: 'Ada Byron' },
    income_information: { pay_date: now, earnings: { net_pay: '1234.50' } },
    document_id: null,
    source: 'Payroll provider connection',
  });
  expect((await query(account)).body.payroll_submissions).toEqual([]);
  expect((await query(await link({ payroll: [] }))).body.payroll_submissions).toEqual([]);
});

test.each([
  ['payroll_provider', { payroll_provider: '' }],
  ['mfa', { mfa: '' }],
  ['mfa_enabled', { mfa_enabled: null }],
  ['payroll.0.trust', { payroll: [{ trust: 'HIGH' }] }],
  [
    'payroll.0.income_information.earnings.net_pay',
    { payroll: [{ income_information: { earnings: { net_pay: 'lots' } } }] },
  ],
  [
    'payroll.1.income_information.earnings.net_pay',
    { payroll: [{}, { income_information: { earnings: { net_pay: 0.001 } } }] },
  ],
  [
    'payroll.1.id',
    { payroll: ['a', 'A'].map((letter) => ({ id: `${letter.repeat(8)}-0000-4000-8000-000000000000` })) },
  ],
])('a bad [%s] is refused by name, and nothing is linked', async (field, body) => {
  const userId = await at.user();
  const answer = await at.call('POST', `/_sandbox/users/${userId}/accounts`, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.join()).toContain(`[${field}]`);
  expect((await at.dossier(userId)).accounts).toEqual([]);
});
