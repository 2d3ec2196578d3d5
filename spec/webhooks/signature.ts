import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOf, type RawBody } from './bytes.ts';

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
export function verify(
  rawBody: RawBody,
  signature: string | null | undefined,
  secret: SigningSecret,
): boolean {
  const expected = Buffer.from(sign(rawBody, secret), 'latin1');
  const given = Buffer.from(signature ?? '', 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
