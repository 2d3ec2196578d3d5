import { createHash, createHmac } from 'node:crypto';
import type { ExamNeed, ReceiverClauseId } from './receiver-clauses.ts';
import { type Sealed, seal, sign, type WebhookRefusal } from './webhooks/index.ts';
import type { HeaderNames } from './webhooks/seal.ts';

/** What a subscription agreed on, and how the deployment names and labels its deliveries. */
export type Sealing = {
  readonly secret?: string;
  readonly key?: string;
  readonly headerNames: HeaderNames;
  readonly encryptedContentType?: string;
};

/** A delivery before it is forged: two plain bodies of which either could be sent, and twelve bytes for each vector. */
export type Material = {
  readonly sealing: Sealing;
  /** The JSON text of a delivery. */
  readonly plain: string;
  /** That of another one. */
  readonly other: string;
  readonly ivs: readonly [Uint8Array, Uint8Array];
  /** Bytes of a key and a secret that the subscription does not have. */
  readonly stranger: Uint8Array;
};

/** One way to forge a delivery; every receiver must refuse it. */
export type Forgery = {
  /** A stable name, also for `payrig trigger --forged`. */
  readonly name: string;
  readonly clause: ReceiverClauseId;
  /** What the subscription has to have for it to make sense. */
  readonly needs: readonly Extract<ExamNeed, 'secret' | 'key'>[];
  readonly reason: WebhookRefusal;
  readonly make: (material: Material) => Sealed;
};

const sealed = ({ sealing, ivs }: Material, body: string, change: Partial<Sealing> = {}): Sealed =>
  seal({ ...sealing, ...change, body, iv: ivs[0] });

const genuine = (material: Material): Sealed => sealed(material, material.plain);

const secretOf = ({ sealing }: Material): string => sealing.secret ?? '';

type Entry = Pick<Forgery, 'needs' | 'reason' | 'make'>;

/** The delivery under another secret or key than was agreed on, or without. */
const resealed = (
  reason: WebhookRefusal,
  needs: Forgery['needs'],
  change: (material: Material) => Partial<Sealing>,
): Entry => ({ reason, needs, make: (material) => sealed(material, material.plain, change(material)) });

/** The delivery with another signature, or with none. */
const resigned = (
  change: (signature: string, body: string, material: Material) => string | undefined,
  reason: WebhookRefusal = 'bad-signature',
  needs: Forgery['needs'] = ['secret'],
): Entry => ({
  reason,
  needs,
  make(material) {
    const { body, headers } = genuine(material);
    const name = material.sealing.headerNames.signature;
    const { [name]: signature = '', ...rest } = headers;
    const changed = change(signature, body, material);
    return { body, headers: changed === undefined ? rest : { ...rest, [name]: changed } };
  },
});

/** The delivery with another body under the signature of the genuine one. */
const rebodied = (change: (body: string, material: Material) => string): Entry => ({
  reason: 'bad-signature',
  needs: ['secret'],
  make(material) {
    const { body, headers } = genuine(material);
    return { body: change(body, material), headers };
  },
});

/** The delivery with another cipher text or vector and a valid signature over it: only decryption can notice. */
const reciphered = (
  reason: WebhookRefusal,
  change: (bytes: Buffer, material: Material) => Uint8Array | string,
  changeIv: (iv: string, material: Material) => string | undefined = (iv) => iv,
): Entry => ({
  reason,
  needs: ['key'],
  make(material) {
    const { body, headers } = genuine(material);
    const { secret, headerNames } = material.sealing;
    const { [headerNames.encryptionIv]: iv = '', [headerNames.signature]: _, ...rest } = headers;
    const changed = change(Buffer.from(body, 'base64'), material);
    const text = typeof changed === 'string' ? changed : Buffer.from(changed).toString('base64');
    const vector = changeIv(iv, material);
    if (vector !== undefined) rest[headerNames.encryptionIv] = vector;
    if (secret !== undefined) rest[headerNames.signature] = sign(text, secret);
    return { body: text, headers: rest };
  },
});

const undecryptable = (change: (bytes: Buffer, material: Material) => Uint8Array): Entry =>
  reciphered('undecryptable', change);

const revectored = (
  reason: WebhookRefusal,
  change: (iv: string, material: Material) => string | undefined,
): Entry => reciphered(reason, (bytes) => bytes, change);

/** A body that is no delivery, protected as agreed. */
const content = (reason: WebhookRefusal, body: string): Entry => ({
  reason,
  needs: [],
  make: (material) => sealed(material, body),
});

function flipped(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at < 0 ? copy.length + at : at]! ^= 1;
  return copy;
}

