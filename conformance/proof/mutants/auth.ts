import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { bearerOperations, type KeyedOperation, keyedReads } from '../../steps/lawful-requests.ts';
import type { EdgeRequest } from './edge.ts';
import {
  type Defect,
  instead,
  type Mutant,
  mutant,
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

/** Whose token it is, as its own claims tell. */
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

/** Broken sandboxes for the clauses about who may call what. */
export const authMutants: readonly Mutant[] = [
  ...open.map(([clause, operation]) =>
    mutant(`lets-anyone-${words(operation)}`, clause, letsAnyoneIn(operation)),
  ),
  mutant('answers-a-missing-key-with-403', 'auth.api-key.providers', onStatus('listProviders', 401, 403)),
  mutant(
    'looks-only-whether-a-key-is-there',
    'auth.api-key.wrong-value',
    onRequest('deleteEntry', ({ headers }) => {
      if (headers['x-api-key'] !== undefined) headers['x-api-key'] = 'sandbox-key';
    }),
  ),
  mutant(
    'does-not-name-the-key-header',
    'auth.api-key.message',
    onErrors('getTaxauthIncome', (errors, status) => (status === 401 ? ['Unauthorised'] : errors)),
  ),
  mutant(
    'answers-a-query-without-token-with-403',
    'auth.bearer.payroll-connection',
    onStatus('queryPayrollConnection', 401, 403),
  ),
  mutant(
    'presigns-for-anyone',
    'auth.bearer.presign',
    instead('presignBankStatements', ({ headers }) =>
      headers['authorization'] === undefined ? { status: 200, body: { presigned_urls: [] } } : undefined,
    ),
  ),
  mutant(
    'takes-any-token-of-three-parts',
    'auth.bearer.wrong-value',
    onAnswer([...bearerOperations], (answer, { headers }) =>
      answer.status === 401 && String(headers['authorization']).split('.').length === 3
        ? { ...answer, status: 200, body: { presigned_urls: [] } }
        : answer,
    ),
  ),
  mutant(
    'presigns-with-a-key-alone',
    'auth.bearer.api-key-does-not-replace',
    instead('presignBankStatements', (request) =>
      bringsKeyAlone(request) ? { status: 200, body: { presigned_urls: [] } } : undefined,
    ),
  ),
  mutant(
    'takes-a-users-token-for-a-key-to-delete-entries',
    'auth.bearer.opens-nothing-else',
    onRequest('deleteEntry', ({ headers }) => {
      if (headers['authorization'] !== undefined) headers['x-api-key'] ??= 'sandbox-key';
    }),
  ),
  mutant('takes-a-users-token-for-ever', 'auth.bearer.expired', takesForEver(bearerOperations)),
  mutant('takes-the-token-of-a-deleted-user', 'auth.bearer.deleted-user', takesForEver(bearerOperations)),
  mutant('takes-a-members-token-for-ever', 'auth.member-token.expired', takesForEver(keyedReads)),
  mutant(
    'takes-a-members-token-for-a-users',
    'auth.member-token.not-a-users',
    instead('presignBankStatements', ({ headers }) =>
      kindOfToken(headers) === 'member' ? { status: 200, body: { presigned_urls: [] } } : undefined,
    ),
  ),
  mutant(
    'looks-at-the-middle-of-a-members-token-alone',
    'auth.member-token.wrong-value',
    onRequest('*', ({ headers }) => {
      if (kindOfToken(headers) === 'member') headers['x-api-key'] ??= 'sandbox-key';
    }),
  ),
  mutant(
    'lets-members-in-and-refuses-them-to-delete-accounts',
    'auth.member-token.somewhere',
    onAnswer('deleteAccount', (answer, { headers }) =>
      kindOfToken(headers) === 'member' && answer.status < 300
        ? { ...answer, status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } }
        : answer,
    ),
  ),
  mutant('knows-no-member-tokens', 'auth.member-token.somewhere', {
    profile: { points: { 'auth.member-token.operations': [] } },
  }),
  mutant(
    'asks-for-a-key-beside-the-token',
    'auth.bearer.suffices',
    instead('queryPayrollConnection', ({ headers }) =>
      headers['x-api-key'] === undefined
        ? { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } }
        : undefined,
    ),
  ),
  mutant(
    'speaks-of-a-session-instead-of-a-bearer',
    'auth.bearer.message',
    onErrors('presignBankStatements', () => ['The session is over']),
  ),
  mutant(
    'asks-for-a-key-to-sign-in',
    'auth.sign-in-is-open',
    instead('signInMember', ({ headers }) =>
      headers['x-api-key'] === undefined
        ? { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } }
        : undefined,
    ),
  ),
];
