import type { ClauseId } from '../../../spec/clauses.ts';
import {
  expectEqual,
  expectNone,
  expectShape,
  expectSuccess,
  expectThat,
  expectValue,
} from '../../expect.ts';
import { paginationOf } from '../../predicates/pages.ts';
import { placesOf } from '../../predicates/places.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { alone, on, type Rule, rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';
import { refused } from './settings.ts';

const payrollOf = (seen: Seen): readonly JsonFields[] =>
  objectsIn(fieldsOf(seen.body)['payroll_submissions']);
const found = (seen: Seen): boolean => isSuccess(seen) && payrollOf(seen).length > 0;
const sentField = ({ sent }: Seen, name: string): unknown => fieldsOf(sent)[name];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const says = ({ text }: Seen, name: string): boolean =>
  text.toLowerCase().includes(name.toLowerCase());

/** A request without a field, whose refusal names the field; some refuse for another reason first. */
export const missingNamed = (clause: ClauseId, ...fields: readonly string[]): Rule =>
  rule(
    clause,
    (seen) =>
      seen.status === 400 &&
      fields.some((field) => sentField(seen, field) === undefined && says(seen, field)),
  );

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
  const own = (seen: Seen, picture: Picture): unknown[] =>
    [picture.settled(`${sentField(seen, 'user_id')}`, seen)?.[ofUser] ?? []].flat().map(meaning);
  return alone(
    clause,
    (seen, picture) => found(seen) && own(seen, picture).length > 0,
    (seen, picture) => {
      const known = own(seen, picture);
      for (const { identity_information } of payrollOf(seen)) {
        const told = ofIdentity(fieldsOf(identity_information));
        const isKnown = told == null || known.includes(meaning(told));
        expectThat(isKnown, `one of ${known.join(', ')}`, String(told), seen);
      }
    },
  );
}

const earlierAccount = (seen: Seen, picture: Picture): JsonFields | undefined =>
  picture.settled(`account ${seen.path['account_id']}`, seen);

const accountRules: readonly Rule[] = [
  rule('accounts.mfa.answers-with-account', isSuccess, (seen) => {
    const { account_id } = fieldsOf(expectSuccess(seen, 200));
    expectEqual(account_id, seen.path['account_id'], 'account_id', seen);
  }),
  rule(
    'accounts.mfa.any-kind-of-text',
    (seen) => isSuccess(seen) && /\D/.test(String(sentField(seen, 'mfa') ?? '')),
  ),
  missingNamed('accounts.mfa.missing-answer-named', 'mfa'),
  refused('accounts.mfa.ill-typed-answer', notText('mfa')),
  rule('accounts.shape.types', isSuccess, (seen) => expectShape(seen)),
  alone(
    'accounts.shape.as-linked',
    (seen, picture) => isSuccess(seen) && earlierAccount(seen, picture) !== undefined,
    (seen, picture) => {
      const linked = ({ payroll_provider, user_name, mfa_enabled }: JsonFields) => [
        payroll_provider,
        user_name,
        mfa_enabled,
      ];
      const earlier = linked(earlierAccount(seen, picture) ?? {});
      expectEqual(linked(fieldsOf(seen.body)), earlier, 'provider, login and use of MFA', seen);
    },
  ),
];

const queryRules: readonly Rule[] = [
  rule('payroll.query.result', isSuccess, (seen) => {
    const { account_id, payroll_submissions } = fieldsOf(expectSuccess(seen, 201));
    expectEqual(account_id, sentField(seen, 'account_id'), 'the account of the result', seen);
    expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', seen);
  }),
  rule(
    'payroll.query.empty-when-nothing-new',
    (seen) => isSuccess(seen) && payrollOf(seen).length === 0,
    (seen) => expectSuccess(seen, 201, 'where there is nothing to find'),
  ),
  alone('payroll.query.not-twice', found, (seen, picture) => {
    const again = payrollOf(seen).filter(({ id, entry_id }) => {
      const { entry = entry_id, user } = picture.submissions.get(`${id}`) ?? {};
      // Whether payroll of a deleted entry is found again is open.
      const mayBeGone = picture.isGone(entry, seen) || picture.isLeaving(`${entry}`, seen);
      return user === undefined && entry !== entry_id && !mayBeGone;
    });
    expectNone(
      again.map(({ id }) => id),
      'what was found again',
      seen,
    );
  }),
  rule('payroll.query.makes-entry', found, (seen) => {
    const { entry_id } = fieldsOf(seen.body);
    expectValue(uuid.test(String(entry_id)), 'a UUID as entry_id', entry_id, seen);
  }),
  rule('payroll.query.submissions-linked', found, (seen) => {
    const links = ({ account_id, entry_id }: JsonFields) => ({ account_id, entry_id });
    const expected = links(fieldsOf(seen.body));
    for (const one of payrollOf(seen))
      expectEqual(links(one), expected, 'what the submissions are linked to', seen);
  }),
  missingNamed('payroll.query.missing-account-named', 'account_id'),
  refused('payroll.query.ill-typed-account', notText('account_id')),
];

