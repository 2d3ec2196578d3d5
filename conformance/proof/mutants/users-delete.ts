import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { User } from '../../../spec/types.ts';
import { remembering } from './model.ts';
import { around, instead, type Mutant, mutant, onBody, onErrors } from './mutant.ts';

/** The latest user of the client but the one that a request is about. */
export async function latestOther({
  client,
  clientRecord,
  path,
}: HandlerContext<'deleteUser' | 'updateUser'>): Promise<User | undefined> {
  const { users } = await client.users.list({ offset: 0, limit: 100, newestFirst: false }, clientRecord);
  return users.findLast(({ user_id }) => user_id !== path.user_id);
}

const taken = { status: 200, body: { message: 'Done' } };

/** Broken sandboxes for the deletion of users. */
export const userDeletionMutants: readonly Mutant[] = [
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
