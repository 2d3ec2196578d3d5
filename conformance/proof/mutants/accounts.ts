import {
  around,
  aroundArrangement,
  type Mutant,
  mutant,
  onAnswer,
  onBody,
  onErrors,
  onRequest,
  onStatus,
} from './mutant.ts';

const remove = 'deleteEntry';

/** Broken sandboxes for the clauses about entries. */
export const entryMutants: readonly Mutant[] = [
  mutant(
    'confirms-a-deleted-entry-without-a-word',
    'entries.delete.confirms',
    onAnswer(remove, (answer) => (answer.status === 200 ? { ...answer, body: {} } : answer)),
  ),
  mutant(
    'deletes-every-entry-of-the-user',
    'entries.delete.gone',
    around(remove, async (context, handler) => {
      const owner = await context.client.users.ownerOf(context.path.entry_id);
      const answer = await handler(context);
      for (const entry_id of Object.keys(owner?.entries ?? {}))
        if (entry_id !== context.path.entry_id) await handler({ ...context, path: { entry_id } });
      return answer;
    }),
  ),
  mutant('answers-unknown-entries-with-400', 'entries.delete.unknown', onStatus(remove, 404, 400)),
];

const another = '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4d';

/** Broken sandboxes for the clauses about accounts. */
export const accountMutants: readonly Mutant[] = [
  mutant(
    'leaves-out-the-state-of-accounts-and-mixes-them-up',
    'accounts.mfa.answers-with-account',
    aroundArrangement('linkAccount', async (context, handler) => {
      const linked = await handler(context);
      if (linked.body) Reflect.deleteProperty(linked.body, 'status');
      return linked;
    }),
    onBody('submitMfa', (body) => ({ ...body, status: undefined, account_id: crypto.randomUUID() })),
  ),
  mutant(
    'goes-on-waiting-after-the-right-answer',
    'accounts.shape.pending-while-awaited',
    onBody('submitMfa', (account) => ({ ...account, status: 'PENDING' })),
  ),
  mutant(
    'answers-mfa-with-another-account',
    'accounts.mfa.answers-with-account',
    onBody('submitMfa', (account) => ({ ...account, account_id: another })),
  ),
  mutant(
    'changes-the-case-of-an-answer',
    'accounts.mfa.any-kind-of-text',
    onRequest('submitMfa', ({ sent }) => {
      sent['mfa'] = String(sent['mfa']).toLowerCase();
    }),
  ),
  mutant(
    'does-not-name-the-missing-answer',
    'accounts.mfa.missing-answer-named',
    onErrors('submitMfa', (errors) =>
      errors.map((message) => (/missing/.test(message) ? 'The request is not complete' : message)),
    ),
  ),
  mutant(
    'takes-a-number-as-an-answer',
    'accounts.mfa.ill-typed-answer',
    onRequest('submitMfa', ({ sent }) => {
      if (typeof sent['mfa'] === 'number') sent['mfa'] = String(sent['mfa']);
    }),
  ),
  mutant(
    'answers-an-unknown-account-with-400',
    'accounts.mfa.unknown-account',
    onStatus('submitMfa', 404, 400),
  ),
  mutant(
    'cuts-the-milliseconds-off-an-account',
    'accounts.shape.types',
    onBody('submitMfa', (account) => ({
      ...account,
      created_at: account.created_at.replace(/\.\d+Z$/, 'Z'),
    })),
  ),
  mutant(
    'shows-mfa-as-off-once-answered',
    'accounts.shape.as-linked',
    onBody('submitMfa', (account) => ({ ...account, mfa_enabled: false })),
  ),
  mutant(
    'shows-the-same-provider-for-all',
    'accounts.shape.as-linked',
    onBody('submitMfa', (account) => ({ ...account, payroll_provider: 'payroll' })),
  ),
  mutant(
    'shows-the-pay-date-that-came-last',
    'accounts.shape.latest-pay-date',
    around('submitMfa', async (context, handler) => {
      const { status, body } = await handler(context);
      const owner = await context.client.users.ownerOf(context.path.account_id);
      const last = Object.values(owner?.entries ?? {})
        .at(-1)
        ?.submissions.at(-1);
      return {
        status,
        body: body && { ...body, latest_pay_date: last?.income_information?.pay_date ?? null },
      };
    }),
  ),
  mutant(
    'confirms-an-account-without-a-message',
    'accounts.delete.confirms',
    onBody('deleteAccount', () => ({ deleted: true })),
  ),
  mutant(
    'deletes-all-accounts-of-the-user',
    'accounts.delete.gone',
    around('deleteAccount', async (context, handler) => {
      const owner = await context.client.users.ownerOf(context.path.account_id);
      const answer = await handler(context);
      await context.client.users.change(owner?.user.user_id ?? '', () => ({
        changedFields: { accounts: {} },
        result: undefined,
      }));
      return answer;
    }),
  ),
  mutant(
    'confirms-the-deletion-of-nobodys-account',
    'accounts.delete.unknown',
    onAnswer('deleteAccount', (answer) =>
      answer.status === 404
        ? { ...answer, status: 200, body: { message: 'The account is deleted' } }
        : answer,
    ),
  ),
];
