import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartialProfile } from '../../spec/profile.ts';
import type { PayrollSubmission } from '../../spec/types.ts';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

const monthMs = 30.44 * 86_400_000;

/** A payslip that was paid some months before the client's clock. */
async function paid(monthsAgo: number, on = at) {
  const now = Date.parse((await on.call('GET', '/_sandbox/clock')).body.now);
  return { income_information: { pay_date: new Date(now - monthsAgo * monthMs).toISOString() } };
}

const payDates = (found: PayrollSubmission[]): string[] =>
  found.map((one) => one.income_information?.pay_date ?? '').sort();

/** A user who has accepted a term, with what they can do. */
async function holder(fields: object = {}, on = at) {
  const userId = await on.user(fields);
  await on.accept(userId);
  const authorization = `Bearer ${await on.token(userId)}`;
  return {
    userId,
    link: async (account: object = {}): Promise<string> =>
      (await on.call('POST', `/_sandbox/users/${userId}/accounts`, account)).body.account_id,
    query: async (account_id: string): Promise<PayrollSubmission[]> =>
      (await on.call('POST', '/payroll/entries/connections', { account_id }, { authorization })).body
        .payroll_submissions,
    connect: async (): Promise<PayrollSubmission[]> =>
      (await on.call('POST', '/accounts/direct-connections', { user_id: userId })).body.payroll_submissions,
    set: (fields: object) => on.call('PATCH', `/users/${userId}`, fields),
  };
}

const configure = (payroll_period_months: number | null, on = at) =>
  on.call('PATCH', '/configuration', { payroll_period_months });

describe('the lookback period', () => {
  const ages = [1.5, 4.5, 11.5, 12.5, 30.5];
  const found = async (fields: object = {}) => {
    const { link, query } = await holder(fields);
    return (await query(await link({ payroll: await Promise.all(ages.map((age) => paid(age))) }))).length;
  };

  test("is the user's own, else the client's, else the profile's; null unsets it", async () => {
    await configure(12);
    expect(await found()).toBe(3);
    await configure(13);
    expect(await found()).toBe(4);
    expect(await found({ payroll_period_months: 12 })).toBe(3);
    expect(await found({ payroll_period_months: 2 })).toBe(1);
    expect(await found({ payroll_period_months: 60 })).toBe(5);
    await configure(null);
    expect(await found()).toBe(3);
    await configure(2);
    const { set, link, query } = await holder({ payroll_period_months: 13 });
    await set({ payroll_period_months: null });
    expect(await query(await link({ payroll: [await paid(3), await paid(1)] }))).toHaveLength(1);
    await configure(12);
  });

  test('holds for a direct connection and for made-up payroll as for given payroll', async () => {
    const details = { date_of_birth: '1990-05-17', ni_number: 'QQ123456C', post_codes: ['LS1 4AP'] };
    const direct = await holder({ ...details, payroll_period_months: 5 });
    await at.call('POST', `/_sandbox/users/${direct.userId}/direct-payroll`, {
      payroll_submissions: await Promise.all(ages.map((age) => paid(age))),
    });
    expect(await direct.connect()).toHaveLength(2);
    const drawn = await holder({ payroll_period_months: 2 });
    const { now } = (await at.call('GET', '/_sandbox/clock')).body;
    const dates = payDates(await drawn.query(await drawn.link()));
    expect(dates.length).toBeGreaterThan(0);
    for (const date of dates)
      expect(Date.parse(date)).toBeGreaterThanOrEqual(Date.parse(now) - 63 * 86_400_000);
  });

  test('never finds less by being longer', async () => {
    const payroll = await Promise.all([0.1, 2.5, 7, 11.9, 12.1, 12.9, 13.1, 24, 60].map((age) => paid(age)));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 120 }), async (a, b) => {
        const counts = [];
        for (const months of [Math.min(a, b), Math.max(a, b)]) {
          const { link, query } = await holder({ payroll_period_months: months });
          counts.push((await query(await link({ payroll }))).length);
        }
        expect(counts[0]).toBeLessThanOrEqual(counts[1] ?? 0);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ['kept', 1, 2],
    ['current', 2, 1],
  ] as const)('a later change of it, where the profile says %s', async (value, longer, shorter) => {
    const points: PartialProfile['points'] = { 'settings.payroll-period-months.later-change': value };
    const on = await arranging({ profile: { points } });
    try {
      const payroll = [await paid(1, on), await paid(5, on)];
      const low = await holder({ payroll_period_months: 2 }, on);
      const lowAccount = await low.link({ payroll });
      await low.set({ payroll_period_months: 12 });
      expect(await low.query(lowAccount)).toHaveLength(longer);
      const high = await holder({ payroll_period_months: 12 }, on);
      const highAccount = await high.link({ payroll });
      await high.set({ payroll_period_months: 2 });
      expect(await high.query(highAccount)).toHaveLength(shorter);
    } finally {
      await on.close();
    }
  });
});

