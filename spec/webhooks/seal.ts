import { randomBytes } from 'node:crypto';
import { type EncryptionKey, encrypt } from './encryption.ts';
import { type HeaderNames, headerNames, type WebhookNaming } from './headers.ts';
import { type SigningSecret, sign } from './signature.ts';

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

/** A body and headers ready to be sent. */
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
