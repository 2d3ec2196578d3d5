import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat } from '../../expect.ts';
import { paginationOf } from '../../predicates/pages.ts';
import { placesOf } from '../../predicates/places.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { on, type Rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';
import { refused } from './settings.ts';

const payrollOf = (seen: Seen): readonly JsonFields[] =>
  objectsIn(fieldsOf(seen.body)['payroll_submissions']);
const found = (seen: Seen): boolean => isSuccess(seen) && payrollOf(seen).length > 0;
const sentField = ({ sent }: Seen, name: string): unknown => fieldsOf(sent)[name];
const isSent = ({ sent }: Seen): boolean => typeof sent === 'object' && sent !== null && !Array.isArray(sent);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A request without a field, whose refusal names the field; some refuse for another reason first. */
const missingNamed = (clause: Rule['clause'], field: string): Rule => ({
  clause,
  when: (seen) =>
    seen.status === 400 && isSent(seen) && sentField(seen, field) === undefined && says(seen, field),
});
export const says = ({ text }: Seen, name: string): boolean =>
  text.toLowerCase().includes(name.toLowerCase());

const notText =
  (field: string) =>
  (seen: Seen): boolean => {
    const value = sentField(seen, field);
    return value != null && typeof value !== 'string';
  };

const shaped = (clause: keyof typeof placesOf): Rule => ({
  clause,
  when: found,
  expect: (seen) => expectShape(seen, placesOf[clause]),
});

/** Texts without blanks, in capitals. */
const plain = (value: unknown): string => String(value).replaceAll(/\s/g, '').toUpperCase();

/** Payroll that a direct connection found beside what the user showed last. */
function matched(
  clause: Rule['clause'],
  of: (user: JsonFields) => readonly unknown[] | undefined,
  on: (identity: JsonFields) => unknown,
  meaning: (value: unknown) => unknown,
): Rule {
  const user = (seen: Seen, picture: Picture) => picture.settled(`${sentField(seen, 'user_id')}`, seen);
  return {
    clause,
    alone: true,
    when: (seen, picture) => found(seen) && (of(user(seen, picture) ?? {})?.length ?? 0) > 0,
    expect: (seen, picture) => {
      const own = of(user(seen, picture)!)!.map(meaning);
      for (const { identity_information } of payrollOf(seen)) {
        const told = on(fieldsOf(identity_information));
        if (told != null)
          expectThat(own.includes(meaning(told)), `one of ${own.join(', ')}`, String(told), seen);
      }
    },
  };
}

const given = (value: unknown): unknown[] => (value == null ? [] : [value]);

const accountRules: readonly Rule[] = [
  {
    clause: 'accounts.mfa.answers-with-account',
    when: isSuccess,
    expect: (seen) => {
      const { account_id } = fieldsOf(expectSuccess(seen, 200));
      expectEqual(account_id, seen.path['account_id'], 'account_id', seen);
    },
  },
  {
    clause: 'accounts.mfa.any-kind-of-text',
    when: (seen) => isSuccess(seen) && /\D/.test(String(sentField(seen, 'mfa') ?? '')),
  },
  missingNamed('accounts.mfa.missing-answer-named', 'mfa'),
  refused('accounts.mfa.ill-typed-answer', notText('mfa')),
  { clause: 'accounts.shape.types', when: isSuccess, expect: (seen) => expectShape(seen) },
  {
    clause: 'accounts.shape.as-linked',
    alone: true,
    when: (seen, picture) =>
      isSuccess(seen) && picture.settled(`account ${seen.path['account_id']}`, seen) !== undefined,
    expect: (seen, picture) => {
      const linked = ({ payroll_provider, user_name, mfa_enabled }: JsonFields): unknown => [
        payroll_provider,
        user_name,
        mfa_enabled,
      ];
      const earlier = picture.settled(`account ${seen.path['account_id']}`, seen)!;
      expectEqual(linked(fieldsOf(seen.body)), linked(earlier), 'provider, login and use of MFA', seen);
    },
  },
];

const queryRules: readonly Rule[] = [
  {
    clause: 'payroll.query.result',
    when: isSuccess,
    expect: (seen) => {
      const { account_id, payroll_submissions } = fieldsOf(expectSuccess(seen, 201));
      expectEqual(account_id, sentField(seen, 'account_id'), 'the account of the result', seen);
      expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', seen);
    },
  },
  {
    clause: 'payroll.query.empty-when-nothing-new',
    when: (seen) => isSuccess(seen) && payrollOf(seen).length === 0,
    expect: (seen) => expectSuccess(seen, 201, 'where there is nothing to find'),
  },
  {
    clause: 'payroll.query.not-twice',
    alone: true,
    when: found,
    expect: (seen, { submissions }) => {
      const again = payrollOf(seen).filter(({ id, entry_id }) => {
        const earlier = submissions.get(`${id}`);
        return earlier !== undefined && earlier.user === undefined && earlier.entry !== entry_id;
      });
      expectEqual(
        again.map(({ id }) => id),
        [],
        'what was found again',
        seen,
      );
    },
  },
  {
    clause: 'payroll.query.makes-entry',
    when: found,
    expect: (seen) => {
      const { entry_id } = fieldsOf(seen.body);
      expectThat(
        uuid.test(String(entry_id)),
        'a UUID as entry_id',
        JSON.stringify(entry_id) ?? 'nothing',
        seen,
      );
    },
  },
  {
    clause: 'payroll.query.submissions-linked',
    when: found,
    expect: (seen) => {
      const { account_id, entry_id } = fieldsOf(seen.body);
      for (const one of payrollOf(seen))
        expectEqual(
          { account_id: one['account_id'], entry_id: one['entry_id'] },
          { account_id, entry_id },
          'what the submissions are linked to',
          seen,
        );
    },
  },
  missingNamed('payroll.query.missing-account-named', 'account_id'),
  refused('payroll.query.ill-typed-account', notText('account_id')),
];

