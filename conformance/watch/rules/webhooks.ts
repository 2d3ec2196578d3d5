import { expectEqual, expectNone, expectShape, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { paginationOf } from '../../predicates/pages.ts';
import {
  expectFiveFields,
  expectKeptBack,
  expectNoKey,
  expectWebhookEcho,
  isWrongKey,
} from '../../predicates/webhooks.ts';
import { isRefusal, isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import { alone, missingNamed, on, onSuccess, type Rule, refused, rule, webhooksIn } from '../memory/rule.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const sentOf = ({ sent }: Seen): JsonFields => fieldsOf(sent);
const isDeclared = (seen: Seen): boolean => isSuccess(seen) && Object.keys(sentOf(seen)).length > 0;

const idsOf = (seen: Seen): unknown[] => webhooksIn(seen).map(({ webhook_id }) => webhook_id);

/** Whether a list shows all that it holds. */
const isWhole = (seen: Seen): boolean => {
  const { count, total_count } = paginationOf(seen);
  return isSuccess(seen) && (total_count === undefined || Number(total_count) <= Number(count));
};

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

/** The clauses about webhook subscriptions. */
export const webhookRules: readonly Rule[] = [
  onSuccess('webhooks.create.answer', (seen) => {
    expectSuccess(seen, 201);
    expectShape(seen, (place) => place === '' || place === 'webhook_id' || place === 'created_at');
  }),
  rule('webhooks.create.echo', (seen) => isDeclared(seen) && expectWebhookEcho(sentOf(seen), seen)),
  rule('webhooks.create.keeps-to-itself', (seen) => {
    const { signing_secret, encryption_key } = sentOf(seen);
    const secrets = [signing_secret, encryption_key].filter(isText).filter((one) => one.length >= 8);
    return isDeclared(seen) && expectKeptBack(secrets, seen);
  }),
  onSuccess('webhooks.create.five-fields-only', expectFiveFields),
  rule('webhooks.create.each-kind', (seen) => isDeclared(seen) && Array.isArray(sentOf(seen)['events'])),
  rule('webhooks.create.secrets-optional', isDeclared),
  alone('webhooks.create.name-unique', (seen, picture) => {
    if (!isSuccess(seen) && ![400, 409, 422].includes(seen.status)) return false;
    const isTaken = picture.subscriptionsOf(seen).some(({ name }) => name === sentOf(seen)['name']);
    const expected = 'a refusal of a name that is taken';
    return isTaken && expectThat(isRefusal(seen), expected, `${seen.status}`, seen);
  }),
  refused('webhooks.create.key-of-32-bytes', (seen) => {
    const key = sentOf(seen)['encryption_key'];
    return isText(key) && key !== '' && isWrongKey(key);
  }),
  missingNamed('webhooks.create.missing-field-named', 'name', 'events', 'url'),
  refused('webhooks.create.ill-typed', (seen) => isIllTyped(sentOf(seen))),
  on(
    'listWebhooks',
    alone('webhooks.list.current', (seen, picture) => {
      const subscriptions = isWhole(seen) ? picture.subscriptionsOf(seen) : [];
      const ids = idsOf(seen);
      for (const { webhookId, at } of subscriptions) {
        const times = ids.filter((id) => id === webhookId).length;
        if (times !== 1 && !picture.isLeaving(webhookId, seen, at))
          expectEqual(times, 1, `how often ${webhookId} is listed`, seen);
      }
      return subscriptions.length > 0;
    }),
  ),
  onSuccess('webhooks.list.no-encryption-key', (seen, { secrets }) => {
    const keys = [...secrets].filter(([, kind]) => kind === 'key');
    for (const [key] of keys) expectNoKey(key, seen);
    const shown = webhooksIn(seen).some(({ encryption_key }) => encryption_key != null);
    return (
      keys.length > 0 && expectThat(!shown, 'a list without encryption keys', 'one with the field', seen)
    );
  }),
  on(
    'listWebhooks',
    onSuccess('webhooks.delete.removes', (seen, picture) => {
      const gone = idsOf(seen).filter((id) => picture.isGone(id, seen));
      return idsOf(seen).length > 0 && expectNone(gone, 'the deleted webhooks in the list', seen);
    }),
  ),
];
