import { expect, test } from 'vitest';
import { forgeries } from './forgeries.ts';
import { loadVectors, type Vector } from './vectors.ts';
import { agreementWith } from './webhooks/agreement.ts';
import { decrypt, open, seal, sign, verify, WebhookVerificationError } from './webhooks/index.ts';

const { accepted, refused } = loadVectors();
const given = <T>(value: T | null): T | undefined => value ?? undefined;
const headersOf = ({ signature, iv }: Pick<Vector, 'signature' | 'iv'>) => ({
  'x-svc-signature': given(signature),
  'x-svc-encryption-iv': given(iv),
});

test('all four combinations are there, with vectors of 8, 12 and 16 bytes', () => {
  const combinations = accepted.map((one) => `${one.signing_secret !== null}/${one.encryption_key !== null}`);
  expect(new Set(combinations).size).toBe(4);
  const lengths = accepted.flatMap(({ iv }) => (iv === null ? [] : [Buffer.from(iv, 'base64').length]));
  expect(new Set(lengths)).toEqual(new Set([8, 12, 16]));
});

test.each(accepted)('the kit seals and opens: $name', (vector) => {
  const { plain_body, signing_secret, encryption_key, iv, cipher_text, signature, sent_body } = vector;
  const sealed = seal({
    body: plain_body,
    secret: given(signing_secret),
    key: given(encryption_key),
    iv: iv === null ? undefined : Buffer.from(iv, 'base64'),
  });
  expect(sealed.body).toBe(sent_body);
  expect(sent_body).toBe(cipher_text ?? plain_body);
  expect(sealed.headers['X-Svc-Signature']).toBe(given(signature));
  expect(sealed.headers['X-Svc-Encryption-IV']).toBe(given(iv));
  if (signing_secret !== null) {
    expect(sign(sent_body, signing_secret)).toBe(signature);
    expect(verify(sent_body, signature, signing_secret)).toBe(true);
  }
  if (encryption_key !== null) expect(decrypt(sent_body, iv!, encryption_key).toString()).toBe(plain_body);
});

test('every forgery is among them, under every protection that it is about', () => {
  expect(new Set(refused.map(({ clause }) => clause))).toEqual(
    new Set(forgeries.map(({ clause }) => clause)),
  );
  expect(new Set(refused.map(({ name }) => name)).size).toBe(refused.length);
});

test.each(refused)('the kit refuses $name: $reason', (vector) => {
  const act = () =>
    open({
      rawBody: vector.sent_body,
      headers: headersOf(vector),
      ...agreementWith({ secret: given(vector.signing_secret), key: given(vector.encryption_key) }),
    });
  expect(act).toThrow(
    expect.objectContaining({ name: WebhookVerificationError.name, reason: vector.reason }),
  );
});
