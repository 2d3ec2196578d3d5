import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { onEnvelope } from './event-emission.ts';
import { mutantsOf, onRequest } from './mutant.ts';

const signature = 'X-Svc-Signature';
const vector = 'X-Svc-Encryption-IV';

const hmac = (text: string, secret: string | Uint8Array, hash = 'sha512'): Buffer =>
  createHmac(hash, secret).update(text).digest();

const signing = (sign: (sent: string, secret: string, plain: string) => Buffer) =>
  onEnvelope((envelope, { message, secret }) => {
    if (secret !== '') envelope.headers[signature] = sign(envelope.body, secret, message).toString('hex');
  });

function signsOnce() {
  const first = new Map<string, string>();
  return onEnvelope((envelope, { message }) => {
    const made = first.get(message) ?? envelope.headers[signature];
    if (made === undefined) return;
    first.set(message, made);
    envelope.headers[signature] = made;
  });
}

type Sealing = { plain: string; key: Buffer; iv: Buffer };

/** Encrypts in another way if there is a key; the signature covers what is sent. */
const sealing = (seal: (given: Sealing) => { body: string; iv?: string }) =>
  onEnvelope((envelope, { message, key, secret, iv }) => {
    if (key === '') return;
    const fresh = Buffer.from(iv());
    const sealed = seal({ plain: message, key: Buffer.from(key, 'base64'), iv: fresh });
    envelope.body = sealed.body;
    envelope.headers[vector] = sealed.iv ?? fresh.toString('base64');
    if (secret !== '') envelope.headers[signature] = hmac(sealed.body, secret).toString('hex');
  });

function gcm({ plain, key, iv }: Sealing, tagLength: number): { text: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength });
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { text, tag: cipher.getAuthTag() };
}

function encrypted(given: Sealing, tagLength = 16): Buffer {
  const { text, tag } = gcm(given, tagLength);
  return Buffer.concat([text, tag]);
}

const base64 = (...parts: Buffer[]): string => Buffer.concat(parts).toString('base64');

export const protectionMutants = mutantsOf('events.', {
  'encryption.other-spellings: takes-the-letters-of-an-odd-key-for-its-bytes': onRequest(
    'createWebhook',
    ({ sent }) => {
      const key = String(sent['encryption_key']);
      if (/^[\w+/-]{43}$/.test(key)) sent['encryption_key'] = Buffer.from(key).toString('base64', 0, 32);
    },
  ),
  'signature.hmac-of-raw-body: signs-retries-with-the-signature-of-the-first-attempt': signsOnce(),
  'signature.hmac-of-raw-body: signs-with-sha256': signing((sent, secret) => hmac(sent, secret, 'sha256')),
  'signature.hmac-of-raw-body: signs-letters-without-their-accents': signing((sent, secret) =>
    hmac(sent.replace(/[^ -~]/g, '?'), secret),
  ),
  'signature.hmac-of-raw-body: cuts-secrets-at-64-characters': signing((sent, secret) =>
    hmac(sent, secret.slice(0, 64)),
  ),
  'signature.hmac-of-raw-body: knows-secrets-of-latin-letters-alone': signing((sent, secret) =>
    hmac(sent, secret.replace(/[^ -ÿ]/g, '?')),
  ),
  'signature.hmac-of-raw-body: trims-secrets': signing((sent, secret) =>
    hmac(sent, secret.replaceAll(' ', '')),
  ),
  'signature.lowercase-hex: signs-in-capitals': onEnvelope(({ headers }) => {
    if (headers[signature]) headers[signature] = headers[signature].toUpperCase();
  }),
  'signature.after-encryption: signs-before-encrypting': signing((_sent, secret, plain) =>
    hmac(plain, secret),
  ),
  'encryption.base64-body: writes-base64-for-addresses': sealing((given) => ({
    body: encrypted(given).toString('base64url'),
  })),
  'encryption.base64-body: breaks-base64-into-lines': sealing((given) => ({
    body: encrypted(given)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n'),
  })),
  'encryption.decrypts: encrypts-with-cbc': sealing(({ plain, key, iv }) => {
    const wide = Buffer.concat([iv, Buffer.alloc(16)]).subarray(0, 16);
    const cipher = createCipheriv('aes-256-cbc', key, wide);
    return { body: base64(cipher.update(plain), cipher.final()), iv: wide.toString('base64') };
  }),
  'encryption.tag-last: puts-the-tag-first': sealing((given) => {
    const { text, tag } = gcm(given, 16);
    return { body: base64(tag, text) };
  }),
  'encryption.tag-last: cuts-the-tag-to-12-bytes': sealing((given) => ({
    body: encrypted(given, 12).toString('base64'),
  })),
  'encryption.iv-header: names-another-vector': sealing((given) => ({
    body: encrypted(given).toString('base64'),
    iv: Buffer.from(given.iv).reverse().toString('base64'),
  })),
  'encryption.fresh-iv: takes-the-vector-from-the-kind-of-event': sealing(({ plain, key, iv }) => {
    const { event }: { event: string } = JSON.parse(plain);
    const derived = createHash('sha256').update(event).digest().subarray(0, iv.length);
    return {
      body: encrypted({ plain, key, iv: derived }).toString('base64'),
      iv: derived.toString('base64'),
    };
  }),
  'encryption.fresh-iv: draws-vectors-from-a-handful': sealing(({ iv, ...given }) => {
    const few = Buffer.alloc(iv.length, (iv[0] ?? 0) % 3);
    return { body: encrypted({ ...given, iv: few }).toString('base64'), iv: few.toString('base64') };
  }),
});
