import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { instead, type Mutant, mutant, onRequest } from '../mutant.ts';
import { onEnvelope } from './emission.ts';

const signature = 'X-Svc-Signature';
const vector = 'X-Svc-Encryption-IV';

const hmac = (text: string, secret: string | Uint8Array, hash = 'sha512'): Buffer =>
  createHmac(hash, secret).update(text).digest();

/** Signs in another way, where there is a secret. */
const signing = (sign: (sent: string, secret: string, plain: string) => string | undefined) =>
  onEnvelope((envelope, { message, secret }) => {
    if (secret === '') return;
    const signed = sign(envelope.body, secret, message);
    if (signed === undefined) delete envelope.headers[signature];
    else envelope.headers[signature] = signed;
  });

type Sealing = { plain: string; key: Buffer; iv: Buffer };

/** Encrypts in another way, where there is a key; what is signed is what is sent. */
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

/** The cipher text with its tag at the end, as it should be. */
function encrypted(given: Sealing, tagLength = 16): Buffer {
  const { text, tag } = gcm(given, tagLength);
  return Buffer.concat([text, tag]);
}

const base64 = (...parts: Buffer[]): string => Buffer.concat(parts).toString('base64');

/** Sandboxes that sign or encrypt wrongly. */
export const protectionMutants: readonly Mutant[] = [
  mutant(
    'takes-the-letters-of-an-odd-key-for-its-bytes',
    'events.encryption.other-spellings',
    onRequest('createWebhook', ({ sent }) => {
      const key = String(sent['encryption_key']);
      if (/^[\w+/-]{43}$/.test(key)) sent['encryption_key'] = Buffer.from(key).toString('base64', 0, 32);
    }),
  ),
  mutant(
    'takes-no-subscription-with-a-key',
    'events.encryption.decrypts',
    instead('createWebhook', ({ sent }) =>
      sent['encryption_key'] === undefined
        ? undefined
        : { status: 400, body: { errors: ['Encryption is not available'] } },
    ),
  ),
  mutant(
    'signs-with-sha256',
    'events.signature.hmac-of-raw-body',
    signing((sent, secret) => hmac(sent, secret, 'sha256').toString('hex')),
  ),
  mutant(
    'hashes-without-a-key',
    'events.signature.hmac-of-raw-body',
    signing((sent, secret) => createHash('sha512').update(secret).update(sent).digest('hex')),
  ),
  mutant(
    'signs-a-body-written-anew',
    'events.signature.hmac-of-raw-body',
    signing((sent, secret) =>
      hmac(sent.startsWith('{') ? JSON.stringify(JSON.parse(sent), null, 1) : sent, secret).toString('hex'),
    ),
  ),
  mutant(
    'signs-letters-without-their-accents',
    'events.signature.hmac-of-raw-body',
    signing((sent, secret) => hmac(sent.replace(/[^ -~]/g, '?'), secret).toString('hex')),
  ),
  mutant(
    'cuts-secrets-at-64-characters',
    'events.signature.hmac-of-raw-body',
    signing((sent, secret) => hmac(sent, secret.slice(0, 64)).toString('hex')),
  ),
  mutant(
    'trims-secrets',
    'events.signature.hmac-of-raw-body',
    signing((sent, secret) => hmac(sent, secret.replaceAll(' ', '')).toString('hex')),
  ),
  mutant(
    'takes-secrets-for-base64',
    'events.signature.hmac-of-raw-body',
    signing((sent, secret) => hmac(sent, Buffer.from(secret, 'base64')).toString('hex')),
  ),
  mutant(
    'signs-in-capitals',
    'events.signature.lowercase-hex',
    signing((sent, secret) => hmac(sent, secret).toString('hex').toUpperCase()),
  ),
  mutant(
    'signs-in-base64',
    'events.signature.lowercase-hex',
    signing((sent, secret) => hmac(sent, secret).toString('base64')),
  ),
  mutant(
    'says-how-it-signed',
    'events.signature.lowercase-hex',
    signing((sent, secret) => `sha512=${hmac(sent, secret).toString('hex')}`),
  ),
  mutant(
    'signs-before-encrypting',
    'events.signature.after-encryption',
    signing((_sent, secret, plain) => hmac(plain, secret).toString('hex')),
  ),
  mutant(
    'signs-the-bytes-behind-the-base64',
    'events.signature.after-encryption',
    onEnvelope((envelope, { secret, key }) => {
      if (key === '' || secret === '') return;
      const bytes = Buffer.from(envelope.body, 'base64');
      envelope.headers[signature] = createHmac('sha512', secret).update(bytes).digest('hex');
    }),
  ),
  mutant(
    'sends-cipher-text-in-hex',
    'events.encryption.base64-body',
    sealing((given) => ({ body: encrypted(given).toString('hex') })),
  ),
  mutant(
    'writes-base64-for-addresses',
    'events.encryption.base64-body',
    sealing((given) => ({ body: encrypted(given).toString('base64url') })),
  ),
  mutant(
    'breaks-base64-into-lines',
    'events.encryption.base64-body',
    sealing((given) => ({
      body: encrypted(given)
        .toString('base64')
        .replace(/(.{76})/g, '$1\r\n'),
    })),
  ),
  mutant(
    'encrypts-with-cbc',
    'events.encryption.decrypts',
    sealing(({ plain, key, iv }) => {
      const wide = Buffer.concat([iv, Buffer.alloc(16)]).subarray(0, 16);
      const cipher = createCipheriv('aes-256-cbc', key, wide);
      return { body: base64(cipher.update(plain), cipher.final()), iv: wide.toString('base64') };
    }),
  ),
  mutant(
    'hashes-the-key-first',
    'events.encryption.decrypts',
    sealing(({ key, ...given }) => {
      return {
        body: encrypted({ ...given, key: createHash('sha256').update(key).digest() }).toString('base64'),
      };
    }),
  ),
  mutant(
    'encrypts-the-payload-alone',
    'events.encryption.decrypts',
    sealing(({ plain, ...given }) => {
      return {
        body: encrypted({ ...given, plain: JSON.stringify(JSON.parse(plain).payload ?? {}) }).toString(
          'base64',
        ),
      };
    }),
  ),
  mutant(
    'puts-the-tag-first',
    'events.encryption.tag-last',
    sealing((given) => {
      const { text, tag } = gcm(given, 16);
      return { body: base64(tag, text) };
    }),
  ),
  mutant(
    'cuts-the-tag-to-12-bytes',
    'events.encryption.tag-last',
    sealing((given) => {
      return { body: encrypted(given, 12).toString('base64') };
    }),
  ),
  mutant(
    'puts-the-vector-before-the-cipher-text',
    'events.encryption.tag-last',
    sealing((given) => {
      const { text, tag } = gcm(given, 16);
      return { body: base64(given.iv, text, tag) };
    }),
  ),
  mutant(
    'sends-the-vector-in-hex',
    'events.encryption.iv-header',
    sealing((given) => ({ body: encrypted(given).toString('base64'), iv: given.iv.toString('hex') })),
  ),
  mutant(
    'names-another-vector',
    'events.encryption.iv-header',
    sealing((given) => ({
      body: encrypted(given).toString('base64'),
      iv: Buffer.from(given.iv).reverse().toString('base64'),
    })),
  ),
  mutant(
    'takes-the-vector-from-the-kind-of-event',
    'events.encryption.fresh-iv',
    sealing(({ plain, key, iv }) => {
      const { event }: { event: string } = JSON.parse(plain);
      const derived = createHash('sha256').update(event).digest().subarray(0, iv.length);
      return {
        body: encrypted({ plain, key, iv: derived }).toString('base64'),
        iv: derived.toString('base64'),
      };
    }),
  ),
  mutant(
    'draws-vectors-from-a-handful',
    'events.encryption.fresh-iv',
    sealing(({ iv, ...given }) => {
      const few = Buffer.alloc(iv.length, (iv[0] ?? 0) % 3);
      return { body: encrypted({ ...given, iv: few }).toString('base64'), iv: few.toString('base64') };
    }),
  ),
];
