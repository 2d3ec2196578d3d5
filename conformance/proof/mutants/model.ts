import type { SubscriptionRecord } from '../../../simulator/domain/client-record.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import type { User } from '../../../spec/types.ts';
import {
  after,
  afterOwned,
  around,
  changeClient,
  changeUser,
  type Defect,
  eachOf,
  mutantsOf,
} from './mutant.ts';

/** Defects with something to remember, of each client of each sandbox. */
export function remembering<T>(
  make: () => T,
  defects: (memoryOf: (client: Client) => T) => Defect[],
): Defect[] {
  const memories = new WeakMap<Client, T>();
  return defects((client) => {
    const memory = memories.get(client) ?? make();
    memories.set(client, memory);
    return memory;
  });
}

export const bringsBack = (
  part: 'accounts' | 'entries',
  deletion: 'deleteAccount' | 'deleteEntry',
  change: 'updateUser' | 'createEntry',
): Defect[] =>
  remembering(
    () => new Map<string, object>(),
    (gone) => [
      afterOwned(deletion, async ({ user, [part]: items }, { client }, id) =>
        gone(client).set(user.user_id, { [id]: items[id] }),
      ),
      after(change, async ({ client, path: { user_id } }) => {
        const back = gone(client).get(user_id);
        const record = await client.users.read(user_id);
        if (back) await changeUser(client, user_id, { [part]: { ...record?.[part], ...back } });
      }),
    ],
  );

/** Broken sandboxes whose defect shows only in a certain order of requests. */
export const modelMutants = mutantsOf('', {
  'accounts.delete.gone: brings-deleted-accounts-back-with-an-update': bringsBack(
    'accounts',
    'deleteAccount',
    'updateUser',
  ),
  'entries.delete.gone: brings-deleted-entries-back-with-an-update': bringsBack(
    'entries',
    'deleteEntry',
    'updateUser',
  ),
  'users.patch.persists: brings-old-values-back-with-the-deletion-of-an-entry': remembering(
    () => new Map<string, User>(),
    (then) => [
      around('createEntry', async (context, handler) => {
        const user = (await context.client.users.read(context.path.user_id))?.user;
        const answer = await handler(context);
        if (user) then(context.client).set(answer.body?.entry_id ?? '', user);
        return answer;
      }),
      after('deleteEntry', async (context) => {
        const user = then(context.client).get(context.path.entry_id);
        if (user) await changeUser(context.client, user.user_id, { user });
      }),
    ],
  ),
  'users.patch.that-user-only: updates-another-user-too-once-one-was-deleted': remembering(
    () => ({ at: '' }),
    (latest) => [
      after('deleteUser', async (context) => {
        latest(context.client).at = new Date(context.now).toISOString();
      }),
      around('updateUser', async (context, handler) => {
        const answer = await handler(context);
        const { users } = await context.client.users.list(
          { offset: 0, limit: 10_000, newestFirst: false },
          context.clientRecord,
        );
        const others = users.filter(
          ({ user_id, created_at }) =>
            user_id !== context.path.user_id && created_at < latest(context.client).at,
        );
        const { user_id, created_at } = answer.body as User;
        const other = others.at(-1);
        if (user_id && created_at < latest(context.client).at && other)
          await handler({ ...context, path: { user_id: other.user_id } });
        return answer;
      }),
    ],
  ),
  'users.delete.gone: lists-the-deleted-again-once-a-user-was-created': remembering(
    (): { gone: User[]; back: User[] } => ({ gone: [], back: [] }),
    (memoryOf) => [
      around('deleteUser', async (context, handler) => {
        const user = (await context.client.users.read(context.path.user_id))?.user;
        const answer = await handler(context);
        if (user) memoryOf(context.client).gone.push(user);
        return answer;
      }),
      around('createUser', async (context, handler) => {
        const { gone, back } = memoryOf(context.client);
        back.push(...gone.splice(0));
        return handler(context);
      }),
      after('listUsers', async (context, answer) => {
        answer.body?.users.push(...memoryOf(context.client).back);
      }),
    ],
  ),
  'authorisation.revoked-is-none: revives-revoked-authorisations-with-an-update': after(
    'updateUser',
    async ({ client, path: { user_id } }) => {
      const { authorisations = {} } = (await client.users.read(user_id)) ?? {};
      const revived = eachOf(authorisations, ({ revoked_at: _, ...one }) => one);
      await changeUser(client, user_id, { authorisations: revived });
    },
  ),
  'authorisation.resolved-when-absent: forgets-authorisations-with-a-deleted-entry': afterOwned(
    'deleteEntry',
    ({ user }, { client }) => changeUser(client, user.user_id, { authorisations: {} }),
  ),
  'webhooks.list.current: brings-deleted-webhooks-back-with-new-settings': remembering(
    () => new Map<string, SubscriptionRecord>(),
    (gone) => [
      around('deleteWebhook', async (context, handler) => {
        const { webhooks } = await context.client.state.read();
        const one = webhooks[context.path.webhook_id];
        if (one) gone(context.client).set(one.webhook_id, one);
        return handler(context);
      }),
      around('updateConfiguration', async (context, handler) => {
        await changeClient(context.client, ({ webhooks }) => ({
          webhooks: { ...webhooks, ...Object.fromEntries(gone(context.client)) },
        }));
        gone(context.client).clear();
        return handler(context);
      }),
    ],
  ),
  'configuration.patch.persists: forgets-settings-when-a-user-is-deleted': after('deleteUser', ({ client }) =>
    changeClient(client, () => ({ configuration: {} })),
  ),
});
