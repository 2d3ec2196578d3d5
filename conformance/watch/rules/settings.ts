import type { ClauseId } from '../../../spec/clauses.ts';
import { expectEqual, expectNone, expectShape } from '../../judgement/expect.ts';
import { itemsOf } from '../../predicates/pages.ts';
import {
  configurationFields,
  expectFrequency,
  frequencyIn,
  settingsOf,
  showsValue,
  userFields,
} from '../../predicates/settings.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import { showsAll } from '../memory/lists.ts';
import { isInvalid, type Seen } from '../memory/passed.ts';
import type { Picture } from '../memory/picture.ts';
import { aloneOnSuccess, onSuccess, type Rule, refused, rule, saidIn, says } from '../memory/rule.ts';

/** A frequency that is taken; a refusal of a request that sends nothing else is about it, unless it speaks of another field. */
const taken = (clause: ClauseId, isMeant: (word: unknown, picture: Picture) => boolean): Rule =>
  rule(clause, (seen, picture) => {
    const isOfNone = (text: string): boolean => !/check|able|switch|_/i.test(text);
    const isAlone =
      isInvalid(seen) &&
      Object.keys(fieldsOf(seen.sent)).length === 1 &&
      (says(seen, 'frequency') || saidIn(seen).every(isOfNone));
    return (isSuccess(seen) || isAlone) && isMeant(frequencyIn(seen.sent), picture) && expectFrequency(seen);
  });

/** The clauses about the frequency of checks, of a user and of the client alike. */
const frequencyRules = (area: 'users' | 'configuration'): Rule[] => [
  refused(`${area}.frequency.no-others`, ({ sent }) => {
    const word = frequencyIn(sent);
    return typeof word === 'string' && !['HOURLY', 'WEEKLY', 'MONTHLY'].includes(word);
  }),
  taken(`${area}.frequency.hourly-in-sandbox`, (word, { environment }) => {
    return environment === 'sandbox' && word === 'HOURLY';
  }),
  taken(`${area}.patch.sets`, (word) => word === 'WEEKLY' || word === 'MONTHLY'),
  refused(`${area}.frequency.no-hourly-in-production`, ({ sent }, { environment }) => {
    return environment === 'production' && frequencyIn(sent) === 'HOURLY';
  }),
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

type Compared = { user: JsonFields; known: JsonFields; isRefused: boolean };

/** By the answer that shows them: three rules look at the same users. */
const compared = new WeakMap<Seen, Compared[]>();

/** Users of a page whose latest state is known, or was when an update was refused. */
function comparable(seen: Seen, { records }: Picture, isRefused = false): Compared[] {
  const found =
    compared.get(seen) ??
    itemsOf('users', seen).flatMap((user) => {
      const latest = records.latest(user['user_id'], seen);
      return latest ? [{ user, known: latest.fields, isRefused: latest.isRefused }] : [];
    });
  compared.set(seen, found);
  return found.filter((one) => one.isRefused === isRefused);
}

/** Whether these settings are known; fails unless they are as the configuration showed them last. */
function areSettled(
  seen: Seen,
  picture: Picture,
  fields: readonly string[],
  what: string,
  isRefused = false,
) {
  const known = picture.records.settled('configuration', seen, isRefused);
  if (!known) return false;
  expectEqual(settingsOf(fieldsOf(seen.body), fields), settingsOf(known, fields), what, seen);
  return true;
}

export const settingRules: readonly Rule[] = [
  aloneOnSuccess('users.patch.keeps-omitted', (seen, { records }) => {
    const known = records.settled(seen.path['user_id'], seen);
    if (known === undefined) return false;
    return expectSameUser(fieldsOf(seen.body), known, fieldsOf(seen.sent), 'what was not sent', seen);
  }),
  ...frequencyRules('users'),
  onSuccess('users.shape.types', (seen) => expectShape(seen, (place) => !place.startsWith('pagination'))),
  // An update shows no list, so these two say something of lists alone.
  aloneOnSuccess('users.patch.persists', (seen, picture) => {
    const users = comparable(seen, picture);
    for (const { user, known } of users) expectSameUser(user, known, {}, `the user ${user['user_id']}`, seen);
    return users.length > 0;
  }),
  aloneOnSuccess(['users.delete.leaves-others', 'listUsers'], (seen, picture) => {
    const before = showsAll('users', seen) ? picture.lists.usersBefore(seen) : [];
    const here = new Set(itemsOf('users', seen).map(({ user_id }) => user_id));
    const lost = before.filter((id) => !here.has(id) && !picture.records.wasDeleted(id, seen));
    return before.length > 0 && expectNone(lost, 'the users who are missing from the list', seen);
  }),
  aloneOnSuccess(['errors.refused.changes-nothing', 'getConfiguration', 'listUsers'], (seen, picture) => {
    const what = 'what an update that was refused left as it was';
    if (seen.operation === 'getConfiguration')
      return areSettled(seen, picture, configurationFields, what, true);
    const users = comparable(seen, picture, true);
    for (const { user, known } of users) expectSameUser(user, known, {}, what, seen);
    return users.length > 0;
  }),
  onSuccess('users.shape.created-at', (seen, picture) => {
    const time = ({ created_at }: JsonFields): number => Date.parse(`${created_at}`);
    const users = comparable(seen, picture);
    for (const { user, known } of users)
      if (user['created_at'] !== known['created_at'])
        expectEqual(time(user), time(known), 'created_at', seen);
    return users.length > 0;
  }),
  aloneOnSuccess(['configuration.patch.keeps-omitted', 'updateConfiguration'], (seen, picture) => {
    const rest = configurationFields.filter((name) => !Object.hasOwn(fieldsOf(seen.sent), name));
    return areSettled(seen, picture, rest, 'what was not sent');
  }),
  ...frequencyRules('configuration'),
  aloneOnSuccess(['configuration.patch.persists', 'getConfiguration'], (seen, picture) =>
    areSettled(seen, picture, configurationFields, 'the configuration'),
  ),
];
