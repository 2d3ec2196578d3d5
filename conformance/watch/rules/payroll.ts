import type { ClauseId } from '../../../spec/clauses.ts';
import {
  expectEqual,
  expectNone,
  expectShape,
  expectSuccess,
  expectThat,
  expectValue,
} from '../../judgement/expect.ts';
import { expectTotal, paginationOf } from '../../predicates/pages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import { alone, missingNamed, onSuccess, type Rule, refused, rule, says, sentField } from '../memory/rule.ts';

const payrollOf = (seen: Seen): readonly JsonFields[] =>
  objectsIn(fieldsOf(seen.body)['payroll_submissions']);
const found = (seen: Seen): boolean => isSuccess(seen) && payrollOf(seen).length > 0;

const notText =
  (field: string) =>
  (seen: Seen): boolean => {
    const value = sentField(seen, field);
    return value != null && typeof value !== 'string';
  };

/** Texts without blanks, in capitals. */
const plain = (value: unknown): string => String(value).replaceAll(/\s/g, '').toUpperCase();

/** Payroll that a direct connection found beside what the user showed last. */
function matched(
  clause: ClauseId,
  ofUser: string,
  ofIdentity: (identity: JsonFields) => unknown,
  meaning: (value: unknown) => unknown,
): Rule {
  return alone(clause, (seen, picture) => {
    const user = picture.settled(`${sentField(seen, 'user_id')}`, seen);
    const known = [user?.[ofUser] ?? []].flat().map(meaning);
    if (!found(seen) || known.length === 0) return false;
    for (const { identity_information } of payrollOf(seen)) {
      const told = ofIdentity(fieldsOf(identity_information));
      const isKnown = told == null || known.includes(meaning(told));
      expectThat(isKnown, `one of ${known.join(', ')}`, String(told), seen);
    }
    return true;
  });
}

const filesOf = (seen: Seen): readonly JsonFields[] => objectsIn(sentField(seen, 'files'));
const itemsOf = (seen: Seen): readonly JsonFields[] => objectsIn(fieldsOf(seen.body)['presigned_urls']);
const pairs = (list: readonly JsonFields[]): string[] =>
  list.map(({ file_name, external_id }) => JSON.stringify([file_name || null, external_id ?? null])).sort();
const isTextOrNothing = (value: unknown): boolean => value == null || typeof value === 'string';

