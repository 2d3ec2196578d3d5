import { without } from '../../../simulator/domain/user-record.ts';
import { bringsBack } from './model.ts';
import { after, around, changeUser, mutantsOf, onBody } from './mutant.ts';

const remove = 'deleteEntry';

export const entryMutants = mutantsOf('entries.delete.', {
  'gone: deletes-every-entry-of-the-user': around(remove, async (context, handler) => {
    const owner = await context.client.users.ownerOf(context.path.entry_id);
    const answer = await handler(context);
    for (const entry_id of Object.keys(owner?.entries ?? {}))
      if (entry_id !== context.path.entry_id) await handler({ ...context, path: { entry_id } });
    return answer;
  }),
  'gone: brings-deleted-entries-back-with-a-new-one': bringsBack('entries', 'deleteEntry', 'createEntry'),
  'no-trace: counts-payslips-of-deleted-entries': around(remove, async (context, handler) => {
    const { client, path } = context;
    const owner = await client.users.ownerOf(path.entry_id);
    const answer = await handler(context);
    const entry_id = crypto.randomUUID();
    const entry = owner?.entries[path.entry_id];
    if (owner && entry)
      await changeUser(client, owner.user.user_id, {
        entries: { ...without(owner.entries, path.entry_id), [entry_id]: { ...entry, entry_id } },
      });
    return answer;
  }),
});

export const accountMutants = mutantsOf('accounts.', {
  'mfa.answers-with-account: leaves-out-the-state-of-accounts-and-mixes-them-up': [
    after('linkAccount', async (_, linked) => {
      if (linked.body) Reflect.deleteProperty(linked.body, 'status');
    }),
    onBody('submitMfa', (body) => ({ ...body, status: undefined, account_id: crypto.randomUUID() })),
  ],
  'shape.latest-pay-date: shows-the-pay-date-that-came-last': around(
    'submitMfa',
    async (context, handler) => {
      const { status, body } = await handler(context);
      const owner = await context.client.users.ownerOf(context.path.account_id);
      const last = Object.values(owner?.entries ?? {})
        .at(-1)
        ?.submissions.at(-1);
      return {
        status,
        body: body && { ...body, latest_pay_date: last?.income_information?.pay_date ?? null },
      };
    },
  ),
  'delete.gone: deletes-all-accounts-of-the-user': around('deleteAccount', async (context, handler) => {
    const owner = await context.client.users.ownerOf(context.path.account_id);
    const answer = await handler(context);
    await changeUser(context.client, owner?.user.user_id ?? '', { accounts: {} });
    return answer;
  }),
});
