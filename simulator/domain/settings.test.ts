import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Points } from '../../spec/profile.ts';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

/** Runs something at a sandbox whose profile says otherwise. */
async function under<T>(points: Partial<Points>, run: (on: Arranging) => Promise<T>): Promise<T> {
  const on = await arranging({ profile: { points } });
  try {
    return await run(on);
  } finally {
    await on.close();
  }
}

describe('payslip_upload_enabled', () => {
  const upload = (userId: string, more: object = {}) =>
    at.call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}], ...more });

  test.each([
    { user: undefined, client: true, status: 201 },
    { user: undefined, client: false, status: 409 },
    { user: undefined, client: null, status: 201 },
    { user: true, client: false, status: 201 },
    { user: false, client: true, status: 409 },
    { user: false, client: null, status: 409 },
  ])('of the user, else of the client, decides: $user and $client give $status', async (given) => {
    await at.call('PATCH', '/configuration', { payslip_upload_enabled: given.client });
    const userId = await at.user(given.user === undefined ? {} : { payslip_upload_enabled: given.user });
    const before = await at.dossier(userId);
    const { status, body } = await upload(userId);
    expect(status).toBe(given.status);
    if (status === 409) {
      expect(body.errors).toEqual(['Payslip upload is disabled for the user']);
      expect(await at.dossier(userId)).toEqual(before);
    }
    await at.call('PATCH', '/configuration', { payslip_upload_enabled: true });
  });

  test('says nothing about entries of an account, and null gives the word back to the client', async () => {
    const userId = await at.user({ payslip_upload_enabled: false });
    const { account_id } = (await at.call('POST', `/_sandbox/users/${userId}/accounts`, {})).body;
    expect((await upload(userId, { account_id })).status).toBe(201);
    expect((await upload(userId, { account_id: null })).status).toBe(409);
    await at.call('PATCH', `/users/${userId}`, { payslip_upload_enabled: null });
    expect((await upload(userId)).status).toBe(201);
  });
});

test.each([
  [true, undefined, 200],
  [true, false, 403],
  [false, undefined, 403],
  [false, true, 200],
] as const)(
  'tax-authority data is on (%s) where nothing is set; a setting of %s gives %s',
  async (byDefault, taxauth_enabled, status) => {
    await under({ 'settings.income-enabled.default': byDefault }, async (on) => {
      const userId = await on.user(taxauth_enabled === undefined ? {} : { taxauth_enabled });
      expect((await on.call('GET', `/taxauth/${userId}`)).status).toBe(status);
    });
  },
);

test.each(['/configuration', '/_sandbox/configuration'])(
  "the client's setting of tax-authority data, set by %s, holds for users without their own",
  async (path) => {
    await under({}, async (on) => {
      const [plain, willing] = [await on.user(), await on.user({ taxauth_enabled: true })];
      const read = async () =>
        Promise.all([plain, willing].map(async (id) => (await on.call('GET', `/taxauth/${id}`)).status));
      expect(await read()).toEqual([200, 200]);
      const { status, body } = await on.call('PATCH', path, { taxauth_enabled: false });
      expect([status, body.taxauth_enabled]).toEqual([200, false]);
      expect((await on.call('GET', '/configuration')).body.taxauth_enabled).toBe(false);
      expect(await read()).toEqual([403, 200]);
      expect((await on.call('PATCH', path, { taxauth_enabled: null })).status).toBe(200);
      expect(await read()).toEqual([200, 200]);
      expect((await on.call('PATCH', path, { taxauth_enabled: 'no' })).status).toBe(400);
    });
  },
);

test('a configuration without the field for tax-authority data refuses and hides it', async () => {
  await under({ 'configuration.income-enabled': 'none' }, async (on) => {
    const userId = await on.user();
    expect((await on.call('PATCH', '/configuration', { taxauth_enabled: false })).status).toBe(400);
    await on.call('PATCH', '/_sandbox/configuration', { taxauth_enabled: false });
    expect((await on.call('GET', `/taxauth/${userId}`)).status).toBe(403);
    expect((await on.call('GET', '/configuration')).body).not.toHaveProperty('taxauth_enabled');
  });
});

