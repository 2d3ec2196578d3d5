import type { SubscriptionRecord } from '../../../simulator/domain/client-record.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import { mapValues } from '../../../spec/json.ts';
import type { User } from '../../../spec/types.ts';
import {
  aboutUser,
  after,
  afterOwned,
  around,
  before,
  changeClient,
  changeUser,
  type Defect,
  idIn,
  mutantsOf,
  seeing,
  userIn,
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

export const bringsBack = (part: 'accounts' | 'entries', change: 'updateUser' | 'createEntry'): Defect[] =>
  remembering(
    () => new Map<string, object>(),
    (gone) => [
      afterOwned(part === 'accounts' ? 'deleteAccount' : 'deleteEntry', (owner, context) => {
        const id = idIn(context);
        gone(context.client).set(owner.user.user_id, { [id]: owner[part][id] });
      }),
      after(change, async ({ client, path: { user_id } }) => {
        const back = gone(client).get(user_id);
        const record = await client.users.read(user_id);
        if (back) await changeUser(client, user_id, { [part]: { ...record?.[part], ...back } });
      }),
    ],
  );

/** Broken sandboxes whose defect shows only in a certain order of requests. */
export const modelMutants = mutantsOf('', {
  'accounts.delete.gone: brings-deleted-accounts-back-with-an-update': bringsBack('accounts', 'updateUser'),
  'entries.delete.gone: brings-deleted-entries-back-with-an-update': bringsBack('entries', 'updateUser'),
  'users.patch.persists: brings-old-values-back-with-the-deletion-of-an-entry': remembering(
    () => new Map<string, User>(),
    (then) => [
      seeing('createEntry', userIn, (record, { client }, { body }) => {
        if (record) then(client).set(body?.entry_id ?? '', record.user);
      }),
      after('deleteEntry', async ({ client, path }) => {
        const user = then(client).get(path.entry_id);
        if (user) await changeUser(client, user.user_id, { user });
      }),
    ],
  ),
  'users.patch.that-user-only: updates-another-user-too-once-one-was-deleted': remembering(
    () => ({ at: '' }),
    (latest) => [
      after('deleteUser', ({ client, now }) => {
        latest(client).at = new Date(now).toISOString();
      }),
      around('updateUser', async (context, handler) => {
        const { client, clientRecord } = context;
        const answer = await handler(context);
        const page = { offset: 0, limit: 10_000, newestFirst: false };
        const { users } = await client.users.list(page, clientRecord);
        const early = users.filter(({ created_at }) => created_at < latest(client).at);
        const other = early.findLast(({ user_id }) => user_id !== context.path.user_id);
        const { user_id, created_at } = answer.body as User;
        if (user_id && created_at < latest(client).at && other)
          await handler(aboutUser(context, { user: other }));
        return answer;
      }),
    ],
  ),
  'users.delete.gone: lists-the-deleted-again-once-a-user-was-created': remembering(
    (): { gone: User[]; back: User[] } => ({ gone: [], back: [] }),
    (memoryOf) => [
      seeing('deleteUser', userIn, (record, { client }) => record && memoryOf(client).gone.push(record.user)),
      before('createUser', (context) => {
        const { gone, back } = memoryOf(context.client);
        back.push(...gone.splice(0));
        return context;
      }),
      after('listUsers', ({ client }, { body }) => body?.users.push(...memoryOf(client).back)),
    ],
  ),
  'authorisation.revoked-is-none: revives-revoked-authorisations-with-an-update': after(
    'updateUser',
    async (context) => {
      const { authorisations = {} } = (await userIn(context)) ?? {};
      const revived = mapValues(authorisations, ({ revoked_at: _, ...one }) => one);
      await changeUser(context.client, idIn(context), { authorisations: revived });
    },
  ),
  'authorisation.resolved-when-absent: forgets-authorisations-with-a-deleted-entry': afterOwned(
    'deleteEntry',
    ({ user }, { client }) => changeUser(client, user.user_id, { authorisations: {} }),
  ),
  'webhooks.list.current: brings-deleted-webhooks-back-with-new-settings': remembering(
    () => new Map<string, SubscriptionRecord>(),
    (gone) => [
      before('deleteWebhook', async (context) => {
        const { webhooks } = await context.client.state.read();
        const one = webhooks[context.path.webhook_id];
        if (one) gone(context.client).set(one.webhook_id, one);
        return context;
      }),
      before('updateConfiguration', async (context) => {
        const back = Object.fromEntries(gone(context.client));
        await changeClient(context.client, ({ webhooks }) => ({ webhooks: { ...webhooks, ...back } }));
        gone(context.client).clear();
        return context;
      }),
    ],
  ),
  'configuration.patch.persists: forgets-settings-when-a-user-is-deleted': after('deleteUser', ({ client }) =>
    changeClient(client, () => ({ configuration: {} })),
  ),
});
