import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat } from '../../expect.ts';
import { itemsOf } from '../../predicates/pages.ts';
import {
  configurationFields,
  configurationKinds,
  expectValues,
  illTypedFields,
  setFields,
  settingsOf,
  showsValue,
  userFields,
  userKinds,
} from '../../predicates/settings.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { on, type Rule } from '../rule.ts';
import { isInvalid, isSuccess } from '../statuses.ts';

/** The writable fields that an update sent with a value. */
const values = ({ sent }: Seen, fields: readonly string[]): JsonFields =>
  Object.fromEntries(
    Object.entries(fieldsOf(sent)).filter(([name, value]) => fields.includes(name) && value !== null),
  );

const hasAny = (fields: JsonFields): boolean => Object.keys(fields).length > 0;

/** What must be refused: a success is broken, and a refusal of the request itself keeps it. */
export const refused = (clause: Rule['clause'], isMeant: Rule['when']): Rule => ({
  clause,
  when: (seen, picture) => (isSuccess(seen) || isInvalid(seen)) && isMeant(seen, picture),
  expect: (seen) => expectRefusal(seen),
});

const frequencyOf = ({ sent }: Seen): unknown => fieldsOf(sent)['recurring_check_frequency'];
const statedWords: readonly unknown[] = ['HOURLY', 'WEEKLY', 'MONTHLY'];

/** The clauses about the frequency of checks, of a user and of the client alike. */
const frequencyRules = (area: 'users' | 'configuration'): Rule[] => [
  refused(`${area}.frequency.no-others`, (seen) => {
    const word = frequencyOf(seen);
    return typeof word === 'string' && !statedWords.includes(word);
  }),
  {
    clause: `${area}.frequency.hourly-in-sandbox`,
    when: (seen, { environment }) =>
      environment === 'sandbox' && frequencyOf(seen) === 'HOURLY' && isSuccess(seen),
    expect: (seen) =>
      expectEqual(fieldsOf(seen.body)['recurring_check_frequency'], 'HOURLY', 'the frequency', seen),
  },
  refused(
    `${area}.frequency.no-hourly-in-production`,
    (seen, { environment }) => environment === 'production' && frequencyOf(seen) === 'HOURLY',
  ),
];

/** Instants by their meaning, since the same one may be written without milliseconds. */
function expectSame(shown: JsonFields, expected: JsonFields, what: string, seen: Seen): void {
  for (const name of new Set([...Object.keys(shown), ...Object.keys(expected)]))
    if (!showsValue(name, shown[name], expected[name]))
      expectEqual(shown[name], expected[name], `${what}: ${name}`, seen);
}

const statedUser = (user: JsonFields, named: readonly string[] = []): JsonFields =>
  setFields(
    Object.fromEntries(
      ['user_id', 'created_at', ...userFields]
        .filter((name) => name in user)
        .map((name) => [name, user[name]]),
    ),
    named,
  );

const before = (seen: Seen, picture: Picture): JsonFields | undefined =>
  picture.settled(`${seen.path['user_id']}`, seen);

/** Users of a page whose latest state is known. */
const comparable = (seen: Seen, picture: Picture) =>
  itemsOf('users', seen).flatMap((user) => {
    const known = picture.settled(`${user['user_id']}`, seen);
    return known ? [{ user, known }] : [];
  });

const goneUser = (seen: Seen, picture: Picture): boolean => picture.isGone(seen.path['user_id'], seen);

const updateRules: readonly Rule[] = [
  {
    clause: 'users.patch.sets',
    when: (seen) => isSuccess(seen) && hasAny(values(seen, userFields)),
    expect: (seen) => {
      const user = fieldsOf(expectSuccess(seen, 200));
      expectEqual(user['user_id'], seen.path['user_id'], 'user_id', seen);
      const { post_codes, ...rest } = values(seen, userFields);
      // What an empty list does is open.
      const isEmpty = Array.isArray(post_codes) && post_codes.length === 0;
      expectValues(user, post_codes === undefined || isEmpty ? rest : { ...rest, post_codes }, seen);
    },
  },
  {
    clause: 'users.patch.null-unsets',
    when: (seen) => isSuccess(seen) && nulled(seen).length > 0,
    expect: (seen) => {
      for (const field of nulled(seen)) {
        const shown = fieldsOf(seen.body)[field];
        expectThat(shown == null, `${field} to be absent or null`, JSON.stringify(shown), seen);
      }
    },
  },
  {
    clause: 'users.patch.keeps-omitted',
    alone: true,
    when: (seen, picture) => isSuccess(seen) && before(seen, picture) !== undefined,
    expect: (seen, picture) => {
      const sent = Object.keys(fieldsOf(seen.sent));
      const shown = statedUser(fieldsOf(seen.body), sent);
      expectSame(shown, statedUser(before(seen, picture)!, sent), 'what was not sent', seen);
    },
  },
  refused('users.patch.ill-typed', ({ sent }) => illTypedFields(sent, userKinds).length > 0),
  {
    clause: 'users.patch.unknown',
    when: (seen, picture) => goneUser(seen, picture) && (isSuccess(seen) || seen.status === 404),
    expect: (seen) => expectRefusal(seen, { status: 404 }),
  },
  ...frequencyRules('users'),
];

