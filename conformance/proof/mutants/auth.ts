import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { bearerOperations, type KeyedOperation, keyedReads } from '../../steps/lawful-requests.ts';
import type { EdgeRequest } from './edge.ts';
import {
  type Defect,
  instead,
  type Mutant,
  mutant,
  mutantsOf,
  onAnswer,
  onErrors,
  onRequest,
  onStatus,
} from './mutant.ts';

/** A request without a key counts as the first client's. */
const letsAnyoneIn = (operation: KeyedOperation): Defect =>
  onRequest(operation, ({ headers }) => {
    headers['x-api-key'] ??= 'sandbox-key';
  });

const open: readonly (readonly [ClauseId, KeyedOperation])[] = [
  ['auth.api-key.members', 'inviteMember'],
  ['auth.api-key.terms', 'getAuthorisationTerm'],
  ['auth.api-key.users', 'deleteUser'],
  ['auth.api-key.configuration', 'updateConfiguration'],
  ['auth.api-key.accounts', 'deleteAccount'],
  ['auth.api-key.entries', 'deleteEntry'],
  ['auth.api-key.bank-statements', 'listBankStatements'],
  ['auth.api-key.income', 'getTaxauthIncome'],
  ['auth.api-key.expenditure', 'getOnsExpenditure'],
  ['auth.api-key.providers', 'listProviders'],
  ['auth.api-key.webhooks', 'deleteWebhook'],
];

const words = (operation: string): string =>
  operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function kindOfToken({ authorization }: EdgeRequest['headers']): string | undefined {
  const [, claims = ''] = String(authorization).split('.');
  const [, kind] = /"kind":"(\w+)"/.exec(Buffer.from(claims, 'base64url').toString('utf8')) ?? [];
  return kind;
}

const bringsKeyAlone = ({ headers }: EdgeRequest): boolean =>
  headers['x-api-key'] !== undefined && headers['authorization'] === undefined;

/** What was taken once is taken for ever. */
function takesForEver(operations: readonly OperationId[]): Defect {
  const taken = new Set<string>();
  return onAnswer(operations, (answer, { headers }) => {
    const token = headers['authorization'];
    if (typeof token !== 'string') return answer;
    if (answer.status < 300) taken.add(token);
    return answer.status === 401 && taken.has(token)
      ? { ...answer, status: 200, body: { presigned_urls: [] } }
      : answer;
  });
}

export const authMutants: readonly Mutant[] = [
  ...open.map(([clause, operation]) =>
    mutant(`lets-anyone-${words(operation)}`, clause, letsAnyoneIn(operation)),
  ),
  ...mutantsOf('auth.', {
    'api-key.providers: answers-a-missing-key-with-403': onStatus('listProviders', 401, 403),
    'api-key.wrong-value: looks-only-whether-a-key-is-there': onRequest('deleteEntry', ({ headers }) => {
      if (headers['x-api-key'] !== undefined) headers['x-api-key'] = 'sandbox-key';
    }),
    'api-key.wrong-value: compares-keys-by-their-beginning': onRequest('listProviders', ({ headers }) => {
      if (String(headers['x-api-key']).startsWith('sandbox')) headers['x-api-key'] = 'sandbox-key';
    }),
    'api-key.message: does-not-name-the-key-header': onErrors('getTaxauthIncome', (errors, status) =>
      status === 401 ? ['Unauthorised'] : errors,
    ),
    'bearer.payroll-connection: answers-a-query-without-token-with-403': onStatus(
      'queryPayrollConnection',
      401,
      403,
    ),
    'bearer.presign: presigns-for-anyone': instead('presignBankStatements', ({ headers }) =>
      headers['authorization'] === undefined ? { status: 200, body: { presigned_urls: [] } } : undefined,
    ),
    'bearer.wrong-value: takes-any-token-of-three-parts': onAnswer(
      [...bearerOperations],
      (answer, { headers }) =>
        answer.status === 401 && String(headers['authorization']).split('.').length === 3
          ? { ...answer, status: 200, body: { presigned_urls: [] } }
          : answer,
    ),
    'bearer.api-key-does-not-replace: presigns-with-a-key-alone': instead(
      'presignBankStatements',
      (request) => (bringsKeyAlone(request) ? { status: 200, body: { presigned_urls: [] } } : undefined),
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
      ({ headers }) =>
        kindOfToken(headers) === 'member' ? { status: 200, body: { presigned_urls: [] } } : undefined,
    ),
    'member-token.wrong-value: looks-at-the-middle-of-a-members-token-alone': onRequest(
      '*',
      ({ headers }) => {
        if (kindOfToken(headers) === 'member') headers['x-api-key'] ??= 'sandbox-key';
      },
    ),
    'member-token.somewhere: lets-members-in-and-refuses-them-to-delete-accounts': onAnswer(
      'deleteAccount',
      (answer, { headers }) =>
        kindOfToken(headers) === 'member' && answer.status < 300
          ? { ...answer, status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } }
          : answer,
    ),
    'bearer.suffices: asks-for-a-key-beside-the-token': instead('queryPayrollConnection', ({ headers }) =>
      headers['x-api-key'] === undefined
        ? { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } }
        : undefined,
    ),
    'bearer.message: speaks-of-a-session-instead-of-a-bearer': onErrors(
      'presignBankStatements',
      'The session is over',
    ),
    'sign-in-is-open: asks-for-a-key-to-sign-in': instead('signInMember', ({ headers }) =>
      headers['x-api-key'] === undefined
        ? { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } }
        : undefined,
    ),
  }),
];
