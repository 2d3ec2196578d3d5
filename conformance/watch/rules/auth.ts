import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { expectEqual, expectRefusal, expectThat } from '../../expect.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { on, type Rule } from '../rule.ts';
import { isRefusal, isSuccess } from '../statuses.ts';
import { bearerOperations, keyedOperations } from './operations.ts';

/** A success is broken and a 401 kept; any other refusal may be for another reason, which some find first. */
const refusedWith401 = (clause: ClauseId, isMeant: Rule['when']): Rule => ({
  clause,
  when: (seen, picture) => (isSuccess(seen) || seen.status === 401) && isMeant(seen, picture),
  expect: (seen) => expectThat(seen.status === 401, 'status 401', `${seen.status}`, seen),
});

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

/** The clauses about credentials, and about the authorisation that a request names. */
export const authRules = [
  ...withoutKey.flatMap(([clause, operations]) => on(operations, refusedWith401(clause, hasNone))),
  ...on(
    keyedOperations,
    {
      clause: 'auth.api-key.wrong-value',
      when: ({ apiKey, bearer, status }, { acceptedKeys }) =>
        status === 401 && apiKey !== undefined && bearer === undefined && !acceptedKeys.has(apiKey),
    },
    {
      clause: 'auth.api-key.message',
      when: ({ apiKey, bearer, status }) => status === 401 && apiKey === undefined && bearer === undefined,
      expect: (seen) => expectRefusal(seen, { names: ['X-API-KEY'] }),
    },
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
    {
      clause: 'auth.bearer.wrong-value',
      when: ({ bearer, status }, { userTokens, memberTokens }) =>
        status === 401 && bearer !== undefined && !userTokens.has(bearer) && !memberTokens.has(bearer),
    },
    refusedWith401(
      'auth.bearer.api-key-does-not-replace',
      ({ apiKey, bearer }, { userTokens }) =>
        apiKey !== undefined && bearer === undefined && userTokens.size > 0,
    ),
    {
      clause: 'auth.bearer.suffices',
      when: (seen) => isSuccess(seen) && seen.bearer !== undefined && seen.apiKey === undefined,
    },
    {
      clause: 'auth.bearer.message',
      when: ({ bearer, status }) => status === 401 && bearer === undefined,
      expect: (seen) => expectRefusal(seen, { names: ['bearer'] }),
    },
    refusedWith401('auth.member-token.not-a-users', ({ bearer = '' }, { memberTokens }) =>
      memberTokens.has(bearer),
    ),
  ),
  ...on('signInMember', {
    clause: 'auth.sign-in-is-open',
    when: (seen) =>
      seen.apiKey === undefined && seen.bearer === undefined && (isSuccess(seen) || isRefusal(seen)),
    expect: (seen) =>
      expectThat(
        isSuccess(seen) || !/X-API-KEY|bearer authorisation/i.test(seen.text),
        'an answer about the username and password alone',
        seen.text.slice(0, 200),
        seen,
      ),
  }),

  ...on('queryPayrollConnection', {
    clause: 'authorisation.header.selects',
    when: (seen) => isSuccess(seen) && seen.authorisation !== undefined,
    expect: (seen) =>
      expectEqual(fieldsOf(seen.body)['authorisation_id'], seen.authorisation, 'the authorisation', seen),
  }),
  ...on('queryPayrollConnection', {
    clause: 'authorisation.resolved-when-absent',
    when: (seen) => isSuccess(seen) && seen.authorisation === undefined,
    expect: (seen) => {
      const { authorisation_id } = fieldsOf(seen.body);
      const told = JSON.stringify(authorisation_id) ?? 'nothing';
      expectThat(typeof authorisation_id === 'string', 'the authorisation that was found', told, seen);
    },
  }),
  ...on(['createDirectConnection', 'submitMfa', 'presignBankStatements'], {
    clause: 'authorisation.header.taken-everywhere',
    when: (seen) => isSuccess(seen) && seen.authorisation !== undefined,
  }),
];
