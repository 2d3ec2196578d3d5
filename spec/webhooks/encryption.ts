import { createCipheriv, createDecipheriv, type DecipherGCM, KeyObject } from 'node:crypto';
import { bytesOf, decodeBase64, type RawBody, textOf } from './bytes.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/** An encryption key: Base64 of 32 bytes, as it was given to the subscription, or the bytes, or Node's own form of them. */
export type EncryptionKey = string | Uint8Array | KeyObject;

/** A key in the form that Node takes; throws when it has not 32 bytes. */
export function keyOf(key: EncryptionKey): Uint8Array | KeyObject {
  const own = typeof key === 'string' ? decodeBase64(key) : key;
  const size = own instanceof KeyObject ? own.symmetricKeySize : own?.length;
  if (own === undefined || size !== KEY_BYTES) {
    throw new TypeError('The encryption key must be Base64 of exactly 32 bytes.');
  }
  return own;
}

function ivBytes(iv: string | Uint8Array): Uint8Array {
  const bytes = typeof iv === 'string' ? decodeBase64(iv) : iv;
  if (bytes === undefined || bytes.length === 0) {
    throw new WebhookVerificationError(
      'bad-iv',
      'The initialisation vector is not Base64 of at least one byte.',
    );
  }
  return bytes;
}

function decipher(key: EncryptionKey, iv: string | Uint8Array): DecipherGCM {
  const secret = keyOf(key);
  const vector = ivBytes(iv);
  try {
    return createDecipheriv(ALGORITHM, secret, vector, { authTagLength: TAG_BYTES });
  } catch {
    throw new WebhookVerificationError(
      'bad-iv',
      'The initialisation vector has a length that GCM does not take.',
    );
  }
}

/** Base64 of the AES-256-GCM cipher text followed by its 16-byte tag. */
export function encrypt(plainBody: RawBody, iv: Uint8Array, key: EncryptionKey): string {
  const cipher = createCipheriv(ALGORITHM, keyOf(key), iv, { authTagLength: TAG_BYTES });
  const head =
    typeof plainBody === 'string' ? cipher.update(plainBody, 'utf8') : cipher.update(bytesOf(plainBody));
  const tail = cipher.final();
  return Buffer.concat([head, tail, cipher.getAuthTag()]).toString('base64');
}

/** The plain bytes of an encrypted body, or a WebhookVerificationError when any bit of it is not as it was sent. */
export function decrypt(body: RawBody, iv: string | Uint8Array, key: EncryptionKey): Buffer {
  const opener = decipher(key, iv);
  const sealed = decodeBase64(textOf(body) ?? '?');
  if (sealed === undefined || sealed.length < TAG_BYTES) {
    throw new WebhookVerificationError(
      'bad-base64',
      'The body is not Base64 of a cipher text and its 16-byte tag.',
    );
  }
  opener.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const head = opener.update(sealed.subarray(0, sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([head, opener.final()]);
  } catch {
    throw new WebhookVerificationError(
      'undecryptable',
      'The body does not decrypt with this key and vector.',
    );
  }
}
