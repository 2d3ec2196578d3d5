import type { ClauseId } from '../../../spec/clauses.ts';
import {
  expectEqual,
  expectRefusal,
  expectShape,
  expectSuccess,
  expectThat,
  expectValue,
} from '../../expect.ts';
import { itemsOf } from '../../predicates/pages.ts';
import {
  configurationFields,
  configurationKinds,
  expectValues,
  illTypedFields,
  settingsOf,
  showsValue,
  userFields,
  userKinds,
} from '../../predicates/settings.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { alone, on, type Rule, rule } from '../rule.ts';
import { isInvalid, isSuccess } from '../statuses.ts';

/** The writable fields that an update sent with a value. */
const values = ({ sent }: Seen, fields: readonly string[]): JsonFields =>
  Object.fromEntries(
    Object.entries(fieldsOf(sent)).filter(([name, value]) => fields.includes(name) && value !== null),
  );

const sets = (fields: readonly string[]) => (seen: Seen) =>
  isSuccess(seen) && Object.keys(values(seen, fields)).length > 0;

/** What must be refused: a success is broken, and a refusal of the request itself keeps it. */
export const refused = (clause: ClauseId, isMeant: Rule['when']): Rule =>
  rule(
    clause,
    (seen, picture) => (isSuccess(seen) || isInvalid(seen)) && isMeant(seen, picture),
    (seen) => expectRefusal(seen),
  );

const frequencyIn = (body: unknown): unknown => fieldsOf(body)['recurring_check_frequency'];
const statedWords: readonly unknown[] = ['HOURLY', 'WEEKLY', 'MONTHLY'];

/** The clauses about the frequency of checks, of a user and of the client alike. */
const frequencyRules = (area: 'users' | 'configuration'): Rule[] => [
  refused(`${area}.frequency.no-others`, ({ sent }) => {
    const word = frequencyIn(sent);
    return typeof word === 'string' && !statedWords.includes(word);
  }),
  rule(
    `${area}.frequency.hourly-in-sandbox`,
    (seen, { environment }) =>
      environment === 'sandbox' && frequencyIn(seen.sent) === 'HOURLY' && isSuccess(seen),
    (seen) => expectEqual(frequencyIn(seen.body), 'HOURLY', 'the frequency', seen),
  ),
  refused(
    `${area}.frequency.no-hourly-in-production`,
    ({ sent }, { environment }) => environment === 'production' && frequencyIn(sent) === 'HOURLY',
  ),
];

const statedFields = ['user_id', 'created_at', ...userFields];

/** Fails unless both show the same stated fields, those apart that were sent; null is as good as nothing. */
function expectSameUser(shown: JsonFields, known: JsonFields, sent: object, what: string, seen: Seen): void {
  for (const name of statedFields) {
    const here = shown[name] ?? undefined;
    const before = known[name] ?? undefined;
    if (name in sent || here === before || showsValue(name, here, before)) continue;
    expectEqual(here, before, `${what}: ${name}`, seen);
  }
}

const before = (seen: Seen, picture: Picture): JsonFields | undefined =>
  picture.settled(`${seen.path['user_id']}`, seen);

/** Users of a page whose latest state is known. */
const comparable = (seen: Seen, picture: Picture) =>
  itemsOf('users', seen).flatMap((user) => {
    const known = picture.settled(`${user['user_id']}`, seen);
    return known ? [{ user, known }] : [];
  });
const hasComparable = (seen: Seen, picture: Picture): boolean =>
  isSuccess(seen) && itemsOf('users', seen).some((user) => picture.settled(`${user['user_id']}`, seen));

const nulled = ({ sent }: Seen): string[] => userFields.filter((field) => fieldsOf(sent)[field] === null);