test('a query finds nothing that is held already, and nothing older than it', async () => {
  const { userId, link, query } = await holder({ payroll_period_months: 12 });
  const account_id = await link();
  const given = { account_id, payroll_submissions: [await paid(2.2)] };
  const { body } = await at.call('POST', `/_sandbox/users/${userId}/entries`, given);
  const held = body.payroll_submissions[0].income_information.pay_date;
  const found = payDates(await query(account_id));
  expect(found.length).toBeGreaterThan(0);
  for (const date of found) expect(date > held).toBe(true);
  expect(await query(account_id)).toEqual([]);
});

test('source and trust_score say where payroll came from and how sure it is, in the words of the profile', async () => {
  const words = { connection: 'provider', direct: 'a payroll direct connection', upload: 'payslip' };
  const ratings = ['sure', 'likely', 'doubtful', 'bad'];
  const points = { 'payroll.source-values': words, 'payroll.trust-score-values': ratings };
  const on = await arranging({ profile: { points } });
  try {
    const details = { date_of_birth: '1990-05-17', ni_number: 'QQ123456C', post_codes: ['LS1 4AP'] };
    const { userId, link, query, connect } = await holder(details, on);
    const [first] = await query(await link());
    expect(first?.source).toBe('provider');
    expect(ratings).toContain(first?.trust_score);
    const uploaded = await on.call('POST', `/_sandbox/users/${userId}/entries`, {
      payroll_submissions: [{}],
    });
    expect(uploaded.body.payroll_submissions[0].source).toBe('payslip');
    await on.call('POST', `/_sandbox/users/${userId}/direct-payroll`, { payroll_submissions: [{}] });
    expect((await connect())[0]?.source).toBe('a payroll direct connection');
    const all = (await on.call('GET', '/users?limit=100')).body.users;
    const seeded = [];
    for (const { user_id } of all) {
      if (user_id === userId) continue;
      seeded.push(...(await on.dossier(user_id)).payroll_submissions);
      await on.accept(user_id);
      const answer = await on.call('POST', '/accounts/direct-connections', { user_id });
      for (const one of answer.body.payroll_submissions ?? [])
        expect(one.source).toBe('a payroll direct connection');
    }
    expect(new Set(seeded.map((one) => one.source))).toEqual(new Set([words.connection, words.upload]));
    expect(new Set(seeded.map((one) => one.trust_score))).toEqual(new Set(ratings));
    for (const one of seeded) {
      const origin = one.document_id ? 'upload' : one.account_id ? 'connection' : 'direct';
      expect(one.source).toBe(words[origin]);
    }
  } finally {
    await on.close();
  }
});

test("every client has the service's own system terms", async () => {
  const system = async (headers: Record<string, string>) => {
    const user = (await at.call('POST', '/_sandbox/users', {}, headers)).body.user_id;
    const path = `/_sandbox/users/${user}/authorisations`;
    const { term_id } = (await at.call('POST', path, {}, headers)).body;
    return (await at.call('GET', `/authorisations/terms/${term_id}`, undefined, headers)).body;
  };
  const [first, second] = [await system({}), await system({ 'x-api-key': 'sandbox-key-2' })];
  expect(first.is_system_term).toBe(true);
  expect(second).toEqual(first);
});

describe('a direct connection', () => {
  const details = {
    date_of_birth: '1990-05-17',
    ni_number: 'QQ123456C',
    post_codes: ['LS1 4AP', 'CF10 1EP'],
  };
  const found = async (identity: object) => {
    const { userId, connect } = await holder(details);
    const payroll_submissions = [{ identity_information: identity }];
    await at.call('POST', `/_sandbox/users/${userId}/direct-payroll`, { payroll_submissions });
    return (await connect()).length;
  };

  test.each([
    ['the current post code', { address: { post_code: 'ls14ap' } }, 1],
    ['a past post code', { address: { post_code: 'CF10 1EP' } }, 1],
    ["another person's post code", { address: { post_code: 'CF10 1EQ' } }, 0],
    ['the same birthday', { date_of_birth: '1990-05-17' }, 1],
    ['another birthday', { date_of_birth: '1990-05-18' }, 0],
    ['the same NI number', { NI_number: 'qq 12 34 56 c' }, 1],
    ['another NI number', { NI_number: 'QQ123456D' }, 0],
  ])('that finds payroll with %s takes it or leaves it', async (_, identity, count) => {
    expect(await found(identity)).toBe(count);
  });
});
