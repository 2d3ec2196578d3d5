import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from './seal.ts';
import { flippedAt } from './testing/flipped-bit.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

const anyBody = fc.uint8Array({ maxLength: 200 });
const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anyIv = fc.uint8Array({ minLength: 1, maxLength: 64 });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
  return 'accepted';
}

test('any body comes back under any key and any vector, handed over as text or as bytes', () => {
  fc.assert(
    fc.property(anyBody, anyKey, anyIv, (body, key, iv) => {
      const sealed = encrypt(body, iv, base64(key));
      expect(Uint8Array.from(decrypt(sealed, base64(iv), base64(key)))).toEqual(body);
      expect(Uint8Array.from(decrypt(Buffer.from(sealed), iv, key))).toEqual(body);
    }),
  );
});

test('the body sent is Base64 of the cipher text, as long as the plain text, and a 16-byte tag', () => {
  fc.assert(
    fc.property(anyBody, anyKey, anyIv, (body, key, iv) => {
      expect(Buffer.from(encrypt(body, iv, key), 'base64')).toHaveLength(body.length + 16);
    }),
  );
});

test('a flipped bit in cipher text, tag, vector or key is refused', () => {
  fc.assert(
    fc.property(anyBody, anyKey, anyIv, fc.nat(), (body, key, iv, bit) => {
      const sealed = Buffer.from(encrypt(body, iv, key), 'base64');
      const [tag, text] = [sealed.subarray(body.length), sealed.subarray(0, body.length)];
      const tampered = [() => decrypt(base64(Buffer.concat([text, flippedAt(tag, bit)])), iv, key)];
      if (body.length > 0)
        tampered.push(() => decrypt(base64(Buffer.concat([flippedAt(text, bit), tag])), iv, key));
      tampered.push(() => decrypt(base64(sealed), flippedAt(iv, bit), key));
      tampered.push(() => decrypt(base64(sealed), iv, flippedAt(key, bit)));
      for (const act of tampered) expect(refusal(act)).toBe('undecryptable');
    }),
  );
});

test('a flipped bit in the Base64 text of body or vector is refused, even where it stands for no bit of the bytes', () => {
  fc.assert(
    fc.property(anyBody, anyKey, anyIv, fc.nat(), (body, key, iv, bit) => {
      const sealed = Buffer.from(encrypt(body, iv, key));
      expect(refusal(() => decrypt(flippedAt(sealed, bit), iv, key))).toMatch(/^(bad-base64|undecryptable)$/);
      const vector = latin1(flippedAt(Buffer.from(base64(iv)), bit));
      expect(refusal(() => decrypt(sealed, vector, key))).toMatch(/^(bad-iv|undecryptable)$/);
    }),
  );
});

test('Base64 in any but its canonical form is refused', () => {
  const [iv, key] = [new Uint8Array(12), new Uint8Array(32)];
  const sealed = encrypt('ab', iv, key);
  const padded = encrypt('a', iv, key);
  expect([sealed, padded].map((text) => text.match(/=*$/)![0])).toEqual(['', '=']);
  const others = [` ${sealed}`, `${sealed}\n`, padded.slice(0, -1), `${padded}=`, padded.replace('=', '.')];
  for (const body of [...others, `-_${sealed.slice(2)}`]) {
    expect(refusal(() => decrypt(body, iv, key))).toBe('bad-base64');
  }
  expect(refusal(() => decrypt(sealed, 'AAAA AAAAAAAAAAAA', key))).toBe('bad-iv');
});

test('a vector of no bytes or of too many is refused, and so is a body too short to hold a tag', () => {
  const key = new Uint8Array(32);
  expect(refusal(() => decrypt(encrypt('x', new Uint8Array(12), key), '', key))).toBe('bad-iv');
  expect(refusal(() => decrypt(encrypt('x', new Uint8Array(12), key), new Uint8Array(5000), key))).toBe(
    'bad-iv',
  );
  expect(refusal(() => decrypt(base64(new Uint8Array(15)), new Uint8Array(12), key))).toBe('bad-base64');
  expect(refusal(() => decrypt(new Uint8Array([0xff, 0xfe]), new Uint8Array(12), key))).toBe('bad-base64');
});

test('a key that is not Base64 of 32 bytes is a mistake of the caller', () => {
  for (const key of [
    '',
    'short',
    base64(new Uint8Array(31)),
    base64(new Uint8Array(33)),
    new Uint8Array(16),
  ]) {
    expect(() => encrypt('x', new Uint8Array(12), key)).toThrow(TypeError);
    expect(() => decrypt('x', new Uint8Array(12), key)).toThrow(TypeError);
  }
});
