import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayrollSubmission } from '../../spec/types.ts';
import { type Arranging, arranging, unknownId } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

const enter = (userId: string, body: object) => at.call('POST', `/_sandbox/users/${userId}/entries`, body);

test('an entry without an account is an upload: no account, and document fields that say where it came from', async () => {
  const userId = await at.user();
  const { status, body } = await enter(userId, { payroll_submissions: [{}, {}] });
  expect(status).toBe(201);
  expect(body.account_id).toBeNull();
  for (const one of body.payroll_submissions as PayrollSubmission[]) {
    expect(one).toMatchObject({
      account_id: null,
      entry_id: body.entry_id,
      document_id: expect.any(String),
      document_external_id: expect.any(String),
      document_filename: expect.stringMatching(/\.pdf$/),
      source: 'Payslip upload',
    });
  }
  const dossier = await at.dossier(userId);
  expect(dossier.payroll_submissions).toEqual(body.payroll_submissions);
  expect(dossier.entries).toEqual([
    { entry_id: body.entry_id, account_id: null, created_at: expect.any(String) },
  ]);
});

test('an entry on an account, in any state, belongs to it and has no document', async () => {
  const userId = await at.user();
  for (const given of [{}, { mfa_enabled: true }, { user_name: 'lock' }, { user_name: 'fail' }]) {
    const { account_id } = (await at.call('POST', `/_sandbox/users/${userId}/accounts`, given)).body;
    const { status, body } = await enter(userId, {
      account_id: account_id.toUpperCase(),
      payroll_submissions: [{}],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ account_id, payroll_submissions: [{ account_id, document_id: null }] });
  }
});

test('what decides the expenditure is kept as it was given', async () => {
  const userId = await at.user();
  const given = {
    identity_information: { date_of_birth: '2031-02-03', address: { post_code: 'je2  3ab' } },
    income_information: {
      pay_interval_start: '2026-01-10',
      pay_interval_end: '2025-12-01T12:00:00+02:00',
      earnings: { net_pay: -5 },
    },
  };
  const { body } = await enter(userId, { payroll_submissions: [given] });
  expect(body.payroll_submissions[0]).toMatchObject({
    identity_information: { date_of_birth: '2031-02-03T00:00:00.000Z', address: { post_code: 'je2  3ab' } },
    income_information: {
      pay_interval_start: '2026-01-10T00:00:00.000Z',
      pay_interval_end: '2025-12-01T10:00:00.000Z',
      earnings: { net_pay: '-5.00' },
    },
  });
});

test('null is how a payslip is made to lack what the expenditure needs', async () => {
  const userId = await at.user();
  const lacking = { date_of_birth: null, address: { post_code: null } };
  await enter(userId, { payroll_submissions: [{ identity_information: lacking }] });
  const { status, body } = await at.call('GET', `/expenditure/${userId}/ons`);
  expect(status).toBe(404);
  expect(body.errors).toEqual([
    '[date_of_birth] param is missing on the user and its payslips',
    '[post_codes] param is missing on the user and its payslips',
  ]);
  await enter(userId, {
    payroll_submissions: [{ identity_information: null }, { income_information: null }],
  });
  expect(
    (await at.dossier(userId)).payroll_submissions.map((one) => one.income_information === null),
  ).toEqual([false, false, true]);
});

test('an arranged entry is enough for an estimate', async () => {
  const userId = await at.user();
  await enter(userId, { payroll_submissions: [{}] });
  const { status, body } = await at.call('GET', `/expenditure/${userId}/ons`);
  expect(status).toBe(200);
  expect(body.expenditures).toHaveLength(1);
});

test('identical submissions are separate submissions', async () => {
  const userId = await at.user();
  const one = { created_at: '2026-01-01', income_information: { earnings: { net_pay: 100 } } };
  const { body } = await enter(userId, { payroll_submissions: [one, one] });
  const [first, second] = body.payroll_submissions;
  expect(first.id).not.toBe(second.id);
  expect(first.created_at).toBe('2026-01-01T00:00:00.000Z');
  expect((await at.dossier(userId)).payroll_submissions).toHaveLength(2);
});

test('an entry takes given account and entry ids for no more than what it is', async () => {
  const userId = await at.user();
  const { body } = await enter(userId, {
    payroll_submissions: [{ account_id: unknownId, entry_id: unknownId }],
  });
  expect(body.payroll_submissions[0]).toMatchObject({ account_id: null, entry_id: body.entry_id });
});

