import { onNumber } from './list-defects.ts';
import { around, type Mutant, mutant, onAnswer, onBody, onRequest, onStatus } from './mutant.ts';
import { userDeletionMutants } from './users-delete.ts';

const listMutants: readonly Mutant[] = [
  mutant(
    'stops-counting',
    'users.list.total-count',
    onBody('listUsers', ({ pagination }) => {
      pagination.total_count = 31;
    }),
  ),
  mutant(
    'takes-very-large-pages-for-large-ones',
    'users.list.most',
    onNumber('listUsers', 'limit', (limit) => (limit > 101 ? 100 : limit)),
  ),
];

const shapeMutants: readonly Mutant[] = [
  mutant(
    'writes-instants-without-milliseconds',
    'users.shape.types',
    onBody('updateUser', (user) => {
      user.created_at = user.created_at.replace('.000Z', 'Z').replace(/\.\d{3}Z/, 'Z');
    }),
  ),
  mutant(
    'writes-months-as-text',
    'users.shape.types',
    onBody('updateUser', (user) =>
      user.payroll_period_months === undefined
        ? user
        : { ...user, payroll_period_months: `${user.payroll_period_months}` },
    ),
  ),
  mutant(
    'lists-post-codes-as-one-text',
    'users.shape.types',
    onBody('listUsers', ({ users, pagination }) => ({
      pagination,
      users: users.map((user) => ({ ...user, post_codes: user.post_codes?.join(', ') })),
    })),
  ),
  mutant(
    'has-a-clock-that-is-an-hour-slow',
    'users.shape.created-at',
    onBody('updateUser', (user) => ({ ...user, created_at: anHourBefore(user.created_at) })),
  ),
  mutant(
    'renews-the-creation-time',
    'users.shape.created-at',
    onBody('updateUser', (user) => {
      user.created_at = '2099-01-01T00:00:00.000Z';
    }),
  ),
];

const anHourBefore = (at: string): string => new Date(Date.parse(at) - 3_600_000).toISOString();

const dropping = (...fields: string[]) =>
  onRequest('updateUser', (request) => {
    request.body = Object.fromEntries(
      Object.entries(request.body as object).filter(([name]) => !fields.includes(name)),
    );
  });

const updateMutants: readonly Mutant[] = [
  mutant('ignores-the-ni-number', 'users.patch.sets', dropping('ni_number')),
  mutant('ignores-the-end-of-checks', 'users.patch.sets', dropping('recurring_check_end_date')),
  mutant(
    'keeps-one-post-code',
    'users.patch.sets',
    onBody('updateUser', (user) => void user.post_codes?.splice(1)),
  ),
  mutant('answers-an-update-with-201', 'users.patch.sets', onStatus('updateUser', 200, 201)),
  mutant(
    'replaces-the-whole-user',
    'users.patch.keeps-omitted',
    onRequest('updateUser', (request) => {
      request.body = { forename: null, ext_id: null, taxauth_enabled: null, ...(request.body as object) };
    }),
  ),
  mutant(
    'keeps-what-null-should-unset',
    'users.patch.null-unsets',
    onRequest('updateUser', (request) => {
      request.body = Object.fromEntries(
        Object.entries(request.body as object).filter(([, value]) => value !== null),
      );
    }),
  ),
  mutant(
    'unsets-booleans-to-false',
    'users.patch.null-unsets',
    onRequest('updateUser', (request) => {
      const body = request.body as Record<string, unknown>;
      if (body['taxauth_enabled'] === null) body['taxauth_enabled'] = false;
    }),
  ),
  mutant(
    'drops-the-rest-beside-a-null',
    'users.patch.null-unsets',
    onRequest('updateUser', (request) => {
      const entries = Object.entries(request.body as object);
      const nulls = entries.filter(([, value]) => value === null);
      if (nulls.length > 0) request.body = Object.fromEntries(nulls);
    }),
  ),
  mutant(
    'answers-an-update-without-making-it',
    'users.patch.persists',
    around('updateUser', async (context, handler) => {
      const { surname = null } = context.body ?? {};
      const answer = await handler({ ...context, body: { ...context.body, surname: undefined } });
      return surname === null || !answer.body ? answer : { ...answer, body: { ...answer.body, surname } };
    }),
  ),
  mutant(
    'updates-the-latest-user-too',
    'users.patch.that-user-only',
    around('updateUser', async (context, handler, all) => {
      const answer = await handler(context);
      const list = await all.listUsers({ ...context, path: {}, query: { offset: 1, limit: 100 } } as never);
      const other = list.body?.users.findLast(({ user_id }) => user_id !== context.path.user_id);
      if (other) await handler({ ...context, path: { user_id: other.user_id } });
      return answer;
    }),
  ),
  mutant(
    'forgets-what-becomes-of-seeded-people',
    'users.patch.persists',
    around('updateUser', async (context, handler) => {
      const before = await context.client.users.read(context.path.user_id);
      const answer = await handler(context);
      const isSeeded = !before?.user.ext_id?.startsWith('payrig-check-');
      if (before && isSeeded)
        await context.client.users.change(context.path.user_id, () => ({
          changedFields: { user: before.user },
          result: undefined,
        }));
      return answer;
    }),
  ),
  mutant('takes-numbers-for-names', 'users.patch.ill-typed', dropsIll('forename')),
  mutant('takes-text-for-months', 'users.patch.ill-typed', dropsIll('payroll_period_months')),
  mutant('answers-unknown-users-with-400', 'users.patch.unknown', onStatus('updateUser', 404, 400)),
  mutant(
    'takes-updates-of-nobody',
    'users.patch.unknown',
    onAnswer('updateUser', (answer) =>
      answer.status === 404 ? { ...answer, status: 200, body: {} } : answer,
    ),
  ),
  mutant(
    'has-no-hours-in-its-sandbox',
    'users.frequency.hourly-in-sandbox',
    { environment: 'production' },
    saysSandbox(),
  ),
  mutant('takes-hours-in-production', 'users.frequency.no-hourly-in-production', swapsFrequency('HOURLY')),
  mutant('takes-days', 'users.frequency.no-others', swapsFrequency('DAILY', 'YEARLY', 'NEVER')),
];

/** Ill-typed values of a field are ignored, not refused. */
function dropsIll(field: string) {
  return onRequest('updateUser', (request) => {
    const body = request.body as Record<string, unknown>;
    const lawful = field === 'forename' ? 'string' : 'number';
    if (field in body && typeof body[field] !== lawful && body[field] !== null) delete body[field];
  });
}

/** Takes these words as if they were weeks. */
function swapsFrequency(...words: string[]) {
  return onRequest('updateUser', (request) => {
    const body = request.body as Record<string, unknown>;
    if (words.includes(String(body['recurring_check_frequency'])))
      body['recurring_check_frequency'] = 'WEEKLY';
  });
}

/** The arrangement API of a production server that calls itself a sandbox. */
function saysSandbox() {
  return onAnswer(/^\/_sandbox\/health$/, (answer) => ({
    ...answer,
    body: { ...(answer.body as object), environment: 'sandbox' },
  }));
}

/** Broken sandboxes for the clauses about users. */
export const userMutants: readonly Mutant[] = [
  ...listMutants,
  ...shapeMutants,
  ...updateMutants,
  ...userDeletionMutants,
];
