import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { onEnvelope } from './event-emission.ts';
import { mutantsOf } from './mutant.ts';

const signature = 'X-Svc-Signature';
const vector = 'X-Svc-Encryption-IV';

const hmac = (text: string, secret: string, hash = 'sha512'): string =>
  createHmac(hash, secret).update(text).digest('hex');

type Signing = {
  text?: (sent: string, plain: string) => string;
  secret?: (secret: string) => string;
  hash?: string;
};

/** Signs another text than is sent, by another secret or with another hash. */
const signing = ({ text = (sent) => sent, secret: changed = (secret) => secret, hash }: Signing) =>
  onEnvelope(({ headers, body }, { message, secret }) => {
    if (secret !== '') headers[signature] = hmac(text(body, message), changed(secret), hash);
  });

/** Keeps a header of the first attempt for all others of the same message, under the same key if that counts. */
function keepsFirst(header: string, ofKey = false) {
  const first = new Map<string, string>();
  return onEnvelope(({ headers }, { message, key }) => {
    const id = ofKey ? key + message : message;
    const kept = first.get(id) ?? headers[header];
    if (kept === undefined) return;
    first.set(id, kept);
    headers[header] = kept;
  });
}

function onRetries(change: Parameters<typeof onEnvelope>[0]) {
  const seen = new Set<string>();
  return onEnvelope((envelope, given) => {
    const id = `${given.secret} ${given.key} ${given.message}`;
    if (seen.has(id)) change(envelope, given);
    seen.add(id);
  });
}

const inCapitals: Parameters<typeof onEnvelope>[0] = ({ headers }) => {
  if (headers[signature]) headers[signature] = headers[signature].toUpperCase();
};

type Sealing = { plain: string; key: Buffer; iv: Buffer };
type VectorOf = (given: Sealing) => Buffer;

/** Encrypts in another way, or names another vector, if there is a key; the signature covers what is sent. */
const sealing = (seal: (given: Sealing) => string | Buffer, vectorOf: VectorOf = ({ iv }) => iv) =>
  onEnvelope((envelope, { message, key, secret, iv }) => {
    if (key === '') return;
    const given = { plain: message, key: Buffer.from(key, 'base64'), iv: Buffer.from(iv()) };
    const sealed = seal(given);
    envelope.body = typeof sealed === 'string' ? sealed : sealed.toString('base64');
    envelope.headers[vector] = vectorOf(given).toString('base64');
    if (secret !== '') envelope.headers[signature] = hmac(envelope.body, secret);
  });

function gcm({ plain, key, iv }: Sealing, authTagLength = 16): { text: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength });
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { text, tag: cipher.getAuthTag() };
}

function encrypted(given: Sealing, tagLength?: number): Buffer {
  const { text, tag } = gcm(given, tagLength);
  return Buffer.concat([text, tag]);
}

/** Encrypts with another vector than a fresh one, and names it. */
const withVector = (vectorOf: VectorOf) =>
  sealing((given) => encrypted({ ...given, iv: vectorOf(given) }), vectorOf);

const wide: VectorOf = ({ iv }) => Buffer.concat([iv, Buffer.alloc(16)]).subarray(0, 16);

export const protectionMutants = mutantsOf('events.', {
  'body.kind-user-and-time: names-no-user-in-a-second-attempt': onRetries((envelope) => {
    if (envelope.body.startsWith('{'))
      envelope.body = envelope.body.replace(/"user_id":"[^"]*"/, '"user_id":null');
  }),
  'signature.hmac-of-raw-body: signs-retries-with-the-signature-of-the-first-attempt': keepsFirst(signature),
  'signature.hmac-of-raw-body: signs-with-sha256': signing({ hash: 'sha256' }),
  'signature.hmac-of-raw-body: signs-letters-without-their-accents': signing({
    text: (sent) => sent.replace(/[^ -~]/g, '?'),
  }),
  'signature.hmac-of-raw-body: cuts-secrets-at-64-characters': signing({ secret: (all) => all.slice(0, 64) }),
  'signature.hmac-of-raw-body: knows-secrets-of-latin-letters-alone': signing({
    secret: (all) => all.replace(/[^ -ÿ]/g, '?'),
  }),
  'signature.hmac-of-raw-body: trims-secrets': signing({ secret: (all) => all.replaceAll(' ', '') }),
  'signature.lowercase-hex: signs-in-capitals': onEnvelope(inCapitals),
  'signature.lowercase-hex: signs-second-attempts-in-capitals': onRetries(inCapitals),
  'signature.after-encryption: signs-before-encrypting': signing({ text: (_, plain) => plain }),
  'encryption.base64-body: writes-base64-for-addresses': sealing((given) =>
    encrypted(given).toString('base64url'),
  ),
  'encryption.base64-body: breaks-base64-into-lines': sealing((given) =>
    encrypted(given)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n'),
  ),
  'encryption.decrypts: encrypts-with-cbc': sealing((given) => {
    const cipher = createCipheriv('aes-256-cbc', given.key, wide(given));
    return Buffer.concat([cipher.update(given.plain), cipher.final()]);
  }, wide),
  'encryption.decrypts: sends-second-attempts-as-they-are': onRetries((envelope, { message }) => {
    if (envelope.headers[vector]) envelope.body = message;
  }),
  'encryption.tag-last: puts-the-tag-first': sealing((given) => {
    const { text, tag } = gcm(given);
    return Buffer.concat([tag, text]);
  }),
  'encryption.tag-last: cuts-the-tag-to-12-bytes': sealing((given) => encrypted(given, 12)),
  'encryption.iv-header: names-another-vector': sealing(encrypted, ({ iv }) => Buffer.from(iv).reverse()),
  'encryption.iv-header: names-the-vector-of-the-first-attempt': keepsFirst(vector, true),
  'encryption.fresh-iv: takes-the-vector-from-the-kind-of-event': withVector(({ plain, iv }) => {
    const { event }: { event: string } = JSON.parse(plain);
    return createHash('sha256').update(event).digest().subarray(0, iv.length);
  }),
  'encryption.fresh-iv: draws-vectors-from-a-handful': withVector(({ iv }) =>
    Buffer.alloc(iv.length, (iv[0] ?? 0) % 3),
  ),
});
