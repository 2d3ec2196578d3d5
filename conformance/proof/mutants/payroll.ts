import type { PayrollSubmission } from '../../../spec/types.ts';
import { before, type Defect, instead, mutantsOf, onBody, refusal } from './mutant.ts';

const query = 'queryPayrollConnection';

function findsAgain(): Defect {
  const found = new Map<string, PayrollSubmission[]>();
  return onBody(query, (body) => {
    const { account_id, payroll_submissions: now } = body;
    if (now.length === 0) body.payroll_submissions = found.get(account_id) ?? [];
    else found.set(account_id, now);
  });
}

const connect = 'createDirectConnection';

function findsForOthersToo(): Defect {
  let before: PayrollSubmission[] = [];
  return onBody(connect, (body) => {
    const own = body.payroll_submissions;
    body.payroll_submissions = [...own, ...before];
    before = own;
  });
}

const tenYearsMs = 10 * 365 * 86_400_000;

export const payrollMutants = mutantsOf('', {
  'payroll.query.not-twice: finds-the-same-payroll-again': findsAgain(),
  'payroll.query.token-of-the-user: queries-the-accounts-of-other-users': before(query, async (context) => {
    const owner = await context.client.users.ownerOf(context.body.account_id ?? '');
    return owner
      ? { ...context, caller: { ...context.caller, userId: owner.user.user_id } as never }
      : context;
  }),
  'direct-connections.own-only: finds-the-payroll-of-others': findsForOthersToo(),
  'documents.upload.takes-pdf: wants-the-api-key-for-uploads': instead(/^\/_storage\//, ({ headers }) =>
    headers['x-api-key'] ? undefined : refusal(401, 'No X-API-KEY header provided or wrong value'),
  ),
  'documents.upload.url-expires: presigns-for-ten-years': before('presignBankStatements', (context) => ({
    ...context,
    now: context.now + tenYearsMs,
  })),
  'documents.upload.becomes-submission: never-lists-an-upload': onBody('listBankStatements', (body) => {
    body.bank_statement_submissions = body.bank_statement_submissions.filter(
      ({ document_filename: name }) => !name?.startsWith('Statement of March'),
    );
  }),
});
