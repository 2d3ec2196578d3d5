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
import { isSuccess, type Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { type ExchangeRule, isAnswerAboutGone, on, type Rule, rule, sentField } from '../rule.ts';

/** Gateways and limits may refuse before the service looks for anything. */
const saysNothing = ({ status }: Seen): boolean => [401, 403, 408, 429].includes(status) || status >= 500;

/** What a deletion says, and what holds after it, for everything that can be deleted by its id. */
function deletionRules(
  area: 'users' | 'accounts' | 'entries',
  operation: OperationId,
  id: string,
): ExchangeRule[] {
  return on(
    operation,
    rule(`${area}.delete.confirms`, (seen) => {
      if (!isSuccess(seen)) return false;
      const { message } = fieldsOf(expectSuccess(seen, 200));
      return expectValue(typeof message === 'string', 'a message text', message, seen);
    }),
    rule(`${area}.delete.gone`, (seen, picture) => {
      if (!picture.isGone(seen.path[id], seen) || saysNothing(seen)) return false;
      return expectRefusal(seen, { status: 404 }, 'for what is deleted');
    }),
    rule(`${area}.delete.unknown`, (seen, picture) => {
      const isUnknown = seen.status === 404 && !picture.isGone(seen.path[id], seen);
      return isUnknown && expectRefusal(seen, { status: 404 });
    }),
  );
}

/** A request about something that is gone must not succeed. */
const goneFrom = (clause: ClauseId, idOf: (seen: Seen, picture: Picture) => unknown): Rule =>
  rule(clause, (seen, picture) => {
    if (!isAnswerAboutGone(idOf(seen, picture), seen, picture)) return false;
    return expectThat(!isSuccess(seen), 'a refusal of what is gone', `${seen.status}`, seen);
  });

const userOfPath = ({ path }: Seen): unknown => path['user_id'];
const accountOf = (seen: Seen): unknown => seen.path['account_id'] ?? sentField(seen, 'account_id');
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
    rule('users.delete.gone', (seen, picture) => {
      const ids = itemsOf('users', seen).map(({ user_id }) => user_id);
      if (!isSuccess(seen) || ids.length === 0) return false;
      const gone = ids.filter((id) => picture.isGone(id, seen));
      return expectNone(gone, 'the deleted users in the list', seen);
    }),
  ),
  ...on('submitMfa', goneFrom('accounts.mfa.unknown-account', accountOf)),
  ...on(['submitMfa', 'queryPayrollConnection'], goneFrom('accounts.delete.gone', accountOf)),
  ...on('queryPayrollConnection', goneFrom('payroll.query.unknown-account', accountOf)),
  ...on(
    'createDirectConnection',
    goneFrom('direct-connections.unknown-user', (seen) => sentField(seen, 'user_id')),
  ),
  ...on(
    ['submitMfa', 'deleteAccount', 'queryPayrollConnection'],
    goneFrom('users.delete.takes-accounts', userOfAccount),
  ),
  ...on(
    'deleteEntry',
    goneFrom(
      'users.delete.takes-entries',
      ({ path }, { entries }) => entries.get(`${path['entry_id']}`)?.user,
    ),
  ),
  ...on('getOnsExpenditure', goneFrom('users.delete.takes-payroll', userOfPath)),
  ...on(
    'listBankStatements',
    rule('users.delete.takes-files', (seen, picture) => {
      if (!isAnswerAboutGone(userOfPath(seen), seen, picture)) return false;
      const { length } = itemsOf('bank-statements', seen);
      return expectEqual(length, 0, 'the statements of a deleted user', seen);
    }),
  ),
];
