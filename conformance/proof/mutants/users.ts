import { remembering } from './model.ts';
import { around, before, changeUser, type Defect, mutantsOf, onAnswer, onRequest } from './mutant.ts';
import { onNumber } from './paged-lists.ts';

const alsoToTheLatestOther = (operation: 'deleteUser' | 'updateUser'): Defect =>
  around(operation, async (context, handler) => {
    const page = { offset: 0, limit: 100, newestFirst: false };
    const { users } = await context.client.users.list(page, context.clientRecord);
    const other = users.findLast(({ user_id }) => user_id !== context.path.user_id);
    const answer = await handler(context);
    if (other) await handler({ ...context, path: { user_id: other.user_id } });
    return answer;
  });

/** The arrangement API of a production server that calls itself a sandbox. */
const saysSandbox = onAnswer(/^\/_sandbox\/health$/, ({ body }) => ({
  body: Object.assign({}, body, { environment: 'sandbox' }),
}));

export const userMutants = mutantsOf('users.', {
  'delete.gone: pages-as-if-the-first-people-had-stayed': remembering(
    () => ({ gone: 0 }),
    (memoryOf) => [
      around('deleteUser', async (context, handler) => {
        const { ext_id } = (await context.client.users.read(context.path.user_id))?.user ?? {};
        const answer = await handler(context);
        if (!ext_id?.startsWith('payrig-check-')) memoryOf(context.client).gone += 1;
        return answer;
      }),
      before('listUsers', (context) => {
        const { offset = 1 } = context.query;
        const skipped = offset > 1 ? memoryOf(context.client).gone : 0;
        return { ...context, query: { ...context.query, offset: offset + skipped } };
      }),
    ],
  ),
  'delete.leaves-others: deletes-the-latest-user-too': alsoToTheLatestOther('deleteUser'),
  'list.most: takes-very-large-pages-for-large-ones': onNumber('listUsers', 'limit', (limit) =>
    limit > 101 ? 100 : limit,
  ),
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
  'patch.that-user-only: updates-the-latest-user-too': alsoToTheLatestOther('updateUser'),
  'patch.persists: forgets-what-becomes-of-seeded-people': around('updateUser', async (context, handler) => {
    const before = await context.client.users.read(context.path.user_id);
    const answer = await handler(context);
    const isSeeded = !before?.user.ext_id?.startsWith('payrig-check-');
    if (before && isSeeded) await changeUser(context.client, context.path.user_id, { user: before.user });
    return answer;
  }),
  'frequency.hourly-in-sandbox: has-no-hours-in-its-sandbox': [{ environment: 'production' }, saysSandbox],
});
