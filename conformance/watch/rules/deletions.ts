import type { OperationId } from '../../../spec/operations.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat } from '../../expect.ts';
import { itemsOf } from '../../predicates/pages.ts';
import { fieldsOf } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { type ExchangeRule, on, type Rule } from '../rule.ts';
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
    {
      clause: `${area}.delete.confirms`,
      when: isSuccess,
      expect: (seen) => {
        const { message } = fieldsOf(expectSuccess(seen, 200));
        expectThat(typeof message === 'string', 'a message text', JSON.stringify(message) ?? 'none', seen);
      },
    },
    {
      clause: `${area}.delete.gone`,
      when: (seen, picture) => isGone(seen, picture) && !saysNothing(seen),
      expect: (seen) => expectRefusal(seen, { status: 404 }, 'for what is deleted'),
    },
    {
      clause: `${area}.delete.unknown`,
      when: (seen, picture) => seen.status === 404 && !isGone(seen, picture),
      expect: (seen) => expectRefusal(seen, { status: 404 }),
    },
  );
}

/** A request about something that is gone must not succeed. */
const goneFrom = (clause: Rule['clause'], idOf: (seen: Seen, picture: Picture) => unknown): Rule => ({
  clause,
  when: (seen, picture) =>
    picture.isGone(idOf(seen, picture), seen) && (isSuccess(seen) || seen.status === 404),
  expect: (seen) => expectThat(!isSuccess(seen), 'a refusal of what is gone', `${seen.status}`, seen),
});

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
  ...on('listUsers', {
    clause: 'users.delete.gone',
    when: (seen) => isSuccess(seen) && itemsOf('users', seen).length > 0,
    expect: (seen, picture) => {
      const gone = itemsOf('users', seen).filter(({ user_id }) => picture.isGone(user_id, seen));
      expectEqual(
        gone.map(({ user_id }) => user_id),
        [],
        'the deleted users in the list',
        seen,
      );
    },
  }),
  ...on(
    'submitMfa',
    goneFrom('accounts.delete.gone', accountOf),
    goneFrom('accounts.mfa.unknown-account', accountOf),
  ),
  ...on('queryPayrollConnection', goneFrom('accounts.delete.gone', accountOf)),
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
    clause: 'users.delete.takes-files',
    when: (seen, picture) =>
      picture.isGone(userOfPath(seen), seen) && (isSuccess(seen) || seen.status === 404),
    expect: (seen) =>
      expectEqual(itemsOf('bank-statements', seen).length, 0, 'the statements of a deleted user', seen),
  }),
];
