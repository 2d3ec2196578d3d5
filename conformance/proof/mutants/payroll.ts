import type { PayrollSubmission } from '../../../spec/types.ts';
import { before, type Defect, instead, mutantsOf, onAnswer, onBody, onRequest } from './mutant.ts';

const query = 'queryPayrollConnection';
type Found = { payroll_submissions: PayrollSubmission[] };

function findsAgain(): Defect {
  const found = new Map<string, PayrollSubmission[]>();
  return onBody(query, (body) => {
    const { account_id, payroll_submissions: now } = body;
    if (now.length === 0) body.payroll_submissions = found.get(account_id) ?? [];
    else found.set(account_id, now);
  });
}

const connect = 'createDirectConnection';

/** Gives what the one before found beside what is the user's own. */
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
  'payroll.query.empty-when-nothing-new: refuses-when-nothing-is-new': onAnswer(query, (answer) =>
    answer.status === 201 && (answer.body as Found).payroll_submissions.length === 0
      ? { ...answer, status: 404, body: { errors: ['No new payroll was found'] } }
      : answer,
  ),
  'payroll.query.not-twice: finds-the-same-payroll-again': findsAgain(),
  'payroll.query.token-of-the-user: queries-the-accounts-of-other-users': before(query, async (context) => {
    const owner = await context.client.users.ownerOf(context.body.account_id ?? '');
    return owner
      ? { ...context, caller: { ...context.caller, userId: owner.user.user_id } as never }
      : context;
  }),
  'direct-connections.own-only: finds-the-payroll-of-others': findsForOthersToo(),
  'direct-connections.ill-typed-user: finds-the-user-in-a-list-of-one': onRequest(connect, ({ sent }) => {
    const { user_id } = sent;
    if (Array.isArray(user_id) && user_id.length === 1) sent['user_id'] = user_id[0];
  }),
  'documents.upload.takes-pdf: wants-the-api-key-for-uploads': instead(/^\/_storage\//, ({ headers }) =>
    headers['x-api-key']
      ? undefined
      : { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } },
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
