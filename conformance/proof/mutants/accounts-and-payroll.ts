import { hash } from 'node:crypto';
import { without } from '../../../simulator/domain/user-record.ts';
import { mapValues } from '../../../spec/json.ts';
import type { PayrollSubmission } from '../../../spec/types.ts';
import { bringsBack } from './model.ts';
import {
  after,
  afterOwned,
  around,
  before,
  changeUser,
  type Defect,
  idIn,
  instead,
  mutantsOf,
  onAnswer,
  onBody,
  ownerIn,
  refusal,
  withPort,
} from './mutant.ts';
import { mixesUsers } from './paged-lists.ts';

const remove = 'deleteEntry';
const mfa = 'submitMfa';

function refusesAfterWrong(): readonly Defect[] {
  const wrong = new Set<string>();
  return [
    instead(mfa, ({ url }) => wrong.has(url) && refusal(400, 'The answer is wrong')),
    onAnswer(mfa, ({ status }, { url }) => {
      if (status >= 400) wrong.add(url);
      return undefined;
    }),
  ];
}

const accountMutants = mutantsOf('', {
  'accounts.mfa.answers-with-account: leaves-out-the-state-of-accounts-and-mixes-them-up': [
    after('linkAccount', (_, { body }) => body && Reflect.deleteProperty(body, 'status')),
    onBody(mfa, (body) => ({ ...body, status: undefined, account_id: crypto.randomUUID() })),
  ],
  'accounts.mfa.answers-with-account: refuses-the-right-answer-after-a-wrong-one': refusesAfterWrong(),
  'accounts.shape.latest-pay-date: shows-the-pay-date-that-came-last': around(
    mfa,
    async (context, handler) => {
      const { status, body } = await handler(context);
      const latest = Object.values((await ownerIn(context))?.entries ?? {}).at(-1);
      const latest_pay_date = latest?.submissions.at(-1)?.income_information?.pay_date ?? null;
      return { status, body: body && { ...body, latest_pay_date } };
    },
  ),
  'accounts.shape.pending-while-awaited: opens-the-accounts-beside-the-answered-one': after(
    mfa,
    async (context) => {
      const owner = await ownerIn(context);
      if (!owner) return;
      const accounts = mapValues(owner.accounts, (one) => ({ ...one, state: 'linked' as const }));
      await changeUser(context.client, owner.user.user_id, { accounts });
    },
  ),
  'accounts.delete.gone: deletes-all-accounts-of-the-user': afterOwned(
    'deleteAccount',
    ({ user }, { client }) => changeUser(client, user.user_id, { accounts: {} }),
  ),
  'entries.delete.gone: deletes-every-entry-of-the-user': around(remove, async (context, handler) => {
    const owner = await ownerIn(context);
    const answer = await handler(context);
    for (const entry_id of Object.keys(owner?.entries ?? {}))
      if (entry_id !== context.path.entry_id) await handler({ ...context, path: { entry_id } });
    return answer;
  }),
  'entries.delete.gone: brings-deleted-entries-back-with-a-new-one': bringsBack('entries', 'createEntry'),
  'entries.delete.no-trace: counts-payslips-of-deleted-entries': afterOwned(remove, (owner, context) => {
    const id = idIn(context);
    const entry_id = crypto.randomUUID();
    return changeUser(context.client, owner.user.user_id, {
      entries: { ...without(owner.entries, id), [entry_id]: { ...owner.entries[id]!, entry_id } },
    });
  }),
});

const query = 'queryPayrollConnection';

function findsAgain(): Defect {
  const found = new Map<string, PayrollSubmission[]>();
  return onBody(query, (body) => {
    const { account_id, payroll_submissions: now } = body;
    if (now.length === 0) body.payroll_submissions = found.get(account_id) ?? [];
    else found.set(account_id, now);
  });
}

function namesFirstAccount(): Defect {
  const first = new Map<unknown, string>();
  return onBody(query, (body, { headers: { authorization } }) => {
    const account = first.get(authorization) ?? body.account_id ?? '';
    first.set(authorization, account);
    for (const one of body.payroll_submissions) one.account_id = account;
  });
}

/** Accepts a file whose bytes came before, and does nothing with it. */
const readsBytesOnce = (): Defect =>
  withPort('statementReader', (reader) => {
    const seen = new Set<string>();
    return {
      read: async (bytes, owner) => {
        const digest = hash('sha256', bytes);
        if (seen.has(digest)) return reader.read(Buffer.from('%PDF-1.7\n'), owner);
        seen.add(digest);
        return reader.read(bytes, owner);
      },
      close: () => reader.close(),
    };
  });

const tenYearsMs = 10 * 365 * 86_400_000;

const payrollMutants = mutantsOf('', {
  'payroll.query.not-twice: finds-the-same-payroll-again': findsAgain(),
  'payroll.query.submissions-linked: names-the-first-account-on-every-submission': namesFirstAccount(),
  'payroll.query.token-of-the-user: queries-the-accounts-of-other-users': before(
    query,
    async ({ client, body }) => {
      const owner = await client.users.ownerOf(body.account_id ?? '');
      return owner && { caller: { kind: 'user', userId: owner.user.user_id } };
    },
  ),
  'direct-connections.own-only: finds-the-payroll-of-others': mixesUsers('createDirectConnection'),
  'documents.presign.one-item-per-file: gives-files-of-one-name-one-address': onBody(
    'presignBankStatements',
    ({ presigned_urls: items }) => {
      const addresses = new Map(items.map(({ file_name, presigned_url }) => [file_name, presigned_url]));
      for (const item of items) item.presigned_url = addresses.get(item.file_name) ?? '';
    },
  ),
  'documents.upload.url-expires: presigns-for-ten-years': before('presignBankStatements', ({ now }) => ({
    now: now + tenYearsMs,
  })),
  'documents.upload.becomes-submission: reads-the-same-bytes-once': readsBytesOnce(),
  'documents.upload.becomes-submission: never-lists-an-upload': onBody('listBankStatements', (body) => {
    body.bank_statement_submissions = body.bank_statement_submissions.filter(
      ({ document_filename: name }) => !name?.startsWith('Statement of March'),
    );
  }),
});

export const accountAndPayrollMutants = [...accountMutants, ...payrollMutants];
