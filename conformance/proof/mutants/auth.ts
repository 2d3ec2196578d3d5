import type { OperationId } from '../../../spec/operations.ts';
import { bearerOperations, keyedReads } from '../../steps/lawful-requests.ts';
import type { EdgeRequest } from './edge.ts';
import { type Defect, instead, mutantsOf, onAnswer, onRequest, refusal } from './mutant.ts';

function kindOfToken({ authorization }: EdgeRequest['headers']): string | undefined {
  const [, claims = ''] = String(authorization).split('.');
  const [, kind] = /"kind":"(\w+)"/.exec(Buffer.from(claims, 'base64url').toString('utf8')) ?? [];
  return kind;
}

const bringsKeyAlone = ({ headers }: EdgeRequest): boolean =>
  headers['x-api-key'] !== undefined && headers['authorization'] === undefined;

const presigned = { status: 200, body: { presigned_urls: [] } };

function takesForEver(operations: readonly OperationId[]): Defect {
  const taken = new Set<unknown>();
  return onAnswer(operations, ({ status }, { headers: { authorization } }) => {
    if (status < 300) taken.add(authorization);
    return status === 401 && authorization !== undefined && taken.has(authorization) && presigned;
  });
}

export const authMutants = mutantsOf('auth.', {
  'bearer.wrong-value: takes-any-token-of-three-parts': onAnswer(
    [...bearerOperations],
    ({ status }, { headers }) =>
      status === 401 && String(headers['authorization']).split('.').length === 3 && presigned,
  ),
  'bearer.api-key-does-not-replace: presigns-with-a-key-alone': instead('presignBankStatements', (request) =>
    bringsKeyAlone(request) ? presigned : undefined,
  ),
  'bearer.opens-nothing-else: takes-a-users-token-for-a-key-to-delete-entries': onRequest(
    'deleteEntry',
    ({ headers }) => {
      if (headers['authorization'] !== undefined) headers['x-api-key'] ??= 'sandbox-key';
    },
  ),
  'bearer.expired: takes-a-users-token-for-ever': takesForEver(bearerOperations),
  'bearer.deleted-user: takes-the-token-of-a-deleted-user': takesForEver(bearerOperations),
  'member-token.expired: takes-a-members-token-for-ever': takesForEver(keyedReads),
  'member-token.not-a-users: takes-a-members-token-for-a-users': instead(
    'presignBankStatements',
    ({ headers }) => (kindOfToken(headers) === 'member' ? presigned : undefined),
  ),
  'member-token.wrong-value: looks-at-the-middle-of-a-members-token-alone': onRequest('*', ({ headers }) => {
    if (kindOfToken(headers) === 'member') headers['x-api-key'] ??= 'sandbox-key';
  }),
  'member-token.somewhere: lets-members-in-and-refuses-them-to-delete-accounts': onAnswer(
    'deleteAccount',
    ({ status }, { headers }) =>
      kindOfToken(headers) === 'member' &&
      status < 300 &&
      refusal(401, 'No X-API-KEY header provided or wrong value'),
  ),
});
