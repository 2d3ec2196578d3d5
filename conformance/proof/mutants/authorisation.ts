import type { AuthorisationRecord, UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { bearerOperations, keyedReads } from '../../steps/lawful-requests.ts';
import type { EdgeRequest } from './edge.ts';
import {
  around,
  before,
  type Defect,
  instead,
  mutantsOf,
  onAnswer,
  onRequest,
  refusal,
  userIn,
} from './mutant.ts';
import { handlersReading, overrideReads } from './override-reads.ts';

const isMember = ({ authorization }: EdgeRequest['headers']): boolean => {
  const [, claims = ''] = String(authorization).split('.');
  return Buffer.from(claims, 'base64url').toString('utf8').includes('"kind":"member"');
};

const presign = 'presignBankStatements';
const presigned = { status: 200, body: { presigned_urls: [] } };

function takesForEver(operations: readonly OperationId[]): Defect {
  const taken = new Set<unknown>();
  return onAnswer(operations, ({ status }, { headers: { authorization } }) => {
    if (status < 300) taken.add(authorization);
    return status === 401 && authorization !== undefined && taken.has(authorization) && presigned;
  });
}

const credentialMutants = mutantsOf('auth.', {
  'bearer.wrong-value: takes-any-token-of-three-parts': onAnswer(
    bearerOperations,
    ({ status }, { headers }) =>
      status === 401 && String(headers['authorization']).split('.').length === 3 && presigned,
  ),
  'bearer.expired: takes-a-users-token-for-ever': takesForEver(bearerOperations),
  'bearer.deleted-user: takes-the-token-of-a-deleted-user': takesForEver(bearerOperations),
  'member-token.expired: takes-a-members-token-for-ever': takesForEver(keyedReads),
  'member-token.not-a-users: takes-a-members-token-for-a-users': instead(
    presign,
    ({ headers }) => isMember(headers) && presigned,
  ),
  'member-token.wrong-value: looks-at-the-middle-of-a-members-token-alone': onRequest('*', ({ headers }) => {
    if (isMember(headers)) headers['x-api-key'] ??= 'sandbox-key';
  }),
  'member-token.somewhere: lets-members-in-and-refuses-them-to-delete-accounts': onAnswer(
    'deleteAccount',
    ({ status }, { headers }) =>
      isMember(headers) && status < 300 && refusal(401, 'No X-API-KEY header provided or wrong value'),
  ),
});

function refusesSignInAfterWrong(): Defect {
  const wrong = new Set<unknown>();
  return instead('signInMember', ({ sent: { username, password } }) => {
    if (password !== 'sandbox-password') wrong.add(username);
    return wrong.has(username) && refusal(401, 'The credentials are wrong');
  });
}

const accepted: AuthorisationRecord = {
  authorisation_id: '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4d',
  term_id: '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4e',
  authorisation_category: 'one_time',
  accepted_at: '2020-01-01T00:00:00.000Z',
};

const having = (record: UserRecord, id = accepted.authorisation_id): UserRecord =>
  withParts(record, {
    authorisations: { [id]: { ...accepted, authorisation_id: id }, ...record.authorisations },
  });

const query = 'queryPayrollConnection';
const connect = 'createDirectConnection';
const mfa = 'submitMfa';
type Authorised = typeof query | typeof connect | typeof mfa;

const assuming = (operation: Authorised) =>
  handlersReading([operation], { user: (record) => having(record) });

const fallsBack = (): Defect =>
  around(query, (context, handler) =>
    handler(context).catch(() => handler({ ...context, authorisationId: undefined })),
  );

export const authorisationMutants = [
  ...credentialMutants,
  ...mutantsOf('', {
    'members.sign-in.wrong-credentials: refuses-the-right-password-after-a-wrong-one':
      refusesSignInAfterWrong(),
    'terms.shape.active: does-not-notice-that-a-term-was-switched': around(
      'updateTerm',
      async ({ client, path, body }) => {
        const term = (await client.state.read()).terms[path.term_id];
        return { status: 200, body: term && { ...term, is_active: body.is_active } };
      },
    ),
  }),
  ...mutantsOf('authorisation.', {
    'needed.payroll-connection: queries-without-an-authorisation': assuming(query),
    'needed.direct-connection: connects-directly-without-an-authorisation': assuming(connect),
    'needed.mfa: takes-mfa-without-an-authorisation': assuming(mfa),
    'needed.reads: shows-more-than-one-statement-to-the-authorised-alone': around(
      'listBankStatements',
      async (context, handler) => {
        const answer = await handler(context);
        const authorised = Object.keys((await userIn(context))?.authorisations ?? {}).length > 0;
        if (authorised || (answer.body?.bank_statement_submissions.length ?? 0) < 2) return answer;
        return { status: 200, body: undefined };
      },
    ),
    'header.revoked: queries-by-another-than-the-revoked-one-named': fallsBack(),
    'header.not-the-users: queries-by-anybodys-authorisation': fallsBack(),
    'header.anothers-is-none: takes-any-authorisation-that-exists-for-mfa': before(mfa, (context) => {
      const { authorisationId: named } = context;
      return named ? overrideReads(context, { user: (record) => having(record, named) }) : undefined;
    }),
  }),
];
