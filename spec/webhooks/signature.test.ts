import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sign, verify } from './seal.ts';
import { flippedAt } from './testing/flipped-bit.ts';

const anyBody = fc.uint8Array({ maxLength: 200 });
const anySecret = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });

test('a signature is 128 lower-case hexadecimal digits, and any body verifies under any secret', () => {
  fc.assert(
    fc.property(anyBody, anySecret, (body, secret) => {
      const signature = sign(body, secret);
      expect(signature).toMatch(/^[0-9a-f]{128}$/);
      expect(verify(body, signature, secret)).toBe(true);
    }),
  );
});

test('a flipped bit in the body is refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), anySecret, fc.nat(), (body, secret, bit) => {
      expect(verify(flippedAt(body, bit), sign(body, secret), secret)).toBe(false);
    }),
  );
});

test('a flipped bit in the signature is refused, letter case included', () => {
  fc.assert(
    fc.property(anyBody, anySecret, fc.nat(), (body, secret, bit) => {
      const signature = Buffer.from(flippedAt(Buffer.from(sign(body, secret)), bit)).toString('latin1');
      expect(verify(body, signature, secret)).toBe(false);
    }),
  );
  expect(verify('a', sign('a', 's').toUpperCase(), 's')).toBe(false);
});

test('another secret is refused', () => {
  fc.assert(
    fc.property(anyBody, anySecret, anySecret, (body, secret, other) => {
      // HMAC pads a short key with zero bytes, so keys that differ in trailing zeros alone are one key.
      fc.pre(secret.replace(/\0+$/, '') !== other.replace(/\0+$/, ''));
      expect(verify(body, sign(body, secret), other)).toBe(false);
    }),
  );
});

test('an absent, empty, short, long or non-ASCII signature is refused without an exception', () => {
  const whole = sign('body', 'secret');
  for (const signature of [
    undefined,
    null,
    '',
    whole.slice(1),
    `${whole}0`,
    ` ${whole}`,
    'é'.repeat(64),
    'é'.repeat(128),
  ]) {
    expect(verify('body', signature, 'secret')).toBe(false);
  }
});

test('text, a Buffer and a view into a larger buffer are the same body', () => {
  const text = 'Zoë paid £1';
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([Buffer.from('<<'), bytes, Buffer.from('>>')]);
  const view = new Uint8Array(padded.buffer, padded.byteOffset + 2, bytes.length);
  expect(new Set([text, bytes, view].map((body) => sign(body, 'secret'))).size).toBe(1);
});

test('an empty secret and a parsed body are mistakes of the caller', () => {
  expect(() => sign('body', '')).toThrow(TypeError);
  expect(() => verify('body', sign('body', 's'), '')).toThrow(TypeError);
  expect(() => verify({ event: 'x' } as unknown as string, 'x', 's')).toThrow(/before any JSON parser/);
});
