import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { User } from '../../../spec/types.ts';
import { remembering } from './model.ts';
import {
  around,
  changeUser,
  instead,
  type Mutant,
  mutantsOf,
  onAnswer,
  onBody,
  onErrors,
  onRequest,
  onStatus,
} from './mutant.ts';
import { onNumber } from './paged-lists.ts';

async function latestOther({
  client,
  clientRecord,
  path,
}: HandlerContext<'deleteUser' | 'updateUser'>): Promise<User | undefined> {
  const { users } = await client.users.list({ offset: 0, limit: 100, newestFirst: false }, clientRecord);
  return users.findLast(({ user_id }) => user_id !== path.user_id);
}

const taken = { status: 200, body: { message: 'Done' } };

const userDeletionMutants = mutantsOf('users.delete.', {
  'confirms: deletes-without-a-word': onBody('deleteUser', () => ({})),
  'gone: says-deleted-and-keeps-the-user': instead('deleteUser', () => taken),
  'gone: pages-as-if-the-first-people-had-stayed': remembering(
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
  'unknown: gives-the-error-as-text': onErrors('deleteUser', (errors) => errors.join('; ')),
  'takes-files: keeps-the-files-of-the-deleted': hidesUser(),
  'takes-accounts: keeps-the-accounts-of-the-deleted': hidesUser(),
  'takes-entries: keeps-the-entries-of-the-deleted': hidesUser(),
  'takes-payroll: keeps-the-payroll-of-the-deleted': hidesUser(),
  'leaves-others: deletes-the-latest-user-too': around('deleteUser', async (context, handler) => {
    const other = await latestOther(context);
    const answer = await handler(context);
    if (other) await handler({ ...context, path: { user_id: other.user_id } });
    return answer;
  }),
});

/** A deleted user is said to be gone, and all that belongs to it stays. */
function hidesUser() {
  return instead('deleteUser', () => taken);
}

const listMutants = mutantsOf('users.list.', {
  'total-count: stops-counting': onBody('listUsers', ({ pagination }) => {
    pagination.total_count = 31;
  }),
  'most: takes-very-large-pages-for-large-ones': onNumber('listUsers', 'limit', (limit) =>
    limit > 101 ? 100 : limit,
  ),
});

const shapeMutants = mutantsOf('users.shape.', {
  'types: writes-instants-without-milliseconds': onBody('updateUser', (user) => {
    user.created_at = user.created_at.replace('.000Z', 'Z').replace(/\.\d{3}Z/, 'Z');
  }),
  'created-at: has-a-clock-that-is-an-hour-slow': onBody('updateUser', (user) => ({
    ...user,
    created_at: anHourBefore(user.created_at),
  })),
});

const anHourBefore = (at: string): string => new Date(Date.parse(at) - 3_600_000).toISOString();

const dropping = (...fields: string[]) =>
  onRequest('updateUser', ({ sent }) => {
    for (const field of fields) delete sent[field];
  });

const updateMutants = mutantsOf('users.', {
  'patch.sets: ignores-the-ni-number': dropping('ni_number'),
  'patch.keeps-omitted: replaces-the-whole-user': onRequest('updateUser', (request) => {
    request.body = { forename: null, ext_id: null, taxauth_enabled: null, ...request.sent };
  }),
  'patch.null-unsets: keeps-what-null-should-unset': onRequest('updateUser', ({ sent }) => {
    for (const [name, value] of Object.entries(sent)) if (value === null) delete sent[name];
  }),
  'patch.null-unsets: drops-the-rest-beside-a-null': onRequest('updateUser', (request) => {
    const entries = Object.entries(request.sent);
    const nulls = entries.filter(([, value]) => value === null);
    if (nulls.length > 0) request.body = Object.fromEntries(nulls);
  }),
  'patch.persists: answers-an-update-without-making-it': around('updateUser', async (context, handler) => {
    const { surname = null } = context.body ?? {};
    const answer = await handler({ ...context, body: { ...context.body, surname: undefined } });
    return surname === null || !answer.body ? answer : { ...answer, body: { ...answer.body, surname } };
  }),
  'patch.that-user-only: updates-the-latest-user-too': around('updateUser', async (context, handler) => {
    const answer = await handler(context);
    const other = await latestOther(context);
    if (other) await handler({ ...context, path: { user_id: other.user_id } });
    return answer;
  }),
  'patch.persists: forgets-what-becomes-of-seeded-people': around('updateUser', async (context, handler) => {
    const before = await context.client.users.read(context.path.user_id);
    const answer = await handler(context);
    const isSeeded = !before?.user.ext_id?.startsWith('payrig-check-');
    if (before && isSeeded) await changeUser(context.client, context.path.user_id, { user: before.user });
    return answer;
  }),
  'patch.no-empty-post-codes: shows-an-empty-list': {
    profile: { points: { 'users.post-codes.empty': 'accept' } },
  },
  'patch.ill-typed: takes-numbers-for-names': dropsIll('forename'),
  'patch.unknown: answers-unknown-users-with-400': onStatus('updateUser', 404, 400),
  'frequency.hourly-in-sandbox: has-no-hours-in-its-sandbox': [{ environment: 'production' }, saysSandbox()],
  'frequency.no-hourly-in-production: takes-hours-in-production': swapsFrequency('HOURLY'),
  'frequency.no-others: takes-days': swapsFrequency('DAILY', 'YEARLY', 'NEVER'),
});

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

export const userMutants: readonly Mutant[] = [
  ...listMutants,
  ...shapeMutants,
  ...updateMutants,
  ...userDeletionMutants,
];
