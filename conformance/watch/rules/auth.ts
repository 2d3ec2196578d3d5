import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { expectEqual, expectRefusal, expectThat, expectValue } from '../../expect.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { isRefusal, isSuccess, type Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { everyOperation, on, type Rule, rule } from '../rule.ts';

const bearerOperations: readonly OperationId[] = ['queryPayrollConnection', 'presignBankStatements'];
const keyedOperations = everyOperation.filter(
  (id) => id !== 'signInMember' && !bearerOperations.includes(id),
);

/** A success is broken and a 401 kept; any other refusal may be for another reason, which some find first. */
const refusedWith401 = (clause: ClauseId, isMeant: (seen: Seen, picture: Picture) => boolean): Rule =>
  rule(
    clause,
    (seen, picture) =>
      (isSuccess(seen) || seen.status === 401) &&
      isMeant(seen, picture) &&
      expectThat(seen.status === 401, 'status 401', `${seen.status}`, seen),
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
    rule('auth.api-key.wrong-value', ({ apiKey, bearer, status }, { acceptedKeys }) => {
      return status === 401 && apiKey !== undefined && bearer === undefined && !acceptedKeys.has(apiKey);
    }),
    rule('auth.api-key.message', (seen) => {
      const hasNothing = seen.apiKey === undefined && seen.bearer === undefined;
      return seen.status === 401 && hasNothing && expectRefusal(seen, { names: ['X-API-KEY'] });
    }),
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
    rule('auth.bearer.wrong-value', ({ bearer, status }, { userTokens, memberTokens }) => {
      return status === 401 && bearer !== undefined && !userTokens.has(bearer) && !memberTokens.has(bearer);
    }),
    refusedWith401(
      'auth.bearer.api-key-does-not-replace',
      ({ apiKey, bearer }, { userTokens }) =>
        apiKey !== undefined && bearer === undefined && userTokens.size > 0,
    ),
    rule('auth.bearer.suffices', (seen) => {
      return isSuccess(seen) && seen.bearer !== undefined && seen.apiKey === undefined;
    }),
    rule('auth.bearer.message', (seen) => {
      const isMeant = seen.status === 401 && seen.bearer === undefined;
      return isMeant && expectRefusal(seen, { names: ['bearer'] });
    }),
    refusedWith401('auth.member-token.not-a-users', ({ bearer = '' }, { memberTokens }) =>
      memberTokens.has(bearer),
    ),
  ),
  ...on(
    'signInMember',
    rule('auth.sign-in-is-open', (seen) => {
      if (seen.apiKey !== undefined || seen.bearer !== undefined) return false;
      if (!isSuccess(seen) && !isRefusal(seen)) return false;
      const isOpen = isSuccess(seen) || !/X-API-KEY|bearer authorisation/i.test(seen.text);
      const expected = 'an answer about the username and password alone';
      return expectThat(isOpen, expected, seen.text.slice(0, 200), seen);
    }),
  ),
  ...on(
    'queryPayrollConnection',
    rule('authorisation.header.selects', (seen) => {
      const named = authorisationOf(seen);
      return isSelected(seen) && expectEqual(named, seen.authorisation, 'the authorisation', seen);
    }),
    rule('authorisation.resolved-when-absent', (seen) => {
      if (!isSuccess(seen) || seen.authorisation !== undefined) return false;
      const told = authorisationOf(seen);
      return expectValue(typeof told === 'string', 'the authorisation that was found', told, seen);
    }),
  ),
  ...on(
    ['createDirectConnection', 'submitMfa', 'presignBankStatements'],
    rule('authorisation.header.taken-everywhere', isSelected),
  ),
];