/** The clauses about accounts, connections, payroll and uploads. */
export const payrollRules: readonly Rule[] = [
  onSuccess('accounts.mfa.answers-with-account', (seen) => {
    const { account_id } = fieldsOf(expectSuccess(seen, 200));
    expectEqual(account_id, seen.path['account_id'], 'account_id', seen);
  }),
  rule('accounts.mfa.any-kind-of-text', (seen) => {
    return isSuccess(seen) && /\D/.test(String(sentField(seen, 'mfa') ?? ''));
  }),
  missingNamed('accounts.mfa.missing-answer-named', 'mfa'),
  refused('accounts.mfa.ill-typed-answer', notText('mfa')),
  onSuccess('accounts.shape.types', (seen) => expectShape(seen)),
  alone('accounts.shape.as-linked', (seen, picture) => {
    const earlier = picture.settled(`${seen.path['account_id']}`, seen);
    const linked = (one: JsonFields) => [one['payroll_provider'], one['user_name'], one['mfa_enabled']];
    if (!isSuccess(seen) || !earlier) return false;
    return expectEqual(linked(fieldsOf(seen.body)), linked(earlier), 'provider, login and use of MFA', seen);
  }),
  onSuccess('payroll.query.result', (seen) => {
    const { account_id, payroll_submissions } = fieldsOf(expectSuccess(seen, 201));
    expectEqual(account_id, sentField(seen, 'account_id'), 'the account of the result', seen);
    expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', seen);
  }),
  rule('payroll.query.empty-when-nothing-new', (seen) => {
    const isEmpty = isSuccess(seen) && payrollOf(seen).length === 0;
    return isEmpty && expectSuccess(seen, 201, 'where there is nothing to find');
  }),
  alone('payroll.query.not-twice', (seen, picture) => {
    const again = payrollOf(seen).filter(({ id, entry_id }) => {
      const { entry = entry_id, user } = picture.submissions.get(`${id}`) ?? {};
      // Whether payroll of a deleted entry is found again is open.
      const mayBeGone = picture.isGone(entry, seen) || picture.isLeaving(`${entry}`, seen);
      return user === undefined && entry !== entry_id && !mayBeGone;
    });
    const ids = again.map(({ id }) => id);
    return found(seen) && expectNone(ids, 'what was found again', seen);
  }),
  rule('payroll.query.makes-entry', (seen) => {
    const { entry_id } = fieldsOf(seen.body);
    return found(seen) && expectValue(isUuid(entry_id), 'a UUID as entry_id', entry_id, seen);
  }),
  onSuccess('payroll.query.submissions-linked', (seen) => {
    const links = ({ account_id, entry_id }: JsonFields) => ({ account_id, entry_id });
    const expected = links(fieldsOf(seen.body));
    for (const one of payrollOf(seen))
      expectEqual(links(one), expected, 'what the submissions are linked to', seen);
    return found(seen);
  }),
  missingNamed('payroll.query.missing-account-named', 'account_id'),
  refused('payroll.query.ill-typed-account', notText('account_id')),
  onSuccess('direct-connections.answer', (seen) => {
    const { pagination, payroll_submissions } = fieldsOf(expectSuccess(seen));
    expectThat(pagination !== null, 'a pagination object', 'null', seen);
    expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', seen);
    expectShape(seen, (place) => place === '' || place.startsWith('pagination'));
  }),
  onSuccess('direct-connections.count', (seen) => {
    expectEqual(paginationOf(seen)['count'], payrollOf(seen).length, 'the count', seen);
    expectTotal(seen);
  }),
  onSuccess('direct-connections.own-only', (seen, { submissions }) => {
    const user = sentField(seen, 'user_id');
    for (const { id } of payrollOf(seen))
      expectEqual(user, submissions.get(`${id}`)?.user ?? user, `the user of ${id}`, seen);
    return found(seen);
  }),
  missingNamed('direct-connections.missing-user-named', 'user_id'),
  refused('direct-connections.ill-typed-user', notText('user_id')),
  matched('direct-connections.match.ni-number', 'ni_number', (one) => one['NI_number'], plain),
  matched(
    'direct-connections.match.birthday',
    'date_of_birth',
    (one) => one['date_of_birth'],
    (value) => String(value).slice(0, 10),
  ),
  matched(
    'direct-connections.match.post-codes',
    'post_codes',
    (one) => fieldsOf(one['address'])['post_code'],
    plain,
  ),
  onSuccess('payroll.submission.source', (seen, { sources }) => {
    const others = sources.get(seen.operation === 'createDirectConnection' ? 'query' : 'direct');
    if (payrollOf(seen).every(({ source }) => source == null)) return false;
    for (const { source } of payrollOf(seen)) {
      expectValue(typeof source === 'string' && source !== '', 'a source', source, seen);
      expectThat(!others?.has(source), 'another source than that of the other way', source, seen);
    }
    return true;
  }),
  onSuccess('documents.presign.answer', (seen) => {
    expectSuccess(seen, 200);
    expectShape(seen);
  }),
  onSuccess('documents.presign.one-item-per-file', (seen) => {
    expectEqual(itemsOf(seen).length, filesOf(seen).length, 'the number of items', seen);
    const addresses = new Set(itemsOf(seen).map(({ presigned_url }) => presigned_url));
    expectEqual(addresses.size, itemsOf(seen).length, 'the number of different addresses', seen);
  }),
  onSuccess('documents.presign.echo', (seen) =>
    expectEqual(pairs(itemsOf(seen)), pairs(filesOf(seen)), 'the files of the items', seen),
  ),
  refused('documents.presign.no-files', (seen) => JSON.stringify(sentField(seen, 'files')) === '[]'),
  rule('documents.presign.missing-field-named', (seen) => {
    const isMissing = filesOf(seen).some((file) => file['file_name'] === undefined);
    return seen.status === 400 && isMissing && says(seen, 'file_name');
  }),
  refused('documents.presign.ill-typed-files', (seen) => {
    const files = sentField(seen, 'files');
    if (files == null) return false;
    if (!Array.isArray(files) || files.length > filesOf(seen).length || files.some(Array.isArray))
      return true;
    return filesOf(seen).some((file) => ![file['file_name'], file['external_id']].every(isTextOrNothing));
  }),
];
