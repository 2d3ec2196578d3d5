import { decodeBase64 } from '../../spec/webhooks/seal.ts';
import { expectEqual, expectShape, expectSuccess, expectThat } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn } from '../target/read-json.ts';
import type { Laws } from './law.ts';

/** The webhooks of a list, whatever its shape. */
export const webhooksIn = ({ body }: ServiceResponse): readonly JsonFields[] =>
  objectsIn(Array.isArray(body) ? body : fieldsOf(body)['webhooks']);

const sorted = (list: unknown): unknown => (Array.isArray(list) ? [...list].sort() : list);

/** The texts that are long enough not to stand in an answer by chance. */
const secretsOf = (...values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string').filter(({ length }) => length >= 8);

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
  return decodeBase64(usual.padEnd(Math.ceil(usual.length / 4) * 4, '='))?.length !== 32;
}

/** Fails the clause when an answer shows one of these signing secrets, or the one that it was sent. */
export function expectNoSecret(answer: ServiceResponse, known: readonly string[] = []): boolean {
  const secrets = [...secretsOf(fieldsOf(answer.sent)['signing_secret']), ...known];
  const isShown = secrets.some((secret) => answer.text.includes(secret));
  expectThat(!isShown, 'no answer with a secret', answer.text, answer);
  return secrets.length > 0;
}

const isDeclared = ({ sent }: ServiceResponse): boolean => Object.keys(fieldsOf(sent)).length > 0;

export const webhookLaws = {
  'webhooks.create.answer': (answer) => {
    expectSuccess(answer, 201);
    expectShape(answer, (place) => place === '' || place === 'webhook_id' || place === 'created_at');
  },
  'webhooks.create.echo': (answer) => {
    const shown = fieldsOf(answer.body);
    const { name = shown['name'], events = shown['events'], url = shown['url'] } = fieldsOf(answer.sent);
    expectEqual(shown['name'], name, 'the name', answer);
    expectEqual(sorted(shown['events']), sorted(events), 'the events', answer);
    expectEqual(shown['url'], url, 'the URL', answer);
    return isDeclared(answer);
  },
  // What is to be kept back is shown neither by its name nor by its value.
  'webhooks.create.keeps-to-itself': (answer) => {
    if (!isDeclared(answer)) return false;
    const { signing_secret, encryption_key } = fieldsOf(answer.sent);
    const shown = Object.keys(fieldsOf(answer.body));
    const names = shown.filter((name) => ['signing_secret', 'encryption_key', 'config'].includes(name));
    expectEqual(names, [], 'the fields that are to be kept back', answer);
    const told = secretsOf(signing_secret, encryption_key).filter((secret) => answer.text.includes(secret));
    expectEqual(told, [], 'the secrets that the answer tells', answer);
    return true;
  },
  'webhooks.create.five-fields-only': (answer) => {
    const shown = Object.keys(fieldsOf(answer.body)).sort();
    expectEqual(shown, ['created_at', 'events', 'name', 'url', 'webhook_id'], 'the fields', answer);
  },
} as const satisfies Laws;
