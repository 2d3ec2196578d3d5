import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

test('an arranged bank statement is listed as it was answered', async () => {
  const userId = await at.user({ forename: 'Ada', surname: 'Byron' });
  const { status, body } = await at.call('POST', `/_sandbox/users/${userId}/bank-statements`, {
    balance_information: { opening_balance: 1000, closing_balance: '1,250.5' },
    statement_period: { start_date: '2026-01-01T10:00:00Z' },
    bank_statement_probability: 0.5,
    document_filename: null,
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    account_information: { account_holder_name: 'Ada Byron' },
    balance_information: { opening_balance: '1,000.00', closing_balance: '1,250.50' },
    statement_period: { start_date: '2026-01-01', end_date: '2026-01-31' },
    bank_statement_probability: 0.5,
    document_filename: null,
  });
  const listed = await at.call('GET', `/bankstatements/${userId}`);
  expect(listed.body.bank_statement_submissions).toEqual([body]);
  expect((await at.dossier(userId)).bank_statement_submissions).toEqual([body]);
});

test('arranged income is listed as it was answered, and found by its account and entry', async () => {
  const userId = await at.user();
  const account_id = 'AAAAAAAA-2222-4333-8444-555555555555';
  const { status, body } = await at.call('POST', `/_sandbox/users/${userId}/taxauth`, {
    account_id,
    employment: { employers: [{ income: 100 }, { income: '20.5' }] },
  });
  expect(status).toBe(201);
  expect(body.account_id).toBe(account_id.toLowerCase());
  expect(body.employment.total_income).toBe('120.50');
  const found = async (filter: string) =>
    (await at.call('GET', `/taxauth/${userId}${filter}`)).body.income_submissions;
  expect(await found('')).toEqual([body]);
  expect(await found(`?account_id=${account_id}`)).toEqual([body]);
  expect(await found(`?entry_id=${account_id}`)).toEqual([]);
  expect((await at.dossier(userId)).income_submissions).toEqual([body]);
});

test('paths are never renamed by a profile, fields and events are', async () => {
  const named = await arranging({ profile: { naming: { authority: 'levy' } } });
  try {
    const userId = await named.user({ levy_enabled: true });
    expect((await named.dossier(userId)).user).toMatchObject({ levy_enabled: true });
    expect((await named.call('POST', `/_sandbox/users/${userId}/taxauth`, {})).status).toBe(201);
    expect((await named.call('POST', `/_sandbox/users/${userId}/levy`, {})).status).toBe(404);
    expect((await named.call('GET', `/levy/${userId}`)).body.income_submissions).toHaveLength(1);
  } finally {
    await named.close();
  }
});

test.each([
  ['bank-statements', 'bank_statement_probability', { bank_statement_probability: 2 }],
  [
    'bank-statements',
    'balance_information.opening_balance',
    { balance_information: { opening_balance: '1,00.00' } },
  ],
  [
    'bank-statements',
    'balance_information.closing_balance',
    { balance_information: { closing_balance: 1.005 } },
  ],
  ['bank-statements', 'transactions.0.balance', { transactions: [{ balance: '1.00' }] }],
  ['taxauth', 'income_period.start', { income_period: { start: 'April' } }],
  ['taxauth', 'employment.employers.1.income', { employment: { employers: [{}, { income: 'much' }] } }],
  ['taxauth', 'user_id', { user_id: 'me' }],
])('%s refuses a bad [%s] by name, and nothing is added', async (path, field, body) => {
  const userId = await at.user();
  const answer = await at.call('POST', `/_sandbox/users/${userId}/${path}`, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.join()).toContain(`[${field}]`);
  const { bank_statement_submissions, income_submissions } = await at.dossier(userId);
  expect([...bank_statement_submissions, ...income_submissions]).toEqual([]);
});

test('an id that is taken is refused, and what has it stays as it was', async () => {
  const userId = await at.user();
  for (const path of ['bank-statements', 'taxauth']) {
    const first = await at.call('POST', `/_sandbox/users/${userId}/${path}`, {});
    const second = await at.call('POST', `/_sandbox/users/${userId}/${path}`, {
      id: first.body.id.toUpperCase(),
    });
    expect(second).toMatchObject({
      status: 400,
      body: { errors: ['Field [id] is taken by another submission'] },
    });
    const dossier = await at.dossier(userId);
    expect([...dossier.bank_statement_submissions, ...dossier.income_submissions]).toContainEqual(first.body);
  }
});