/** A user with a provider account and a direct one, whose checks recur each month. */
async function recurring(on: Arranging): Promise<string> {
  const details = { date_of_birth: '1990-05-17', ni_number: 'QQ123456C', post_codes: ['LS1 4AP'] };
  const userId = await on.user({ ...details, recurring_checks_enabled: true });
  const term = await on.call('POST', '/_sandbox/terms', { authorisation_category: 'recurring' });
  await on.accept(userId, { term_id: term.body.id });
  await on.call('POST', `/_sandbox/users/${userId}/accounts`, { payroll: [{}] });
  await on.call('POST', `/_sandbox/users/${userId}/direct-payroll`, { payroll_submissions: [{}] });
  await on.call('POST', '/accounts/direct-connections', { user_id: userId });
  return userId;
}

/** The providers through which a user was checked while the clock went on by a month and a half. */
async function checkedProviders(on: Arranging, userId: string): Promise<string[]> {
  const { effects } = (await on.call('POST', '/_sandbox/clock', { by: 'P45D' })).body;
  const { accounts } = await on.dossier(userId);
  const mine = effects.filter(
    (one: { kind: string; user_id: string }) => one.kind === 'recurring-check' && one.user_id === userId,
  );
  const through: string[] = mine.map(({ account_id }: { account_id: string }) =>
    accounts.find((one) => one.account_id === account_id)?.payroll_provider === 'direct-connection'
      ? 'direct'
      : 'provider',
  );
  return [...new Set(through)];
}

test.each([
  ['skipped', 'allowed', ['direct']],
  ['skipped', 'refused', []],
  ['run', 'allowed', ['provider', 'direct']],
] as const)(
  'while payroll connections are disabled recurring checks are %s, with direct ones %s: %j',
  async (recurrent, direct, expected) => {
    const points = { 'connections.disabled-recurring': recurrent, 'connections.disabled-direct': direct };
    await under(points, async (on) => {
      const userId = await recurring(on);
      expect(await checkedProviders(on, userId)).toEqual(['provider', 'direct']);
      await on.call('PATCH', `/users/${userId}`, { payroll_connections_enabled: false });
      expect(await checkedProviders(on, userId)).toEqual(expected);
      await on.call('PATCH', `/users/${userId}`, { payroll_connections_enabled: null });
      expect(await checkedProviders(on, userId)).toEqual(['provider', 'direct']);
    });
  },
);

test.each([
  ['any', 201],
  ['one', 403],
] as const)('a one-time authorisation allows %s retrieval: a second query gets %i', async (uses, second) => {
  await under({ 'authorisations.one-time.uses': uses }, async (on) => {
    const userId = await on.user();
    const oneTime = await on.call('POST', '/_sandbox/terms', { authorisation_category: 'one_time' });
    const first = await on.accept(userId, { term_id: oneTime.body.id });
    const authorization = `Bearer ${await on.token(userId)}`;
    const { account_id } = (await on.call('POST', `/_sandbox/users/${userId}/accounts`, { payroll: [{}] }))
      .body;
    const query = (headers = {}) =>
      on.call('POST', '/payroll/entries/connections', { account_id }, { authorization, ...headers });
    expect((await query()).body.payroll_submissions).toHaveLength(1);
    expect((await query()).status).toBe(second);
    expect((await query({ 'x-svc-authorisation-id': first.authorisation_id })).status).toBe(second);
    expect((await on.call('POST', '/accounts/direct-connections', { user_id: userId })).status).toBe(second);
    await on.accept(userId, { term_id: oneTime.body.id });
    const statuses = (await Promise.all([query(), query(), query()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(uses === 'any' ? 3 : 1);
    const term = await on.call('POST', '/_sandbox/terms', { authorisation_category: 'recurring' });
    await on.accept(userId, { term_id: term.body.id });
    expect([(await query()).status, (await query()).status]).toEqual([201, 201]);
  });
});
