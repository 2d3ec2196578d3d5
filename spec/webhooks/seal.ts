import { isUtf8 } from 'node:buffer';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type DecipherGCM,
  KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { refuse } from './webhook-verification-error.ts';

/** What to send, and how the subscription wants it protected. */
export type Sealable = {
  /** The delivery body: its text, or an object to be written as JSON. */
  body: string | object;
  secret?: SigningSecret;
  key?: EncryptionKey;
  /** Twelve fresh random bytes when left out; hand one in only to reproduce a known result. */
  iv?: Uint8Array;
  naming?: WebhookNaming;
  headerNames?: Partial<HeaderNames>;
  /** Of an encrypted body; `text/plain` when left out, for Base64 is not JSON. */
  encryptedContentType?: string;
};

export type Sealed = { body: string; headers: Record<string, string> };

/** Makes a delivery as the service does: encrypts first, then signs what is sent. */
export function seal(input: Sealable): Sealed {
  const names = { ...headerNames(input.naming?.vendor), ...input.headerNames };
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  let body = typeof input.body === 'string' ? input.body : JSON.stringify(input.body);
  if (input.key !== undefined) {
    const iv = input.iv ?? randomBytes(12);
    body = encrypt(body, iv, input.key);
    headers['Content-Type'] = input.encryptedContentType ?? 'text/plain';
    headers[names.encryptionIv] = Buffer.from(iv).toString('base64');
  }
  if (input.secret !== undefined) headers[names.signature] = sign(body, input.secret);
  return { body, headers };
}

/** Headers in any of the shapes that servers hand over; names are looked up without regard to case. */
export type HeadersLike =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The words that stand for the vendor and the tax authority in a deployment's names. */
export type WebhookNaming = { vendor?: string; authority?: string };

/** The names of the two headers that the service sets. */
export type HeaderNames = { signature: string; encryptionIv: string };

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The header names of a vendor: `X-Svc-Signature` and `X-Svc-Encryption-IV` for the stand-in `svc`. */
export function headerNames(vendor = 'svc'): HeaderNames {
  // Asked for with every delivery, of which nearly all are the stand-in's.
  return vendor === 'svc' ? { ...standIns } : namesOf(vendor);
}

const standIns = namesOf('svc');

function namesOf(vendor: string): HeaderNames {
  const prefix = `X-${vendor.split('-').map(capitalised).join('-')}`;
  return { signature: `${prefix}-Signature`, encryptionIv: `${prefix}-Encryption-IV` };
}

/** The value of a header, or undefined; a header sent twice with different values has the value of neither. */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const wanted = name.toLowerCase();
  const values = new Set<string>();
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() !== wanted || value === undefined) continue;
    for (const one of typeof value === 'string' ? [value] : value) values.add(one);
  }
  return values.size > 1 ? [...values].join(', ') : [...values][0];
}

/** The delivery id and attempt number of a Payrig sandbox, for receivers that must not act twice. */
export function deliveryOf(headers: HeadersLike): { id: string; attempt: number } | undefined {
  const id = headerOf(headers, DELIVERY_HEADER);
  const attempt = Number(headerOf(headers, ATTEMPT_HEADER));
  return id !== undefined && Number.isSafeInteger(attempt) && attempt > 0 ? { id, attempt } : undefined;
}

export const DELIVERY_HEADER = 'X-Payrig-Delivery';
export const ATTEMPT_HEADER = 'X-Payrig-Attempt';

/** A signing secret: its text (taken as UTF-8) or its bytes. */
export type SigningSecret = string | Uint8Array;

/** The lower-case hexadecimal HMAC-SHA512 of the very bytes sent. */
export function sign(rawBody: RawBody, secret: SigningSecret): string {
  // An empty secret is what an unset variable looks like, and a stranger could sign with it.
  if (secret.length === 0) throw new TypeError('The signing secret must not be empty.');
  const body = typeof rawBody === 'string' ? rawBody : bytesOf(rawBody);
  return createHmac('sha512', secret).update(body).digest('hex');
}

/** Whether `signature` is the signature of the raw body; compared in constant time. */
export function verify(rawBody: RawBody, signature: string | null | undefined, secret: SigningSecret) {
  const expected = Buffer.from(sign(rawBody, secret), 'latin1');
  const given = Buffer.from(signature ?? '', 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;

/** An encryption key: Base64 of 32 bytes, as it was given to the subscription, or the bytes, or Node's own form of them. */
export type EncryptionKey = string | Uint8Array | KeyObject;

/** A key in the form that Node takes; throws when it has not 32 bytes. */
export function keyOf(key: EncryptionKey): Uint8Array | KeyObject {
  const own = typeof key === 'string' ? decodeBase64(key) : key;
  const size = own instanceof KeyObject ? own.symmetricKeySize : own?.length;
  if (own === undefined || size !== KEY_BYTES)
    throw new TypeError('The encryption key must be Base64 of exactly 32 bytes.');
  return own;
}

function ivBytes(iv: string | Uint8Array): Uint8Array {
  const bytes = typeof iv === 'string' ? decodeBase64(iv) : iv;
  if (bytes === undefined || bytes.length === 0)
    return refuse('bad-iv', 'The initialisation vector is not Base64 of at least one byte.');
  return bytes;
}

function decipher(key: EncryptionKey, iv: string | Uint8Array): DecipherGCM {
  const secret = keyOf(key);
  const vector = ivBytes(iv);
  try {
    return createDecipheriv(ALGORITHM, secret, vector, { authTagLength: TAG_BYTES });
  } catch {
    return refuse('bad-iv', 'The initialisation vector has a length that GCM does not take.');
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
  if (sealed === undefined || sealed.length < TAG_BYTES)
    return refuse('bad-base64', 'The body is not Base64 of a cipher text and its 16-byte tag.');
  opener.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const head = opener.update(sealed.subarray(0, sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([head, opener.final()]);
  } catch {
    return refuse('undecryptable', 'The body does not decrypt with this key and vector.');
  }
}

/** A request body as it came off the wire: bytes, or the text they stand for in UTF-8. */
export type RawBody = string | Uint8Array;

/** The bytes of a raw body, without copying them. No body is one of no bytes. */
export function bytesOf(body: RawBody | null | undefined): Buffer {
  if (isNothing(body)) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // A parsed body is the classic mistake: its bytes are lost, and with them the signature.
  throw new TypeError('The raw body must be a string or bytes: take it before any JSON parser does.');
}

/** Express leaves `body` out, or in its version 4 makes it an empty object, when a request has none. */
function isNothing(body: unknown): body is null | undefined {
  if (body === undefined || body === null) return true;
  return Object.getPrototypeOf(body) === Object.prototype && Object.keys(body).length === 0;
}

/** The UTF-8 text of a raw body, or undefined when its bytes are not UTF-8. */
export function textOf(body: RawBody): string | undefined {
  if (typeof body === 'string') return body;
  const bytes = bytesOf(body);
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Base64 in its one canonical form, else undefined: Node's decoder skips what it does not know. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
