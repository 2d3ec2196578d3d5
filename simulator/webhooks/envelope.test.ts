import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Points } from '../../spec/profile.ts';
import { loadVectors } from '../../spec/vectors.ts';
import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { deliveryOf, open } from '../../spec/webhooks/index.ts';
import { lowerCaseNames } from './delivery.ts';
import { seal } from './message.ts';
import { sampleDelivery, samplePoints } from './testing/samples.ts';

const points = samplePoints();
const { message } = sampleDelivery().delivery;
const key = Buffer.alloc(32, 1).toString('base64');
const zeros = (bytes: number) => new Uint8Array(bytes);
const context = { delivery_id: 'd', attempt: 3, iv: zeros, points };

test.each(loadVectors().accepted)('the published vectors are sent as they stand: $name', (vector) => {
  const { headers, body } = seal(vector.plain_body, vector, {
    ...context,
    iv: () => Buffer.from(vector.iv!, 'base64'),
  });
  expect(body).toBe(vector.sent_body);
  expect(headers['X-Svc-Signature'] ?? null).toBe(vector.signature);
  expect(headers['X-Svc-Encryption-IV'] ?? null).toBe(vector.iv);
});

test('delivery id and attempt number travel in headers of our own', () => {
  expect(deliveryOf(seal(message, {}, context).headers)).toEqual({ id: 'd', attempt: 3 });
});

test('the content type and vector length of encrypted bodies are as the profile says', () => {
  const sealed = (given: Partial<Points>) =>
    seal(message, { encryption_key: key }, { ...context, points: samplePoints(given) });
  expect(sealed({}).headers).toMatchObject({
    'Content-Type': 'text/plain',
    'X-Svc-Encryption-IV': 'AAAAAAAAAAAAAAAA',
  });
  const other = sealed({
    'webhooks.encryption.iv-bytes': 16,
    'webhooks.encryption.content-type': 'application/json',
  });
  expect(other.headers['Content-Type']).toBe('application/json');
  expect(Buffer.from(other.headers['X-Svc-Encryption-IV']!, 'base64')).toHaveLength(16);
  expect(seal(message, {}, context).headers['Content-Type']).toBe('application/json');
});

test('the vendor word is in the header names', () => {
  const { headers } = seal(
    message,
    { signing_secret: 's', encryption_key: key },
    { ...context, vendor: 'acme' },
  );
  expect(Object.keys(lowerCaseNames(headers))).toEqual(
    expect.arrayContaining([
      'x-acme-signature',
      'x-acme-encryption-iv',
      'x-payrig-delivery',
      'x-payrig-attempt',
    ]),
  );
});

test('neither secret nor key is anywhere in what is sent', () => {
  const [secret, other] = [
    'the-signing-secret',
    Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
  ];
  const text = JSON.stringify(seal(message, { signing_secret: secret, encryption_key: other }, context));
  expect(text).not.toContain(secret);
  expect(text).not.toContain(other);
});

test('any message opens under what its subscription agreed on, and its length is in bytes', () => {
  const secrets = fc.option(fc.string({ unit: 'binary', minLength: 1 }), { nil: undefined });
  const keys = fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      secrets,
      keys,
      fc.constantFrom(12, 16),
      (user_id, secret, bytes, ivBytes) => {
        const encryption_key = bytes && Buffer.from(bytes).toString('base64');
        const own = { ...JSON.parse(message), user_id };
        const sealed = seal(
          JSON.stringify(own),
          { signing_secret: secret, encryption_key },
          { ...context, points: { ...points, 'webhooks.encryption.iv-bytes': ivBytes } },
        );
        expect(Number(sealed.headers['Content-Length'])).toBe(Buffer.from(sealed.body).length);
        expect(
          open({
            rawBody: sealed.body,
            headers: sealed.headers,
            ...agreementWith({ secret, key: encryption_key }),
          }),
        ).toEqual(own);
      },
    ),
  );
});
