import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import {
  expectEqual,
  expectNone,
  expectRefusal,
  expectSuccess,
  expectThat,
  expectValue,
} from '../../expect.ts';
import { itemsOf } from '../../predicates/pages.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { type ExchangeRule, on, type Rule, rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';

/** Gateways and limits may refuse before the service looks for anything. */
const saysNothing = ({ status }: Seen): boolean => [401, 403, 408, 429].includes(status) || status >= 500;

/** What a deletion says, and what holds after it, for everything that can be deleted by its id. */
function deletionRules(
  area: 'users' | 'accounts' | 'entries',
  operation: OperationId,
  id: string,
): ExchangeRule[] {
  const isGone = (seen: Seen, picture: Picture): boolean => picture.isGone(seen.path[id], seen);
  return on(
    operation,
    rule(`${area}.delete.confirms`, isSuccess, (seen) => {
      const { message } = fieldsOf(expectSuccess(seen, 200));
      expectValue(typeof message === 'string', 'a message text', message, seen);
    }),
    rule(
      `${area}.delete.gone`,
      (seen, picture) => isGone(seen, picture) && !saysNothing(seen),
      (seen) => expectRefusal(seen, { status: 404 }, 'for what is deleted'),
    ),
    rule(
      `${area}.delete.unknown`,
      (seen, picture) => seen.status === 404 && !isGone(seen, picture),
      (seen) => expectRefusal(seen, { status: 404 }),
    ),
  );
}

/** A request about something that is gone must not succeed. */
const goneFrom = (clause: ClauseId, idOf: (seen: Seen, picture: Picture) => unknown): Rule =>
  rule(
    clause,
    (seen, picture) => (isSuccess(seen) || seen.status === 404) && picture.isGone(idOf(seen, picture), seen),
    (seen) => expectThat(!isSuccess(seen), 'a refusal of what is gone', `${seen.status}`, seen),
  );

const userOfPath = ({ path }: Seen): unknown => path['user_id'];
const accountOf = ({ path, sent }: Seen): unknown => path['account_id'] ?? fieldsOf(sent)['account_id'];
const userOfAccount = (seen: Seen, picture: Picture): unknown =>
  picture.accountUsers.get(`${accountOf(seen)}`) ?? 'nobody';

/** The clauses about deletion: what is deleted stays deleted, whoever else is at work. */
export const deletionRulesOfAll = [
  ...deletionRules('users', 'deleteUser', 'user_id'),
  ...deletionRules('accounts', 'deleteAccount', 'account_id'),
  ...deletionRules('entries', 'deleteEntry', 'entry_id'),
  ...on('updateUser', goneFrom('users.delete.gone', userOfPath)),
  ...on(
    'listUsers',
    rule(
      'users.delete.gone',
      (seen) => isSuccess(seen) && itemsOf('users', seen).length > 0,
      (seen, picture) => {
        const ids = itemsOf('users', seen).map(({ user_id }) => user_id);
        expectNone(
          ids.filter((id) => picture.isGone(id, seen)),
          'the deleted users in the list',
          seen,
        );
      },
    ),
  ),
  ...on('submitMfa', goneFrom('accounts.mfa.unknown-account', accountOf)),
  ...on(['submitMfa', 'queryPayrollConnection'], goneFrom('accounts.delete.gone', accountOf)),
  ...on('queryPayrollConnection', goneFrom('payroll.query.unknown-account', accountOf)),
  ...on(
    'createDirectConnection',
    goneFrom('direct-connections.unknown-user', ({ sent }) => fieldsOf(sent)['user_id']),
  ),
  ...on(
    ['submitMfa', 'deleteAccount', 'queryPayrollConnection'],
    goneFrom('users.delete.takes-accounts', userOfAccount),
  ),
  ...on(
    'deleteEntry',
    goneFrom(
      'users.delete.takes-entries',
      ({ path }, { entries }) => entries.get(`${path['entry_id']}`)?.user ?? '',
    ),
  ),
  ...on('getOnsExpenditure', goneFrom('users.delete.takes-payroll', userOfPath)),
  ...on('listBankStatements', {
    ...goneFrom('users.delete.takes-files', userOfPath),
    expect: (seen) =>
      expectEqual(itemsOf('bank-statements', seen).length, 0, 'the statements of a deleted user', seen),
  }),
];