const updateRules: readonly Rule[] = [
  rule('users.patch.sets', sets(userFields), (seen) => {
    const user = fieldsOf(expectSuccess(seen, 200));
    expectEqual(user['user_id'], seen.path['user_id'], 'user_id', seen);
    const { post_codes, ...rest } = values(seen, userFields);
    // What an empty list does is open.
    const isEmpty = Array.isArray(post_codes) && post_codes.length === 0;
    expectValues(user, post_codes === undefined || isEmpty ? rest : { ...rest, post_codes }, seen);
  }),
  rule(
    'users.patch.null-unsets',
    (seen) => isSuccess(seen) && nulled(seen).length > 0,
    (seen) => {
      for (const field of nulled(seen)) {
        const shown = fieldsOf(seen.body)[field];
        expectValue(shown == null, `${field} to be absent or null`, shown, seen);
      }
    },
  ),
  alone(
    'users.patch.keeps-omitted',
    (seen, picture) => isSuccess(seen) && before(seen, picture) !== undefined,
    (seen, picture) => {
      const known = before(seen, picture) ?? {};
      expectSameUser(fieldsOf(seen.body), known, fieldsOf(seen.sent), 'what was not sent', seen);
    },
  ),
  refused('users.patch.ill-typed', ({ sent }) => illTypedFields(sent, userKinds).length > 0),
  rule(
    'users.patch.unknown',
    (seen, picture) => (isSuccess(seen) || seen.status === 404) && picture.isGone(seen.path['user_id'], seen),
    (seen) => expectRefusal(seen, { status: 404 }),
  ),
  ...frequencyRules('users'),
];

const usersIn = (seen: Seen): JsonFields[] => [fieldsOf(seen.body), ...itemsOf('users', seen)];

const userRules: readonly Rule[] = [
  rule('users.shape.types', isSuccess, (seen) =>
    expectShape(seen, (place) => !place.startsWith('pagination')),
  ),
  rule(
    'users.patch.no-empty-post-codes',
    (seen) => isSuccess(seen) && usersIn(seen).some(({ post_codes }) => post_codes),
    (seen) => {
      for (const { post_codes } of usersIn(seen))
        expectThat(!Array.isArray(post_codes) || post_codes.length > 0, 'one or more post codes', '[]', seen);
    },
  ),
];

const userListRules: readonly Rule[] = [
  alone('users.patch.persists', hasComparable, (seen, picture) => {
    for (const { user, known } of comparable(seen, picture))
      expectSameUser(user, known, {}, `the user ${user['user_id']}`, seen);
  }),
  rule('users.shape.created-at', hasComparable, (seen, picture) => {
    const time = ({ created_at }: JsonFields): number => Date.parse(`${created_at}`);
    for (const { user, known } of comparable(seen, picture))
      if (user['created_at'] !== known['created_at'])
        expectEqual(time(user), time(known), 'created_at', seen);
  }),
];

const isSettled = (seen: Seen, picture: Picture): boolean =>
  isSuccess(seen) && picture.settled('configuration', seen) !== undefined;

/** Fails unless these settings are as the configuration showed them last. */
function expectSettled(seen: Seen, picture: Picture, fields: readonly string[], what: string): void {
  const expected = settingsOf(picture.settled('configuration', seen) ?? {}, fields);
  expectEqual(settingsOf(fieldsOf(seen.body), fields), expected, what, seen);
}

const configurationRules: readonly Rule[] = [
  rule('configuration.patch.sets', sets(configurationFields), (seen) => {
    expectSuccess(seen, 200);
    const sent = values(seen, configurationFields);
    expectEqual(settingsOf(fieldsOf(seen.body), Object.keys(sent)), settingsOf(sent), 'what was sent', seen);
  }),
  alone('configuration.patch.keeps-omitted', isSettled, (seen, picture) => {
    const rest = configurationFields.filter((name) => !(name in fieldsOf(seen.sent)));
    expectSettled(seen, picture, rest, 'what was not sent');
  }),
  refused('configuration.patch.ill-typed', ({ sent }) => illTypedFields(sent, configurationKinds).length > 0),
  ...frequencyRules('configuration'),
];

/** The clauses about users and about the client's configuration. */
export const settingRules = [
  ...on('updateUser', ...updateRules),
  ...on(['updateUser', 'listUsers'], ...userRules),
  ...on('listUsers', ...userListRules),
  ...on('updateConfiguration', ...configurationRules),
  ...on(
    ['getConfiguration', 'updateConfiguration'],
    rule('configuration.shape.types', isSuccess, (seen) => {
      expectSuccess(seen, 200);
      expectShape(seen);
    }),
  ),
  ...on(
    'getConfiguration',
    alone('configuration.patch.persists', isSettled, (seen, picture) =>
      expectSettled(seen, picture, configurationFields, 'the configuration'),
    ),
  ),
];