test('the account of an entry must be one of the user', async () => {
  const [userId, other] = [await at.user(), await at.user()];
  const { account_id } = (await at.call('POST', `/_sandbox/users/${other}/accounts`, {})).body;
  for (const unknown of [account_id, unknownId]) {
    const { status, body } = await enter(userId, { account_id: unknown, payroll_submissions: [{}] });
    expect(status).toBe(404);
    expect(body.errors).toEqual([`Account [${unknown}] does not exist`]);
  }
  expect((await at.dossier(userId)).entries).toEqual([]);
});

test.each([
  ['payroll_submissions', {}],
  ['payroll_submissions', { payroll_submissions: [] }],
  ['account_id', { account_id: 'mine', payroll_submissions: [{}] }],
  ['payroll_submissions.0', { payroll_submissions: ['payslip'] }],
  [
    'payroll_submissions.0.identity_information.phone',
    { payroll_submissions: [{ identity_information: { phone: 'none' } }] },
  ],
  [
    'payroll_submissions.0.identity_information.date_of_birth',
    { payroll_submissions: [{ identity_information: { date_of_birth: '31/01/1990' } }] },
  ],
  [
    'payroll_submissions.0.income_information.earnings.gross',
    { payroll_submissions: [{ income_information: { earnings: { gross: 1 } } }] },
  ],
  [
    'payroll_submissions.0.income_information.deductions.income_tax',
    { payroll_submissions: [{ income_information: { deductions: { income_tax: '1.234' } } }] },
  ],
])('a bad [%s] is refused by name, and no entry is made', async (field, body) => {
  const userId = await at.user();
  const answer = await enter(userId, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.join()).toContain(`[${field}]`);
  expect((await at.dossier(userId)).entries).toEqual([]);
});

test('a payslip id that is taken is refused, and the entry is not made', async () => {
  const userId = await at.user();
  const id = '11111111-2222-4333-8444-555555555555';
  expect((await enter(userId, { payroll_submissions: [{ id }] })).body.payroll_submissions[0].id).toBe(id);
  const again = await enter(userId, { payroll_submissions: [{}, { id: id.toUpperCase() }] });
  expect(again).toMatchObject({
    status: 400,
    body: { errors: ['Field [payroll_submissions.1.id] is taken by another submission'] },
  });
  expect((await at.dossier(userId)).entries).toHaveLength(1);
});

test('direct payroll is what the next direct connection finds, in place of what was there', async () => {
  const details = { date_of_birth: '1990-05-17', ni_number: 'QQ123456C', post_codes: ['LS1 4AP'] };
  const userId = await at.user(details);
  await at.accept(userId);
  const set = (payroll_submissions: object[]) =>
    at.call('POST', `/_sandbox/users/${userId}/direct-payroll`, { payroll_submissions });
  await set([{ trust_score: 'first' }, {}]);
  const { status, body } = await set([{ trust_score: 'second' }]);
  expect(status).toBe(201);
  expect(body.payroll_submissions).toMatchObject([
    { trust_score: 'second', account_id: null, entry_id: null },
  ]);
  expect((await at.dossier(userId)).payroll_submissions).toEqual([]);
  const found = await at.call('POST', '/accounts/direct-connections', { user_id: userId });
  expect(found.body.payroll_submissions).toMatchObject([
    { id: body.payroll_submissions[0].id, trust_score: 'second' },
  ]);
  expect(found.body.payroll_submissions[0].entry_id).toEqual(expect.any(String));
  expect((await set([])).body.payroll_submissions).toEqual([]);
});

test('direct payroll that contradicts the user is not found', async () => {
  const details = { date_of_birth: '1990-05-17', ni_number: 'QQ123456C', post_codes: ['LS1 4AP'] };
  const userId = await at.user(details);
  await at.accept(userId);
  const payroll_submissions = [{ identity_information: { NI_number: 'QQ000000A' } }];
  await at.call('POST', `/_sandbox/users/${userId}/direct-payroll`, { payroll_submissions });
  const found = await at.call('POST', '/accounts/direct-connections', { user_id: userId });
  expect(found.body.payroll_submissions ?? []).toEqual([]);
});
