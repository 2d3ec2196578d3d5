import { expectEqual, expectShape, expectSuccess, expectThat } from '../../expect.ts';
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
import { on, type Rule } from '../rule.ts';
import { isRefusal, isSuccess } from '../statuses.ts';
import { says } from './payroll.ts';
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
  const texts = [name, url, signing_secret, encryption_key].some((value) => value != null && !isText(value));
  const kinds = events != null && !(Array.isArray(events) && events.every(isText));
  const options = config != null && (typeof config !== 'object' || Array.isArray(config));
  const flag = fieldsOf(config)['include_payload'];
  return (
    texts ||
    kinds ||
    options ||
    (flag != null && !['boolean', 'string'].includes(typeof flag)) ||
    flag === 'perhaps'
  );
}

const creationRules: readonly Rule[] = [
  {
    clause: 'webhooks.create.answer',
    when: isSuccess,
    expect: (seen) => {
      expectSuccess(seen, 201);
      expectShape(seen, (place) => place === '' || place === 'webhook_id' || place === 'created_at');
    },
  },
  {
    clause: 'webhooks.create.echo',
    when: isDeclared,
    expect: (seen) => expectWebhookEcho(sentOf(seen), seen),
  },
  {
    clause: 'webhooks.create.keeps-to-itself',
    when: isDeclared,
    expect: (seen) => {
      const { signing_secret, encryption_key } = sentOf(seen);
      expectKeptBack(
        [signing_secret, encryption_key].filter(isText).filter((one) => one.length >= 8),
        seen,
      );
    },
  },
  { clause: 'webhooks.create.five-fields-only', when: isSuccess, expect: expectFiveFields },
  {
    clause: 'webhooks.create.each-kind',
    when: (seen) => isDeclared(seen) && Array.isArray(sentOf(seen)['events']),
  },
  { clause: 'webhooks.create.secrets-optional', when: isDeclared },
  {
    clause: 'webhooks.create.name-unique',
    alone: true,
    when: (seen, picture) =>
      (isSuccess(seen) || [400, 409, 422].includes(seen.status)) &&
      ownSubscriptions(picture, seen).some(({ name }) => name === sentOf(seen)['name']),
    expect: (seen) =>
      expectThat(isRefusal(seen), 'a refusal of a name that is taken', `${seen.status}`, seen),
  },
  refused('webhooks.create.key-of-32-bytes', (seen) => {
    const key = sentOf(seen)['encryption_key'];
    return isText(key) && key !== '' && isWrongKey(key);
  }),
  {
    clause: 'webhooks.create.missing-field-named',
    when: (seen) =>
      seen.status === 400 &&
      ['name', 'events', 'url'].some((field) => sentOf(seen)[field] === undefined && says(seen, field)),
  },
  refused('webhooks.create.ill-typed', (seen) => isIllTyped(sentOf(seen))),
];

const listRules: readonly Rule[] = [
  {
    clause: 'webhooks.list.current',
    alone: true,
    when: (seen, picture) => isWhole(seen) && ownSubscriptions(picture, seen).length > 0,
    expect: (seen, picture) => {
      const ids = listed(seen).map(({ webhook_id }) => webhook_id);
      for (const { webhookId } of ownSubscriptions(picture, seen))
        if (!picture.isLeaving(webhookId, seen))
          expectEqual(
            ids.filter((id) => id === webhookId).length,
            1,
            `how often ${webhookId} is listed`,
            seen,
          );
    },
  },
  {
    clause: 'webhooks.list.no-encryption-key',
    when: (seen, { secrets }) => isSuccess(seen) && [...secrets.values()].includes('key'),
    expect: (seen, { secrets }) => {
      for (const [key, kind] of secrets) if (kind === 'key') expectNoKey(key, seen);
      const shown = listed(seen).some(({ encryption_key }) => encryption_key != null);
      expectThat(!shown, 'a list without encryption keys', 'one with the field', seen);
    },
  },
  {
    clause: 'webhooks.delete.removes',
    when: (seen) => isSuccess(seen) && listed(seen).length > 0,
    expect: (seen, picture) => {
      const gone = listed(seen).filter(({ webhook_id }) => picture.isGone(webhook_id, seen));
      expectEqual(
        gone.map(({ webhook_id }) => webhook_id),
        [],
        'the deleted webhooks in the list',
        seen,
      );
    },
  },
];

/** The clauses about webhook subscriptions. */
export const webhookRules = [...on('createWebhook', ...creationRules), ...on('listWebhooks', ...listRules)];