const directRules: readonly Rule[] = [
  {
    clause: 'direct-connections.answer',
    when: isSuccess,
    expect: (seen) => {
      const { pagination, payroll_submissions } = fieldsOf(expectSuccess(seen));
      expectThat(pagination !== null, 'a pagination object', 'null', seen);
      expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', seen);
      expectShape(seen, (place) => place === '' || place.startsWith('pagination'));
    },
  },
  {
    clause: 'direct-connections.count',
    when: isSuccess,
    expect: (seen) => {
      const { count, total_count } = paginationOf(seen);
      expectEqual(count, payrollOf(seen).length, 'the count', seen);
      expectThat(Number(total_count) >= Number(count), `at least ${count} in all`, `${total_count}`, seen);
    },
  },
  {
    clause: 'direct-connections.own-only',
    when: found,
    expect: (seen, { submissions }) => {
      for (const { id } of payrollOf(seen)) {
        const user = submissions.get(`${id}`)?.user ?? sentField(seen, 'user_id');
        expectEqual(sentField(seen, 'user_id'), user, `the user of ${id}`, seen);
      }
    },
  },
  missingNamed('direct-connections.missing-user-named', 'user_id'),
  refused('direct-connections.ill-typed-user', notText('user_id')),
  matched(
    'direct-connections.match.ni-number',
    ({ ni_number }) => given(ni_number),
    (one) => one['NI_number'],
    plain,
  ),
  matched(
    'direct-connections.match.birthday',
    ({ date_of_birth }) => given(date_of_birth),
    (one) => one['date_of_birth'],
    (value) => String(value).slice(0, 10),
  ),
  matched(
    'direct-connections.match.post-codes',
    ({ post_codes }) => (Array.isArray(post_codes) ? post_codes : []),
    (one) => fieldsOf(one['address'])['post_code'],
    plain,
  ),
];

const otherWay = { queryPayrollConnection: 'direct', createDirectConnection: 'query' } as const;

const filesOf = (seen: Seen): readonly JsonFields[] => objectsIn(sentField(seen, 'files'));
const itemsOf = (seen: Seen): readonly JsonFields[] => objectsIn(fieldsOf(seen.body)['presigned_urls']);
const pairs = (list: readonly JsonFields[]): string[] =>
  list.map(({ file_name, external_id }) => JSON.stringify([file_name, external_id ?? null])).sort();

const presignRules: readonly Rule[] = [
  {
    clause: 'documents.presign.answer',
    when: isSuccess,
    expect: (seen) => {
      expectSuccess(seen, 200);
      expectShape(seen);
    },
  },
  {
    clause: 'documents.presign.one-item-per-file',
    when: isSuccess,
    expect: (seen) => {
      expectEqual(itemsOf(seen).length, filesOf(seen).length, 'the number of items', seen);
      const addresses = new Set(itemsOf(seen).map(({ presigned_url }) => presigned_url));
      expectEqual(addresses.size, itemsOf(seen).length, 'the number of different addresses', seen);
    },
  },
  {
    clause: 'documents.presign.echo',
    when: isSuccess,
    expect: (seen) => expectEqual(pairs(itemsOf(seen)), pairs(filesOf(seen)), 'the files of the items', seen),
  },
  refused('documents.presign.no-files', (seen) => JSON.stringify(sentField(seen, 'files')) === '[]'),
  {
    clause: 'documents.presign.missing-field-named',
    when: (seen) =>
      seen.status === 400 &&
      filesOf(seen).some((file) => file['file_name'] === undefined) &&
      says(seen, 'file_name'),
  },
  refused('documents.presign.ill-typed-files', (seen) => {
    const files = sentField(seen, 'files');
    const isText = (value: unknown): boolean => value == null || typeof value === 'string';
    if (files == null) return false;
    return (
      !Array.isArray(files) ||
      files.length > filesOf(seen).length ||
      files.some(Array.isArray) ||
      filesOf(seen).some(({ file_name, external_id }) => !isText(file_name) || !isText(external_id))
    );
  }),
];

/** The clauses about accounts, connections, payroll and uploads. */
export const payrollRules = [
  ...on('submitMfa', ...accountRules),
  ...on('queryPayrollConnection', ...queryRules),
  ...on('createDirectConnection', ...directRules),
  ...on(
    ['queryPayrollConnection', 'createDirectConnection'],
    shaped('payroll.submission.timestamps'),
    shaped('payroll.submission.money'),
    shaped('payroll.submission.quantity-and-rate'),
    shaped('payroll.submission.phone-is-number'),
    shaped('payroll.submission.types'),
    {
      clause: 'payroll.submission.source',
      when: (seen) => found(seen) && payrollOf(seen).some(({ source }) => source != null),
      expect: (seen, { sources }) => {
        const others = sources.get(otherWay[seen.operation as keyof typeof otherWay]);
        for (const { source } of payrollOf(seen)) {
          expectThat(
            typeof source === 'string' && source !== '',
            'a source',
            JSON.stringify(source) ?? 'none',
            seen,
          );
          expectThat(!others?.has(source), 'another source than that of the other way', source, seen);
        }
      },
    },
  ),
  ...on('presignBankStatements', ...presignRules),
  ...on('getAuthorisationTerm', {
    clause: 'terms.get.unknown',
    when: (seen) => seen.status === 404,
    expect: (seen) => expectRefusal(seen, { status: 404 }),
  }),
];
