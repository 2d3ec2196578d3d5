import { expectEqual, expectNone, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { paginationOf } from '../../predicates/pages.ts';
import { expectNoKey, isWrongKey, webhooksIn } from '../../predicates/webhooks.ts';
import { isRefusal, isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import type { Seen } from '../memory/passed.ts';
import { alone, aloneOnSuccess, onSuccess, type Rule, refused, says } from '../memory/rule.ts';

const sentOf = ({ sent }: Seen): JsonFields => fieldsOf(sent);

const idsOf = (seen: Seen): unknown[] => webhooksIn(seen).map(({ webhook_id }) => webhook_id);

/** Whether a list shows all that it holds. */
const isWhole = (seen: Seen): boolean => {
  const { count, total_count } = paginationOf(seen);
  return total_count === undefined || Number(total_count) <= Number(count);
};

export const webhookRules: readonly Rule[] = [
  onSuccess('webhooks.create.each-kind', (seen) => Array.isArray(sentOf(seen)['events'])),
  onSuccess('webhooks.create.secrets-optional', (seen) => Object.keys(sentOf(seen)).length > 0),
  alone('webhooks.create.name-unique', (seen, { subscriptions }) => {
    if (!isSuccess(seen) && ![400, 409, 422].includes(seen.status)) return false;
    const isTaken = subscriptions.of(seen).some(({ name }) => name === sentOf(seen)['name']);
    const expected = 'a refusal of a name that is taken';
    return isTaken && expectThat(isRefusal(seen), expected, `${seen.status}`, seen);
  }),
  onSuccess('races.webhooks.name-taken-once', (seen, { subscriptions }) => {
    const taken = subscriptions.of(seen, 'meanwhile').filter(({ name }) => name === sentOf(seen)['name']);
    const expected = 'one of two webhooks of the same name to be refused';
    return taken.length > 0 && expectThat(false, expected, 'both were taken', seen);
  }),
  alone(['webhooks.delete.no-trace', 'createWebhook'], (seen, { subscriptions }) => {
    const isFree = subscriptions.isFreed(sentOf(seen)['name'], seen);
    if (!isFree || (!isSuccess(seen) && !(isRefusal(seen) && says(seen, 'name')))) return false;
    return expectSuccess(seen, 201, 'for the name of a deleted webhook');
  }),
  refused('webhooks.create.key-of-32-bytes', (seen) => {
    const key = sentOf(seen)['encryption_key'];
    return typeof key === 'string' && key !== '' && isWrongKey(key);
  }),
  aloneOnSuccess(['webhooks.list.current', 'listWebhooks'], (seen, { subscriptions, writes }) => {
    const own = isWhole(seen) ? subscriptions.of(seen) : [];
    for (const { webhookId, at } of own) {
      const times = idsOf(seen).filter((id) => id === webhookId).length;
      if (times !== 1 && writes.isQuiet(webhookId, seen, at))
        expectEqual(times, 1, `how often ${webhookId} is listed`, seen);
    }
    return own.length > 0;
  }),
  onSuccess('webhooks.list.no-encryption-key', (seen, { subscriptions }) => {
    const keys = subscriptions.secrets('encryption_key');
    for (const key of keys) expectNoKey(key, seen);
    const shown = webhooksIn(seen).some(({ encryption_key }) => encryption_key != null);
    if (keys.length === 0) return false;
    return expectThat(!shown, 'a list without encryption keys', 'one with the field', seen);
  }),
  onSuccess(['webhooks.delete.removes', 'listWebhooks'], (seen, picture) => {
    const gone = idsOf(seen).filter((id) => picture.isGone(id, seen));
    return idsOf(seen).length > 0 && expectNone(gone, 'the deleted webhooks in the list', seen);
  }),
];
