import { remembering } from './model.ts';
import { around, instead, type Mutant, mutant, onAnswer, onBody, onErrors } from './mutant.ts';

const taken = { status: 200, body: { message: 'Done' } };

/** Broken sandboxes for the deletion of users. */
export const userDeletionMutants: readonly Mutant[] = [
  mutant(
    'deletes-without-a-word',
    'users.delete.confirms',
    onBody('deleteUser', () => ({})),
  ),
  mutant(
    'deletes-with-204',
    'users.delete.confirms',
    onAnswer('deleteUser', (answer) =>
      answer.status === 200 ? { ...answer, status: 204, body: undefined } : answer,
    ),
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
    'confirms-a-deletion-twice',
    'users.delete.gone',
    onAnswer('deleteUser', (answer) => (answer.status === 404 ? { ...answer, ...taken } : answer)),
  ),
  mutant(
    'deletes-nobody-gladly',
    'users.delete.unknown',
    onAnswer('deleteUser', (answer) => (answer.status === 404 ? { ...answer, ...taken } : answer)),
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
    around('deleteUser', async (context, handler, all) => {
      const list = await all.listUsers({ ...context, path: {}, query: { offset: 1, limit: 100 } } as never);
      const other = list.body?.users.findLast(({ user_id }) => user_id !== context.path.user_id);
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
