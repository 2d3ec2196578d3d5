import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arranging, arranging, unknownId } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

test('a user has what was given, in the format of the service, and lacks what was left out or null', async () => {
  const { now } = (await at.call('GET', '/_sandbox/clock')).body;
  const { status, body } = await at.call('POST', '/_sandbox/users', {
    forename: 'Ada',
    surname: null,
    date_of_birth: '1990-05-17',
    post_codes: ['ls1 4ap', 'JE2 3AB'],
    payroll_period_months: 6,
    recurring_check_frequency: 'HOURLY',
    recurring_check_end_date: '2030-01-01T01:00:00+01:00',
    taxauth_enabled: false,
  });
  expect(status).toBe(201);
  const { user_id, created_at, ...rest } = body;
  expect(rest).toEqual({
    forename: 'Ada',
    date_of_birth: '1990-05-17T00:00:00.000Z',
    post_codes: ['ls1 4ap', 'JE2 3AB'],
    payroll_period_months: 6,
    recurring_check_frequency: 'HOURLY',
    recurring_check_end_date: '2030-01-01T00:00:00.000Z',
    taxauth_enabled: false,
  });
  expect(created_at >= now).toBe(true);
  expect((await at.dossier(user_id)).user).toEqual(body);
  const listed = await at.call('GET', '/users?limit=100');
  expect(listed.body.users.at(-1)).toEqual(body);
});

test('a user of whom nothing is given has nothing but an id and a time', async () => {
  const { body } = await at.call('POST', '/_sandbox/users', {});
  expect(Object.keys(body).sort()).toEqual(['created_at', 'user_id']);
});

test('a new user has no authorisation, account, entry, submission or document', async () => {
  const { user: _, ...rest } = await at.dossier(await at.user());
  expect(Object.keys(rest).sort()).toEqual([
    'accounts',
    'authorisations',
    'bank_statement_submissions',
    'documents',
    'entries',
    'income_submissions',
    'payroll_submissions',
  ]);
  expect(Object.values(rest).flat()).toEqual([]);
});

test('the dossier of a seeded user shows what the service holds', async () => {
  const { users } = (await at.call('GET', '/users?limit=32')).body;
  const dossiers = await Promise.all(users.map((one: { user_id: string }) => at.dossier(one.user_id)));
  expect(
    dossiers.some(
      ({ accounts, payroll_submissions }) => accounts.length > 0 && payroll_submissions.length > 0,
    ),
  ).toBe(true);
});

test.each([
  ['date_of_birth', 'yesterday'],
  ['post_codes', 'LS1 4AP'],
  ['payroll_period_months', 0],
  ['recurring_check_frequency', 'DAILY'],
  ['shoe_size', 44],
])('a bad %s is refused by name, and no user is created', async (field, value) => {
  const total = async () => (await at.call('GET', '/users?limit=1')).body.pagination.total_count;
  const before = await total();
  const { status, body } = await at.call('POST', '/_sandbox/users', { forename: 'Ada', [field]: value });
  expect(status).toBe(400);
  expect(body.errors.join()).toContain(`[${field}]`);
  expect(await total()).toBe(before);
});

test('HOURLY is refused outside of the sandbox environment', async () => {
  const production = await arranging({ environment: 'production', users: 32 });
  try {
    const { status, body } = await production.call('POST', '/_sandbox/users', {
      recurring_check_frequency: 'HOURLY',
    });
    expect(status).toBe(400);
    expect(body.errors[0]).toContain('[recurring_check_frequency]');
    expect((await production.call('GET', '/_sandbox/health')).body.environment).toBe('production');
  } finally {
    await production.close();
  }
});

test('a token opens what a user may do, until it expires by the clock', async () => {
  const userId = await at.user();
  await at.accept(userId);
  const { now } = (await at.call('GET', '/_sandbox/clock')).body;
  const { status, body } = await at.call('POST', `/_sandbox/users/${userId}/tokens`, { expires_in: 90 });
  expect(status).toBe(201);
  expect(Date.parse(body.expires_at)).toBeGreaterThanOrEqual(Date.parse(now) + 90_000);
  const presign = () =>
    at.call(
      'PUT',
      '/documents/bank-statements/presign',
      { files: [{ file_name: 'a.pdf' }] },
      {
        authorization: `Bearer ${body.token}`,
      },
    );
  expect((await presign()).status).toBe(200);
  await at.call('POST', '/_sandbox/clock', { by: 'PT90S' });
  expect((await presign()).status).toBe(401);
});

test('a document waits for its upload until its address expires', async () => {
  const userId = await at.user();
  await at.accept(userId);
  const bearer = { authorization: `Bearer ${await at.token(userId)}` };
  const files = [{ file_name: 'march.pdf', external_id: 'mine' }];
  await at.call('PUT', '/documents/bank-statements/presign', { files }, bearer);
  const [waiting] = (await at.dossier(userId)).documents;
  expect(waiting).toMatchObject({
    file_name: 'march.pdf',
    external_id: 'mine',
    state: 'awaiting_upload',
    size: null,
  });
  await at.call('POST', '/_sandbox/clock', { to: waiting?.expires_at });
  expect((await at.dossier(userId)).documents[0]?.state).toBe('expired');
});

test('an unknown user is 404 on every call about one', async () => {
  const calls = [
    ['GET', '', undefined],
    ['POST', '/tokens', {}],
    ['POST', '/authorisations', {}],
    ['DELETE', `/authorisations/${unknownId}`, undefined],
    ['POST', '/accounts', {}],
    ['POST', '/direct-payroll', { payroll_submissions: [] }],
    ['POST', '/entries', { payroll_submissions: [{}] }],
    ['POST', '/bank-statements', {}],
    ['POST', '/taxauth', {}],
  ] as const;
  for (const [method, path, body] of calls) {
    for (const id of [unknownId, 'no-uuid']) {
      const answer = await at.call(method, `/_sandbox/users/${id}${path}`, body);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.body.errors).toEqual([`User [${id}] does not exist`]);
    }
  }
});

test('ids are taken in capitals too', async () => {
  const userId = await at.user();
  expect((await at.dossier(userId.toUpperCase())).user.user_id).toBe(userId);
  expect((await at.accept(userId.toUpperCase())).user_id).toBe(userId);
});