const nulled = ({ sent }: Seen): string[] => userFields.filter((field) => fieldsOf(sent)[field] === null);

/** The clauses about users and about the client's configuration. */
export const settingRules = [
  ...on('updateUser', ...updateRules),
  ...on(
    ['updateUser', 'listUsers'],
    {
      clause: 'users.shape.types',
      when: isSuccess,
      expect: (seen) => expectShape(seen, (place) => !place.startsWith('pagination')),
    },
    {
      clause: 'users.patch.no-empty-post-codes',
      when: (seen) =>
        isSuccess(seen) &&
        [fieldsOf(seen.body), ...itemsOf('users', seen)].some(({ post_codes }) => post_codes),
      expect: (seen) => {
        for (const { post_codes } of [fieldsOf(seen.body), ...itemsOf('users', seen)])
          expectThat(
            !Array.isArray(post_codes) || post_codes.length > 0,
            'one or more post codes',
            '[]',
            seen,
          );
      },
    },
  ),
  ...on(
    'listUsers',
    {
      clause: 'users.patch.persists',
      alone: true,
      when: (seen, picture) => isSuccess(seen) && comparable(seen, picture).length > 0,
      expect: (seen, picture) => {
        for (const { user, known } of comparable(seen, picture))
          expectSame(statedUser(user), statedUser(known), `the user ${user['user_id']}`, seen);
      },
    },
    {
      clause: 'users.shape.created-at',
      when: (seen, picture) => isSuccess(seen) && comparable(seen, picture).length > 0,
      expect: (seen, picture) => {
        for (const { user, known } of comparable(seen, picture))
          expectEqual(
            Date.parse(`${user['created_at']}`),
            Date.parse(`${known['created_at']}`),
            'created_at',
            seen,
          );
      },
    },
  ),
  ...on(
    'updateConfiguration',
    {
      clause: 'configuration.patch.sets',
      when: (seen) => isSuccess(seen) && hasAny(values(seen, configurationFields)),
      expect: (seen) => {
        expectSuccess(seen, 200);
        const sent = values(seen, configurationFields);
        expectEqual(
          settingsOf(fieldsOf(seen.body), Object.keys(sent)),
          settingsOf(sent),
          'what was sent',
          seen,
        );
      },
    },
    {
      clause: 'configuration.patch.keeps-omitted',
      alone: true,
      when: (seen, picture) => isSuccess(seen) && picture.settled('configuration', seen) !== undefined,
      expect: (seen, picture) => {
        const rest = configurationFields.filter((name) => !(name in fieldsOf(seen.sent)));
        const expected = settingsOf(picture.settled('configuration', seen)!, rest);
        expectEqual(settingsOf(fieldsOf(seen.body), rest), expected, 'what was not sent', seen);
      },
    },
    refused(
      'configuration.patch.ill-typed',
      ({ sent }) => illTypedFields(sent, configurationKinds).length > 0,
    ),
    ...frequencyRules('configuration'),
  ),
  ...on(['getConfiguration', 'updateConfiguration'], {
    clause: 'configuration.shape.types',
    when: isSuccess,
    expect: (seen) => {
      expectSuccess(seen, 200);
      expectShape(seen);
    },
  }),
  ...on('getConfiguration', {
    clause: 'configuration.patch.persists',
    alone: true,
    when: (seen, picture) => isSuccess(seen) && picture.settled('configuration', seen) !== undefined,
    expect: (seen, picture) =>
      expectEqual(
        settingsOf(fieldsOf(seen.body)),
        settingsOf(picture.settled('configuration', seen)!),
        'the configuration',
        seen,
      ),
  }),
];
