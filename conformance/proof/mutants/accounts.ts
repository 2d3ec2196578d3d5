import { without } from '../../../simulator/domain/user-record.ts';
import { after, around, changeUser, mutantsOf, onBody, onErrors, onRequest, onStatus } from './mutant.ts';

const remove = 'deleteEntry';

export const entryMutants = mutantsOf('entries.delete.', {
  'confirms: confirms-a-deleted-entry-without-a-word': onStatus(remove, 200, 200, {}),
  'gone: deletes-every-entry-of-the-user': around(remove, async (context, handler) => {
    const owner = await context.client.users.ownerOf(context.path.entry_id);
    const answer = await handler(context);
    for (const entry_id of Object.keys(owner?.entries ?? {}))
      if (entry_id !== context.path.entry_id) await handler({ ...context, path: { entry_id } });
    return answer;
  }),
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
  'unknown: answers-unknown-entries-with-400': onStatus(remove, 404, 400),
});

export const accountMutants = mutantsOf('accounts.', {
  'mfa.answers-with-account: leaves-out-the-state-of-accounts-and-mixes-them-up': [
    after('linkAccount', async (_, linked) => {
      if (linked.body) Reflect.deleteProperty(linked.body, 'status');
    }),
    onBody('submitMfa', (body) => ({ ...body, status: undefined, account_id: crypto.randomUUID() })),
  ],
  'shape.pending-while-awaited: goes-on-waiting-after-the-right-answer': onBody('submitMfa', {
    status: 'PENDING',
  }),
  'mfa.any-kind-of-text: changes-the-case-of-an-answer': onRequest('submitMfa', ({ sent }) => {
    sent['mfa'] = String(sent['mfa']).toLowerCase();
  }),
  'mfa.missing-answer-named: does-not-name-the-missing-answer': onErrors('submitMfa', (errors) =>
    errors.map((message) => (/missing/.test(message) ? 'The request is not complete' : message)),
  ),
  'mfa.ill-typed-answer: takes-a-number-as-an-answer': onRequest('submitMfa', ({ sent }) => {
    if (typeof sent['mfa'] === 'number') sent['mfa'] = String(sent['mfa']);
  }),
  'mfa.unknown-account: answers-an-unknown-account-with-400': onStatus('submitMfa', 404, 400),
  'shape.types: cuts-the-milliseconds-off-an-account': onBody('submitMfa', (account) => ({
    ...account,
    created_at: account.created_at.replace(/\.\d+Z$/, 'Z'),
  })),
  'shape.as-linked: shows-mfa-as-off-once-answered': onBody('submitMfa', { mfa_enabled: false }),
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
  'delete.confirms: confirms-an-account-without-a-message': onBody('deleteAccount', () => ({
    deleted: true,
  })),
  'delete.gone: deletes-all-accounts-of-the-user': around('deleteAccount', async (context, handler) => {
    const owner = await context.client.users.ownerOf(context.path.account_id);
    const answer = await handler(context);
    await changeUser(context.client, owner?.user.user_id ?? '', { accounts: {} });
    return answer;
  }),
  'delete.unknown: confirms-the-deletion-of-nobodys-account': onStatus('deleteAccount', 404, 200, {
    message: 'The account is deleted',
  }),
});
