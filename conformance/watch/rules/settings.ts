import { expectEqual, expectShape, expectSuccess, expectThat, expectValue } from '../../judgement/expect.ts';
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
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import type { Picture } from '../memory/picture.ts';
import { alone, on, onSuccess, type Rule, refused, rule } from '../memory/rule.ts';

/** The writable fields that an update sent with a value. */
const values = ({ sent }: Seen, fields: readonly string[]): JsonFields =>
  Object.fromEntries(
    Object.entries(fieldsOf(sent)).filter(([name, value]) => fields.includes(name) && value !== null),
  );

const frequencyIn = (body: unknown): unknown => fieldsOf(body)['recurring_check_frequency'];
const statedWords: readonly unknown[] = ['HOURLY', 'WEEKLY', 'MONTHLY'];

/** The clauses about the frequency of checks, of a user and of the client alike. */
const frequencyRules = (area: 'users' | 'configuration'): Rule[] => [
  refused(`${area}.frequency.no-others`, ({ sent }) => {
    const word = frequencyIn(sent);
    return typeof word === 'string' && !statedWords.includes(word);
  }),
  onSuccess(`${area}.frequency.hourly-in-sandbox`, (seen, { environment }) => {
    if (environment !== 'sandbox' || frequencyIn(seen.sent) !== 'HOURLY') return false;
    return expectEqual(frequencyIn(seen.body), 'HOURLY', 'the frequency', seen);
  }),
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
    if (here === before || Object.hasOwn(sent, name) || showsValue(name, here, before)) continue;
    expectEqual(here, before, `${what}: ${name}`, seen);
  }
}

/** Users of a page whose latest state is known. */
const comparable = (seen: Seen, picture: Picture) =>
  (isSuccess(seen) ? itemsOf('users', seen) : []).flatMap((user) => {
    const known = picture.settled(`${user['user_id']}`, seen);
    return known ? [{ user, known }] : [];
  });

/** Whether these settings are known; fails unless they are as the configuration showed them last. */
function areSettled(seen: Seen, picture: Picture, fields: readonly string[], what: string): boolean {
  const known = picture.settled('configuration', seen);
  if (!isSuccess(seen) || !known) return false;
  expectEqual(settingsOf(fieldsOf(seen.body), fields), settingsOf(known, fields), what, seen);
  return true;
}

/** The clauses about users and about the client's configuration. */
export const settingRules: readonly Rule[] = [
  onSuccess('users.patch.sets', (seen) => {
    const sent = values(seen, userFields);
    if (Object.keys(sent).length === 0) return false;
    const user = fieldsOf(expectSuccess(seen, 200));
    expectEqual(user['user_id'], seen.path['user_id'], 'user_id', seen);
    const { post_codes, ...rest } = sent;
    // What an empty list does is open.
    const isEmpty = Array.isArray(post_codes) && post_codes.length === 0;
    return expectValues(user, isEmpty ? rest : sent, seen);
  }),
  onSuccess('users.patch.null-unsets', (seen) => {
    const nulled = userFields.filter((field) => fieldsOf(seen.sent)[field] === null);
    for (const field of nulled) {
      const shown = fieldsOf(seen.body)[field];
      expectValue(shown == null, `${field} to be absent or null`, shown, seen);
    }
    return nulled.length > 0;
  }),
  alone('users.patch.keeps-omitted', (seen, picture) => {
    const known = picture.settled(`${seen.path['user_id']}`, seen);
    if (!isSuccess(seen) || !known) return false;
    return expectSameUser(fieldsOf(seen.body), known, fieldsOf(seen.sent), 'what was not sent', seen);
  }),
  refused('users.patch.ill-typed', ({ sent }) => illTypedFields(sent, userKinds).length > 0),
  ...frequencyRules('users'),
  onSuccess('users.shape.types', (seen) => expectShape(seen, (place) => !place.startsWith('pagination'))),
  on(
    ['updateUser', 'listUsers'],
    onSuccess('users.patch.no-empty-post-codes', (seen) => {
      const lists = [fieldsOf(seen.body), ...itemsOf('users', seen)].map(({ post_codes }) => post_codes);
      const isEmpty = lists.some((list) => Array.isArray(list) && list.length === 0);
      return lists.some(Boolean) && expectThat(!isEmpty, 'one or more post codes', '[]', seen);
    }),
  ),
  // An update shows no list, so these two say something of lists alone.
  alone('users.patch.persists', (seen, picture) => {
    const users = comparable(seen, picture);
    for (const { user, known } of users) expectSameUser(user, known, {}, `the user ${user['user_id']}`, seen);
    return users.length > 0;
  }),
  rule('users.shape.created-at', (seen, picture) => {
    const time = ({ created_at }: JsonFields): number => Date.parse(`${created_at}`);
    const users = comparable(seen, picture);
    for (const { user, known } of users)
      if (user['created_at'] !== known['created_at'])
        expectEqual(time(user), time(known), 'created_at', seen);
    return users.length > 0;
  }),
  onSuccess('configuration.patch.sets', (seen) => {
    const sent = values(seen, configurationFields);
    if (Object.keys(sent).length === 0) return false;
    expectSuccess(seen, 200);
    return expectEqual(
      settingsOf(fieldsOf(seen.body), Object.keys(sent)),
      settingsOf(sent),
      'what was sent',
      seen,
    );
  }),
  on(
    'updateConfiguration',
    alone('configuration.patch.keeps-omitted', (seen, picture) => {
      const rest = configurationFields.filter((name) => !Object.hasOwn(fieldsOf(seen.sent), name));
      return areSettled(seen, picture, rest, 'what was not sent');
    }),
  ),
  refused('configuration.patch.ill-typed', ({ sent }) => illTypedFields(sent, configurationKinds).length > 0),
  ...frequencyRules('configuration'),
  onSuccess('configuration.shape.types', (seen) => {
    expectSuccess(seen, 200);
    expectShape(seen);
  }),
  on(
    'getConfiguration',
    alone('configuration.patch.persists', (seen, picture) =>
      areSettled(seen, picture, configurationFields, 'the configuration'),
    ),
  ),
];