function otherDigit(text: string, at: number): string {
  const place = at < 0 ? text.length + at : at;
  return `${text.slice(0, place)}${text[place] === '0' ? '1' : '0'}${text.slice(place + 1)}`;
}

const tagBytes = 16;
const tagOf = (bytes: Buffer): Buffer => bytes.subarray(-tagBytes);
const withoutTag = (bytes: Buffer): Buffer => bytes.subarray(0, -tagBytes);
const hmac = (algorithm: string, secret: string, body: string): string =>
  createHmac(algorithm, secret).update(body).digest('hex');

/** What stands where a secret was never configured. */
const placeholders = ['undefined', 'null', 'None', 'secret', 'changeme', 'your-signing-secret', 'test'];

/** A digit of the plain text whose change leaves it JSON: a receiver that skips the tag sees another delivery. */
const placeOfDigit = (plain: string): number => /"user_id"\s*:\s*"[^"]*?\d/.exec(plain)?.[0].length ?? 1;

/** Each by `clause: name`. */
const catalogue: Readonly<Record<`${ReceiverClauseId}: ${string}`, Entry>> = {
  'signature.missing: no-signature': resigned(() => undefined, 'missing-signature'),
  'signature.empty: empty-signature': resigned(() => ''),
  'signature.cut: half-signature': resigned((signature) => signature.slice(0, 64)),
  'signature.cut: one-digit-short': resigned((signature) => signature.slice(0, -1)),
  'signature.cut: long-signature': resigned((signature) => `${signature}00`),
  'signature.wrong: bad-signature': resigned((signature) => otherDigit(signature, -1)),
  'signature.wrong: wrong-first-digit': resigned((signature) => otherDigit(signature, 0)),
  'signature.wrong: wrong-middle-digit': resigned((signature) => otherDigit(signature, 64)),
  'signature.other-body: signature-of-another': resigned(
    (_, __, material) => sealed(material, material.other).headers[material.sealing.headerNames.signature],
  ),
  'signature.other-secret: other-secret': resealed('bad-signature', ['secret'], ({ stranger }) => ({
    secret: Buffer.from(stranger).toString('base64url'),
  })),
  'signature.keyless: bare-digest': resigned((_, body) => createHash('sha512').update(body).digest('hex')),
  'signature.keyless: empty-secret': resigned((_, body) => hmac('sha512', '', body)),
  ...Object.fromEntries(
    placeholders.map((word) => [
      `signature.placeholder: secret-${word}`,
      // A receiver whose secret is such a word is sent the signature of a stranger.
      resigned((_, body, material) => {
        const isSecret = word === secretOf(material);
        return hmac('sha512', isSecret ? Buffer.from(material.stranger).toString('hex') : word, body);
      }),
    ]),
  ),
  ...Object.fromEntries(
    ['sha256', 'sha1', 'sha384', 'md5'].map((algorithm) => [
      `signature.other-algorithm: hmac-${algorithm}`,
      resigned((_, body, material) => hmac(algorithm, secretOf(material), body)),
    ]),
  ),
  ...Object.fromEntries(
    ['none', 'null', 'undefined', 'true', '0'].map((word) => [
      `signature.wrong: signature-${word}`,
      resigned(() => word),
    ]),
  ),
  'signature.other-encoding: base64-signature': resigned((signature) =>
    Buffer.from(signature, 'hex').toString('base64'),
  ),
  'signature.other-encoding: capital-signature': resigned((signature) => signature.toUpperCase()),
  'signature.other-encoding: prefixed-signature': resigned((signature) => `sha512=${signature}`),
  'signature.plain-body: signed-before-encrypted': resigned(
    (_, __, material) => sign(material.plain, secretOf(material)),
    'bad-signature',
    ['secret', 'key'],
  ),
  'body.changed-bit: changed-digit': rebodied((body) => otherDigit(body, body.search(/\d/))),
  'body.space-added: space-at-the-end': rebodied((body) => `${body} `),
  'body.space-added: line-end-at-the-end': rebodied((body) => `${body}\n`),
  'body.space-added: space-at-the-start': rebodied((body) => ` ${body}`),
  'body.space-added: byte-order-mark': rebodied((body) => `\ufeff${body}`),
  // Only a plain body can be written in another way; a cipher text gets a line end.
  'body.rewritten: rewritten-body': rebodied((body, { sealing }) =>
    sealing.key === undefined ? JSON.stringify(JSON.parse(body), null, 1) : `${body}\r\n`,
  ),
  'body.cut: cut-body': rebodied((body) => body.slice(0, -1)),
  'body.cut: no-body': rebodied(() => ''),
  'encryption.downgrade: plain-body': resealed('missing-iv', ['key'], () => ({ key: undefined })),
  'encryption.downgrade: plain-and-unsigned': resealed('missing-signature', ['secret', 'key'], () => ({
    ...{ key: undefined, secret: undefined },
  })),
  'encryption.downgrade: plain-body-with-vector': reciphered('bad-base64', (_, { plain }) => plain),
  'encryption.other-key: other-key': resealed('undecryptable', ['key'], ({ stranger }) => ({
    key: Buffer.from(stranger).toString('base64'),
  })),
  'encryption.changed-text: changed-cipher-text': undecryptable((bytes, { plain }) =>
    flipped(bytes, placeOfDigit(plain) - 1),
  ),
  'encryption.changed-text: cipher-text-of-nothing': undecryptable((bytes) => tagOf(bytes)),
  'encryption.changed-tag: changed-tag': undecryptable((bytes) => flipped(bytes, -1)),
  'encryption.changed-tag: changed-start-of-tag': undecryptable((bytes) => flipped(bytes, -tagBytes)),
  'encryption.changed-tag: tag-of-zeros': undecryptable((bytes) =>
    Buffer.concat([withoutTag(bytes), Buffer.alloc(tagBytes)]),
  ),
  'encryption.short-tag: tag-of-12-bytes': undecryptable((bytes) => bytes.subarray(0, -4)),
  'encryption.short-tag: tag-of-4-bytes': undecryptable((bytes) => bytes.subarray(0, -12)),
  'encryption.short-tag: shorter-than-a-tag': reciphered('bad-base64', (bytes) => bytes.subarray(-4)),
  'encryption.missing-tag: no-tag': undecryptable(withoutTag),
  'encryption.moved-tag: tag-first': undecryptable((bytes) =>
    Buffer.concat([tagOf(bytes), withoutTag(bytes)]),
  ),
  'encryption.missing-iv: no-vector': revectored('missing-iv', () => undefined),
  'encryption.missing-iv: no-vector-of-zeros': {
    reason: 'missing-iv',
    needs: ['key'],
    make({ sealing, plain }) {
      const { body, headers } = seal({ ...sealing, body: plain, iv: Buffer.alloc(12) });
      const { [sealing.headerNames.encryptionIv]: _, ...rest } = headers;
      return { body, headers: rest };
    },
  },
  'encryption.missing-iv: empty-vector': revectored('bad-iv', () => ''),
  'encryption.wrong-iv: other-vector': revectored('undecryptable', (_, { ivs }) =>
    Buffer.from(ivs[1]).toString('base64'),
  ),
  'encryption.wrong-iv: vector-of-zeros': revectored('undecryptable', (iv) =>
    Buffer.alloc(Buffer.from(iv, 'base64').length).toString('base64'),
  ),
  'encryption.odd-iv: vector-of-1-byte': revectored('undecryptable', () => 'AA=='),
  'encryption.odd-iv: vector-of-256-bytes': revectored('bad-iv', () => Buffer.alloc(256).toString('base64')),
  'encryption.odd-iv: vector-that-is-no-base64': revectored('bad-iv', () => '*** no vector ***'),
  'encryption.odd-iv: vector-in-hexadecimal': revectored('undecryptable', (iv) =>
    Buffer.from(iv, 'base64').toString('hex'),
  ),
  'encryption.not-base64: no-base64': reciphered('bad-base64', () => '*** this is no Base64 ***'),
  'encryption.not-base64: cut-base64': reciphered('bad-base64', (bytes) =>
    bytes.toString('base64').slice(0, 9),
  ),
  'content.empty: sealed-nothing': content('not-json', ''),
  'content.not-json: sealed-text': content('not-json', 'this is no JSON'),
  'content.not-json: sealed-half-json': content('not-json', '{"event": "user-payroll-submitted", '),
  'content.no-delivery: sealed-null': content('malformed-event', 'null'),
  'content.no-delivery: sealed-list': content('malformed-event', '[]'),
  'content.no-delivery: sealed-number': content('malformed-event', '42'),
  'content.no-delivery: sealed-empty-object': content('malformed-event', '{}'),
  'content.no-delivery: sealed-event-alone': content('malformed-event', '{"event":"user-payroll-submitted"}'),
  'content.no-delivery: sealed-wrong-types': content(
    'malformed-event',
    '{"event":["user-payroll-submitted"],"user_id":{},"timestamp":1}',
  ),
};

/** Every way to forge a delivery that we know, those of one clause together. */
export const forgeries: readonly Forgery[] = Object.entries(catalogue).map(([key, entry]) => {
  const [clause, name] = key.split(': ') as [ReceiverClauseId, string];
  return { name, clause, ...entry };
});
