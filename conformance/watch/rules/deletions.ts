import type { ClauseId } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { expectEqual, expectNone, expectRefusal, expectThat } from '../../judgement/expect.ts';
import { itemsOf } from '../../predicates/pages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { isUuid } from '../../target/read-json.ts';
import { lacksAuthorisation, type Seen } from '../memory/passed.ts';
import type { Picture } from '../memory/picture.ts';
import { goneFrom, onSuccess, type Rule, rule, saidIn, sentField, unknownIs404 } from '../memory/rule.ts';

/** Gateways and limits may refuse before the service looks for anything. */
const saysNothing = ({ status }: Seen): boolean => [401, 403, 408, 429].includes(status) || status >= 500;

const userOfPath = ({ path }: Seen): unknown => path['user_id'];
const accountOf = (seen: Seen): unknown => seen.path['account_id'] ?? sentField(seen, 'account_id');
const userOfAccount = (seen: Seen, picture: Picture): unknown =>
  picture.payroll.accountUsers.get(`${accountOf(seen)}`);

const userOfEntry = ({ path }: Seen, { payroll }: Picture): unknown =>
  payroll.entries.get(`${path['entry_id']}`)?.user;
const accountOperations = ['submitMfa', 'deleteAccount', 'queryPayrollConnection'] as const;

const deletions = [
  ['users', 'deleteUser', 'user_id'],
  ['accounts', 'deleteAccount', 'account_id'],
  ['entries', 'deleteEntry', 'entry_id'],
] as const;

/** Of two deletions at the same time one is confirmed: of later ones other clauses tell. */
const twice = (clause: ClauseId, operation: OperationId, id: string): Rule =>
  onSuccess([clause, operation], (seen, { records }) => {
    const isOther = records.wasDeleted(seen.path[id], seen) && !records.isGone(seen.path[id], seen);
    return isOther && expectThat(false, 'one of two deletions to get 404', 'both were confirmed', seen);
  });

/** The clauses about deletion: what is deleted stays deleted, whoever else is at work. */
export const deletionRules: readonly Rule[] = [
  ...deletions.flatMap(([area, operation, id]) => [
    rule([`${area}.delete.gone`, operation], (seen, picture) => {
      if (!picture.isGone(seen.path[id], seen) || saysNothing(seen)) return false;
      return expectRefusal(seen, { status: 404 }, 'for what is deleted');
    }),
    rule(`${area}.delete.unknown`, (seen, picture) => {
      return seen.status === 404 && !picture.isGone(seen.path[id], seen) && expectRefusal(seen);
    }),
    unknownIs404(`${area}.delete.unknown`),
  ]),
  goneFrom('users.delete.gone', userOfPath, 'updateUser'),
  onSuccess(['users.delete.gone', 'listUsers'], (seen, picture) => {
    const ids = itemsOf('users', seen).map(({ user_id }) => user_id);
    const gone = ids.filter((id) => picture.isGone(id, seen));
    return ids.length > 0 && expectNone(gone, 'the deleted users in the list', seen);
  }),
  goneFrom('users.patch.unknown', userOfPath),
  unknownIs404('users.patch.unknown'),
  unknownIs404('accounts.mfa.unknown-account'),
  unknownIs404('terms.get.unknown'),
  twice('races.users.one-order', 'deleteUser', 'user_id'),
  twice('races.entries.deleted-once', 'deleteEntry', 'entry_id'),
  goneFrom('accounts.mfa.unknown-account', accountOf),
  goneFrom('accounts.delete.gone', accountOf, 'submitMfa', 'queryPayrollConnection'),
  goneFrom('payroll.query.unknown-account', accountOf),
  goneFrom('direct-connections.unknown-user', (seen) => sentField(seen, 'user_id')),
  goneFrom('users.delete.takes-accounts', userOfAccount, ...accountOperations),
  goneFrom('users.delete.takes-entries', userOfEntry, 'deleteEntry'),
  goneFrom('users.delete.takes-payroll', userOfPath, 'getOnsExpenditure'),
  rule(['users.delete.takes-files', 'listBankStatements'], (seen, picture) => {
    const isAnswer = isSuccess(seen) || seen.status === 404;
    if (!isAnswer || !picture.isGone(userOfPath(seen), seen)) return false;
    const { length } = itemsOf('bank-statements', seen);
    return expectEqual(length, 0, 'the statements of a deleted user', seen);
  }),
  goneFrom('errors.not-found.everywhere', ({ path }) => Object.values(path)[0]),
  rule('errors.not-found.message', (seen, picture) => {
    const names = Object.values(seen.path);
    const isAboutIds = saidIn(seen).length === 1 && names.every(isUuid);
    const isAboutGone = isAboutIds || names.some((id) => picture.isGone(id, seen));
    // A user without an authorisation may be refused with 404 too, and then no id is to be named.
    const isUnknown = seen.status === 404 && !lacksAuthorisation(seen.status, seen.text);
    return isUnknown && isAboutGone && expectRefusal(seen, { names });
  }),
];
