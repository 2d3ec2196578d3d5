import { without } from '../../../simulator/domain/user-record.ts';
import { bringsBack } from './model.ts';
import { after, afterOwned, around, changeUser, mutantsOf, onBody } from './mutant.ts';

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
  'no-trace: counts-payslips-of-deleted-entries': afterOwned(remove, async (owner, { client }, id) => {
    const entry_id = crypto.randomUUID();
    await changeUser(client, owner.user.user_id, {
      entries: { ...without(owner.entries, id), [entry_id]: { ...owner.entries[id]!, entry_id } },
    });
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
      const latest = Object.values(owner?.entries ?? {}).at(-1);
      const latest_pay_date = latest?.submissions.at(-1)?.income_information?.pay_date ?? null;
      return { status, body: body && { ...body, latest_pay_date } };
    },
  ),
  'delete.gone: deletes-all-accounts-of-the-user': afterOwned('deleteAccount', ({ user }, { client }) =>
    changeUser(client, user.user_id, { accounts: {} }),
  ),
});
