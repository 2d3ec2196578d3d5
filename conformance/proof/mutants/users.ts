import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { User } from '../../../spec/types.ts';
import { remembering } from './model.ts';
import { around, changeUser, type Mutant, mutantsOf, onAnswer, onRequest } from './mutant.ts';
import { onNumber } from './paged-lists.ts';

async function latestOther({
  client,
  clientRecord,
  path,
}: HandlerContext<'deleteUser' | 'updateUser'>): Promise<User | undefined> {
  const { users } = await client.users.list({ offset: 0, limit: 100, newestFirst: false }, clientRecord);
  return users.findLast(({ user_id }) => user_id !== path.user_id);
}

const userDeletionMutants = mutantsOf('users.delete.', {
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
  'leaves-others: deletes-the-latest-user-too': around('deleteUser', async (context, handler) => {
    const other = await latestOther(context);
    const answer = await handler(context);
    if (other) await handler({ ...context, path: { user_id: other.user_id } });
    return answer;
  }),
});

const listMutants = mutantsOf('users.list.', {
  'most: takes-very-large-pages-for-large-ones': onNumber('listUsers', 'limit', (limit) =>
    limit > 101 ? 100 : limit,
  ),
});

const updateMutants = mutantsOf('users.', {
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
  'frequency.hourly-in-sandbox: has-no-hours-in-its-sandbox': [{ environment: 'production' }, saysSandbox()],
});

/** The arrangement API of a production server that calls itself a sandbox. */
function saysSandbox() {
  return onAnswer(/^\/_sandbox\/health$/, (answer) => ({
    ...answer,
    body: Object.assign({}, answer.body, { environment: 'sandbox' }),
  }));
}

export const userMutants: readonly Mutant[] = [...listMutants, ...updateMutants, ...userDeletionMutants];
