import { decodeBase64 } from '../../spec/webhooks/seal.ts';
import { expectEqual, expectThat } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../target/read-json.ts';

const sorted = (list: unknown): unknown => (Array.isArray(list) ? [...list].sort() : list);

/** Fails the clause unless the answer repeats the name, the events and the URL that were sent. */
export function expectWebhookEcho(sent: JsonFields, answer: ServiceResponse): void {
  const shown = fieldsOf(answer.body);
  const { name = shown['name'], events = shown['events'], url = shown['url'] } = sent;
  expectEqual(shown['name'], name, 'the name', answer);
  expectEqual(sorted(shown['events']), sorted(events), 'the events', answer);
  expectEqual(shown['url'], url, 'the URL', answer);
}

/** Fails the clause when the answer to a new webhook shows what is to be kept back, by its name or its value. */
export function expectKeptBack(secrets: readonly string[], answer: ServiceResponse): void {
  const shown = Object.keys(fieldsOf(answer.body));
  const names = shown.filter((name) => ['signing_secret', 'encryption_key', 'config'].includes(name));
  expectEqual(names, [], 'the fields that are to be kept back', answer);
  const told = secrets.filter((secret) => answer.text.includes(secret));
  expectEqual(told, [], 'the secrets that the answer tells', answer);
}

export function expectFiveFields(answer: ServiceResponse): void {
  const shown = Object.keys(fieldsOf(answer.body)).sort();
  expectEqual(shown, ['created_at', 'events', 'name', 'url', 'webhook_id'], 'the fields', answer);
}

/** Fails the clause when the text shows the key: as it was sent, in another alphabet, or with escaped slashes. */
export function expectNoKey(key: string, answer: ServiceResponse): void {
  const text = answer.text.replaceAll('\\/', '/').toLowerCase();
  const bytes = Buffer.from(key, 'base64');
  const forms = [key, bytes.toString('base64url'), bytes.toString('hex')];
  const told = forms.find((form) => text.includes(form.toLowerCase()));
  expectThat(told === undefined, 'a list without encryption keys', `one with ${told}`, answer);
}

/** Whether a key is no Base64 of 32 bytes in any spelling that a deployment may take. */
export function isWrongKey(key: string): boolean {
  const usual = key
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  const bytes = decodeBase64(usual.padEnd(Math.ceil(usual.length / 4) * 4, '='));
  return bytes?.length !== 32;
}
