import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { User } from '../../../spec/types.ts';
import { remembering } from './model.ts';
import {
  around,
  instead,
  type Mutant,
  mutant,
  onAnswer,
  onBody,
  onErrors,
  onRequest,
  onStatus,
} from './mutant.ts';
import { onNumber } from './paged-lists.ts';

/** The latest user of the client but the one that a request is about. */
async function latestOther({
  client,
  clientRecord,
  path,
}: HandlerContext<'deleteUser' | 'updateUser'>): Promise<User | undefined> {
  const { users } = await client.users.list({ offset: 0, limit: 100, newestFirst: false }, clientRecord);
  return users.findLast(({ user_id }) => user_id !== path.user_id);
}

const taken = { status: 200, body: { message: 'Done' } };

/** Broken sandboxes for the deletion of users. */
const userDeletionMutants: readonly Mutant[] = [
  mutant(
    'deletes-without-a-word',
    'users.delete.confirms',
    onBody('deleteUser', () => ({})),
  ),
  mutant(
    'says-deleted-and-keeps-the-user',
    'users.delete.gone',
    instead('deleteUser', () => taken),
  ),
  mutant(
    'pages-as-if-the-first-people-had-stayed',
    'users.delete.gone',
    ...remembering(
      () => ({ gone: 0 }),
      (memoryOf) => [
        around('deleteUser', async (context, handler) => {
          const { ext_id } = (await context.client.users.read(context.path.user_id))?.user ?? {};
          const answer = await handler(context);
          if (!ext_id?.startsWith('payrig-check-')) memoryOf(context.client).gone += 1;
          return answer;
        }),
        around('listUsers', (context, handler) => {
          const { offset = 1 } = context.query;
          const skipped = offset > 1 ? memoryOf(context.client).gone : 0;
          return handler({ ...context, query: { ...context.query, offset: offset + skipped } });
        }),
      ],
    ),
  ),
  mutant(
    'gives-the-error-as-text',
    'users.delete.unknown',
    onErrors('deleteUser', (errors) => errors.join('; ')),
  ),
  mutant('keeps-the-files-of-the-deleted', 'users.delete.takes-files', hidesUser()),
  mutant('keeps-the-accounts-of-the-deleted', 'users.delete.takes-accounts', hidesUser()),
  mutant('keeps-the-entries-of-the-deleted', 'users.delete.takes-entries', hidesUser()),
  mutant('keeps-the-payroll-of-the-deleted', 'users.delete.takes-payroll', hidesUser()),
  mutant(
    'deletes-the-latest-user-too',
    'users.delete.leaves-others',
    around('deleteUser', async (context, handler) => {
      const other = await latestOther(context);
      const answer = await handler(context);
      if (other) await handler({ ...context, path: { user_id: other.user_id } });
      return answer;
    }),
  ),
];

/** A deleted user is said to be gone, and all that belongs to it stays. */
function hidesUser() {
  return instead('deleteUser', () => taken);
}

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
];

const anHourBefore = (at: string): string => new Date(Date.parse(at) - 3_600_000).toISOString();

const dropping = (...fields: string[]) =>
  onRequest('updateUser', ({ sent }) => {
    for (const field of fields) delete sent[field];
  });

const updateMutants: readonly Mutant[] = [
  mutant('ignores-the-ni-number', 'users.patch.sets', dropping('ni_number')),
  mutant(
    'keeps-one-post-code',
    'users.patch.sets',
    onBody('updateUser', (user) => void user.post_codes?.splice(1)),
  ),
  mutant(
    'replaces-the-whole-user',
    'users.patch.keeps-omitted',
    onRequest('updateUser', (request) => {
      request.body = { forename: null, ext_id: null, taxauth_enabled: null, ...request.sent };
    }),
  ),
  mutant(
    'keeps-what-null-should-unset',
    'users.patch.null-unsets',
    onRequest('updateUser', ({ sent }) => {
      for (const [name, value] of Object.entries(sent)) if (value === null) delete sent[name];
    }),
  ),
  mutant(
    'unsets-booleans-to-false',
    'users.patch.null-unsets',
    onRequest('updateUser', ({ sent }) => {
      if (sent['taxauth_enabled'] === null) sent['taxauth_enabled'] = false;
    }),
  ),
  mutant(
    'drops-the-rest-beside-a-null',
    'users.patch.null-unsets',
    onRequest('updateUser', (request) => {
      const entries = Object.entries(request.sent);
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
    around('updateUser', async (context, handler) => {
      const answer = await handler(context);
      const other = await latestOther(context);
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
  mutant('answers-unknown-users-with-400', 'users.patch.unknown', onStatus('updateUser', 404, 400)),
  mutant(
    'has-no-hours-in-its-sandbox',
    'users.frequency.hourly-in-sandbox',
    { environment: 'production' },
    saysSandbox(),
  ),
  mutant('takes-hours-in-production', 'users.frequency.no-hourly-in-production', swapsFrequency('HOURLY')),
  mutant('takes-days', 'users.frequency.no-others', swapsFrequency('DAILY', 'YEARLY', 'NEVER')),
];

/** Values of a text field that are no text are ignored, not refused. */
function dropsIll(field: string) {
  return onRequest('updateUser', ({ sent }) => {
    if (typeof sent[field] !== 'string' && sent[field] !== null) delete sent[field];
  });
}

/** Takes these words as if they were weeks. */
function swapsFrequency(...words: string[]) {
  return onRequest('updateUser', ({ sent }) => {
    if (words.includes(String(sent['recurring_check_frequency'])))
      sent['recurring_check_frequency'] = 'WEEKLY';
  });
}

/** The arrangement API of a production server that calls itself a sandbox. */
function saysSandbox() {
  return onAnswer(/^\/_sandbox\/health$/, (answer) => ({
    ...answer,
    body: Object.assign({}, answer.body, { environment: 'sandbox' }),
  }));
}

/** Broken sandboxes for the clauses about users. */
export const userMutants: readonly Mutant[] = [
  ...listMutants,
  ...shapeMutants,
  ...updateMutants,
  ...userDeletionMutants,
];