const directRules: readonly Rule[] = [
  rule('direct-connections.answer', isSuccess, (seen) => {
    const { pagination, payroll_submissions } = fieldsOf(expectSuccess(seen));
    expectThat(pagination !== null, 'a pagination object', 'null', seen);
    expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', seen);
    expectShape(seen, (place) => place === '' || place.startsWith('pagination'));
  }),
  rule('direct-connections.count', isSuccess, (seen) => {
    const { count, total_count } = paginationOf(seen);
    expectEqual(count, payrollOf(seen).length, 'the count', seen);
    expectThat(Number(total_count) >= Number(count), `at least ${count} in all`, `${total_count}`, seen);
  }),
  rule('direct-connections.own-only', found, (seen, { submissions }) => {
    const user = sentField(seen, 'user_id');
    for (const { id } of payrollOf(seen))
      expectEqual(user, submissions.get(`${id}`)?.user ?? user, `the user of ${id}`, seen);
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
];

const submissionForms = (
  [
    'payroll.submission.timestamps',
    'payroll.submission.money',
    'payroll.submission.quantity-and-rate',
    'payroll.submission.phone-is-number',
    'payroll.submission.types',
  ] as const
).map((clause) => rule(clause, found, (seen) => expectShape(seen, placesOf[clause])));

const filesOf = (seen: Seen): readonly JsonFields[] => objectsIn(sentField(seen, 'files'));
const itemsOf = (seen: Seen): readonly JsonFields[] => objectsIn(fieldsOf(seen.body)['presigned_urls']);
const pairs = (list: readonly JsonFields[]): string[] =>
  list.map(({ file_name, external_id }) => JSON.stringify([file_name, external_id ?? null])).sort();
const isTextOrNothing = (value: unknown): boolean => value == null || typeof value === 'string';

const presignRules: readonly Rule[] = [
  rule('documents.presign.answer', isSuccess, (seen) => {
    expectSuccess(seen, 200);
    expectShape(seen);
  }),
  rule('documents.presign.one-item-per-file', isSuccess, (seen) => {
    expectEqual(itemsOf(seen).length, filesOf(seen).length, 'the number of items', seen);
    const addresses = new Set(itemsOf(seen).map(({ presigned_url }) => presigned_url));
    expectEqual(addresses.size, itemsOf(seen).length, 'the number of different addresses', seen);
  }),
  rule('documents.presign.echo', isSuccess, (seen) =>
    expectEqual(pairs(itemsOf(seen)), pairs(filesOf(seen)), 'the files of the items', seen),
  ),
  refused('documents.presign.no-files', (seen) => JSON.stringify(sentField(seen, 'files')) === '[]'),
  rule(
    'documents.presign.missing-field-named',
    (seen) =>
      seen.status === 400 &&
      filesOf(seen).some((file) => file['file_name'] === undefined) &&
      says(seen, 'file_name'),
  ),
  refused('documents.presign.ill-typed-files', (seen) => {
    const files = sentField(seen, 'files');
    if (files == null) return false;
    if (!Array.isArray(files) || files.length > filesOf(seen).length || files.some(Array.isArray))
      return true;
    return filesOf(seen).some((file) => ![file['file_name'], file['external_id']].every(isTextOrNothing));
  }),
];

/** The clauses about accounts, connections, payroll and uploads. */
export const payrollRules = [
  ...on('submitMfa', ...accountRules),
  ...on('queryPayrollConnection', ...queryRules),
  ...on('createDirectConnection', ...directRules),
  ...on(
    ['queryPayrollConnection', 'createDirectConnection'],
    ...submissionForms,
    rule(
      'payroll.submission.source',
      (seen) => found(seen) && payrollOf(seen).some(({ source }) => source != null),
      (seen, { sources }) => {
        const others = sources.get(seen.operation === 'createDirectConnection' ? 'query' : 'direct');
        for (const { source } of payrollOf(seen)) {
          expectValue(typeof source === 'string' && source !== '', 'a source', source, seen);
          expectThat(!others?.has(source), 'another source than that of the other way', source, seen);
        }
      },
    ),
  ),
  ...on('presignBankStatements', ...presignRules),
];
