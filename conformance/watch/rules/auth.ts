import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { expectEqual, expectRefusal, expectThat, expectValue } from '../../expect.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { on, type Rule, rule } from '../rule.ts';
import { isRefusal, isSuccess } from '../statuses.ts';
import { bearerOperations, keyedOperations } from './operations.ts';

/** A success is broken and a 401 kept; any other refusal may be for another reason, which some find first. */
const refusedWith401 = (clause: ClauseId, isMeant: Rule['when']): Rule =>
  rule(
    clause,
    (seen, picture) => (isSuccess(seen) || seen.status === 401) && isMeant(seen, picture),
    (seen) => expectThat(seen.status === 401, 'status 401', `${seen.status}`, seen),
  );

/** Exports often leave credentials out: a request without any says something only where others have them. */
const hasNone = ({ apiKey, bearer }: Seen, { acceptedKeys }: Picture): boolean =>
  apiKey === undefined && bearer === undefined && acceptedKeys.size > 0;

const withoutKey: readonly (readonly [ClauseId, readonly OperationId[]])[] = [
  ['auth.api-key.members', ['inviteMember']],
  ['auth.api-key.terms', ['getAuthorisationTerm']],
  ['auth.api-key.users', ['listUsers', 'updateUser', 'deleteUser']],
  ['auth.api-key.configuration', ['getConfiguration', 'updateConfiguration']],
  ['auth.api-key.accounts', ['createDirectConnection', 'submitMfa', 'deleteAccount']],
  ['auth.api-key.entries', ['deleteEntry']],
  ['auth.api-key.bank-statements', ['listBankStatements']],
  ['auth.api-key.income', ['getTaxauthIncome']],
  ['auth.api-key.expenditure', ['getOnsExpenditure']],
  ['auth.api-key.providers', ['listProviders']],
  ['auth.api-key.webhooks', ['createWebhook', 'listWebhooks', 'deleteWebhook']],
];

const withoutBearer = (clause: ClauseId): Rule =>
  refusedWith401(clause, ({ bearer }, { userTokens }) => bearer === undefined && userTokens.size > 0);

const isSelected = (seen: Seen): boolean => isSuccess(seen) && seen.authorisation !== undefined;
const authorisationOf = ({ body }: Seen): unknown => fieldsOf(body)['authorisation_id'];

/** The clauses about credentials, and about the authorisation that a request names. */
export const authRules = [
  ...withoutKey.flatMap(([clause, operations]) => on(operations, refusedWith401(clause, hasNone))),
  ...on(
    keyedOperations,
    rule(
      'auth.api-key.wrong-value',
      ({ apiKey, bearer, status }, { acceptedKeys }) =>
        status === 401 && apiKey !== undefined && bearer === undefined && !acceptedKeys.has(apiKey),
    ),
    rule(
      'auth.api-key.message',
      ({ apiKey, bearer, status }) => status === 401 && apiKey === undefined && bearer === undefined,
      (seen) => expectRefusal(seen, { names: ['X-API-KEY'] }),
    ),
    refusedWith401(
      'auth.bearer.opens-nothing-else',
      ({ apiKey, bearer }, { userTokens, memberTokens }) =>
        apiKey === undefined && bearer !== undefined && userTokens.has(bearer) && !memberTokens.has(bearer),
    ),
  ),
  ...on('queryPayrollConnection', withoutBearer('auth.bearer.payroll-connection')),
  ...on('presignBankStatements', withoutBearer('auth.bearer.presign')),
  ...on(
    bearerOperations,
    rule(
      'auth.bearer.wrong-value',
      ({ bearer, status }, { userTokens, memberTokens }) =>
        status === 401 && bearer !== undefined && !userTokens.has(bearer) && !memberTokens.has(bearer),
    ),
    refusedWith401(
      'auth.bearer.api-key-does-not-replace',
      ({ apiKey, bearer }, { userTokens }) =>
        apiKey !== undefined && bearer === undefined && userTokens.size > 0,
    ),
    rule(
      'auth.bearer.suffices',
      (seen) => isSuccess(seen) && seen.bearer !== undefined && seen.apiKey === undefined,
    ),
    rule(
      'auth.bearer.message',
      ({ bearer, status }) => status === 401 && bearer === undefined,
      (seen) => expectRefusal(seen, { names: ['bearer'] }),
    ),
    refusedWith401('auth.member-token.not-a-users', ({ bearer = '' }, { memberTokens }) =>
      memberTokens.has(bearer),
    ),
  ),
  ...on(
    'signInMember',
    rule(
      'auth.sign-in-is-open',
      (seen) =>
        seen.apiKey === undefined && seen.bearer === undefined && (isSuccess(seen) || isRefusal(seen)),
      (seen) => {
        const isOpen = isSuccess(seen) || !/X-API-KEY|bearer authorisation/i.test(seen.text);
        expectThat(isOpen, 'an answer about the username and password alone', seen.text.slice(0, 200), seen);
      },
    ),
  ),
  ...on(
    'queryPayrollConnection',
    rule('authorisation.header.selects', isSelected, (seen) =>
      expectEqual(authorisationOf(seen), seen.authorisation, 'the authorisation', seen),
    ),
    rule(
      'authorisation.resolved-when-absent',
      (seen) => isSuccess(seen) && seen.authorisation === undefined,
      (seen) => {
        const told = authorisationOf(seen);
        expectValue(typeof told === 'string', 'the authorisation that was found', told, seen);
      },
    ),
  ),
  ...on(
    ['createDirectConnection', 'submitMfa', 'presignBankStatements'],
    rule('authorisation.header.taken-everywhere', isSelected),
  ),
];
