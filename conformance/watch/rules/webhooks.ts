import { expectEqual, expectNone, expectShape, expectSuccess, expectThat } from '../../expect.ts';
import {
  expectFiveFields,
  expectKeptBack,
  expectNoKey,
  expectWebhookEcho,
  isWrongKey,
} from '../../predicates/webhooks.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../../target/read-json.ts';
import type { Seen } from '../passed.ts';
import type { Picture } from '../picture.ts';
import { alone, on, type Rule, rule } from '../rule.ts';
import { isRefusal, isSuccess } from '../statuses.ts';
import { missingNamed } from './payroll.ts';
import { refused } from './settings.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const sentOf = ({ sent }: Seen): JsonFields => fieldsOf(sent);
const isDeclared = (seen: Seen): boolean => isSuccess(seen) && Object.keys(sentOf(seen)).length > 0;

/** The webhooks of a list, whatever its shape. */
const listed = ({ body }: Seen): readonly JsonFields[] =>
  objectsIn(Array.isArray(body) ? body : fieldsOf(body)['webhooks']);

/** Whether a list may hold more than it shows. */
const isWhole = (seen: Seen): boolean => {
  const { count, total_count } = fieldsOf(fieldsOf(seen.body)['pagination']);
  return isSuccess(seen) && (total_count === undefined || Number(total_count) <= Number(count));
};

const ownSubscriptions = ({ subscriptions }: Picture, seen: Seen) =>
  [...subscriptions.values()].filter(({ at, apiKey }) => at <= seen.begun && apiKey === seen.apiKey);

/** A value of another JSON type than the field has; null may stand for nothing. */
function isIllTyped({ name, events, url, signing_secret, encryption_key, config }: JsonFields): boolean {
  const flag = fieldsOf(config)['include_payload'];
  return (
    [name, url, signing_secret, encryption_key].some((value) => value != null && !isText(value)) ||
    (events != null && !(Array.isArray(events) && events.every(isText))) ||
    (config != null && (typeof config !== 'object' || Array.isArray(config))) ||
    (flag != null && typeof flag !== 'boolean' && !/^(true|false)?$/i.test(String(flag)))
  );
}

const creationRules: readonly Rule[] = [
  rule('webhooks.create.answer', isSuccess, (seen) => {
    expectSuccess(seen, 201);
    expectShape(seen, (place) => place === '' || place === 'webhook_id' || place === 'created_at');
  }),
  rule('webhooks.create.echo', isDeclared, (seen) => expectWebhookEcho(sentOf(seen), seen)),
  rule('webhooks.create.keeps-to-itself', isDeclared, (seen) => {
    const secrets = [sentOf(seen)['signing_secret'], sentOf(seen)['encryption_key']].filter(isText);
    expectKeptBack(
      secrets.filter((one) => one.length >= 8),
      seen,
    );
  }),
  rule('webhooks.create.five-fields-only', isSuccess, expectFiveFields),
  rule('webhooks.create.each-kind', (seen) => isDeclared(seen) && Array.isArray(sentOf(seen)['events'])),
  rule('webhooks.create.secrets-optional', isDeclared),
  alone(
    'webhooks.create.name-unique',
    (seen, picture) =>
      (isSuccess(seen) || [400, 409, 422].includes(seen.status)) &&
      ownSubscriptions(picture, seen).some(({ name }) => name === sentOf(seen)['name']),
    (seen) => expectThat(isRefusal(seen), 'a refusal of a name that is taken', `${seen.status}`, seen),
  ),
  refused('webhooks.create.key-of-32-bytes', (seen) => {
    const key = sentOf(seen)['encryption_key'];
    return isText(key) && key !== '' && isWrongKey(key);
  }),
  missingNamed('webhooks.create.missing-field-named', 'name', 'events', 'url'),
  refused('webhooks.create.ill-typed', (seen) => isIllTyped(sentOf(seen))),
];

const listRules: readonly Rule[] = [
  alone(
    'webhooks.list.current',
    (seen, picture) => isWhole(seen) && ownSubscriptions(picture, seen).length > 0,
    (seen, picture) => {
      const ids = listed(seen).map(({ webhook_id }) => webhook_id);
      for (const { webhookId } of ownSubscriptions(picture, seen)) {
        const times = ids.filter((id) => id === webhookId).length;
        if (times !== 1 && !picture.isLeaving(webhookId, seen))
          expectEqual(times, 1, `how often ${webhookId} is listed`, seen);
      }
    },
  ),
  rule(
    'webhooks.list.no-encryption-key',
    (seen, { secrets }) => isSuccess(seen) && [...secrets.values()].includes('key'),
    (seen, { secrets }) => {
      for (const [key, kind] of secrets) if (kind === 'key') expectNoKey(key, seen);
      const shown = listed(seen).some(({ encryption_key }) => encryption_key != null);
      expectThat(!shown, 'a list without encryption keys', 'one with the field', seen);
    },
  ),
  rule(
    'webhooks.delete.removes',
    (seen) => isSuccess(seen) && listed(seen).length > 0,
    (seen, picture) => {
      const ids = listed(seen).map(({ webhook_id }) => webhook_id);
      expectNone(
        ids.filter((id) => picture.isGone(id, seen)),
        'the deleted webhooks in the list',
        seen,
      );
    },
  ),
];

/** The clauses about webhook subscriptions. */
export const webhookRules = [...on('createWebhook', ...creationRules), ...on('listWebhooks', ...listRules)];
