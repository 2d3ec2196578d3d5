import { createHash, createHmac } from 'node:crypto';
import type { ExamNeed, ReceiverClauseId } from './receiver-clauses.ts';
import type { HeaderNames } from './webhooks/headers.ts';
import { type Sealed, seal, sign, type WebhookRefusal } from './webhooks/index.ts';

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
  /** Why the receiver kit refuses it. */
  readonly reason: WebhookRefusal;
  readonly make: (material: Material) => Sealed;
};

const sealed = ({ sealing, ivs }: Material, body: string, change: Partial<Sealing> = {}): Sealed =>
  seal({ ...sealing, ...change, body, iv: ivs[0] });

const genuine = (material: Material): Sealed => sealed(material, material.plain);

const secretOf = ({ sealing }: Material): string => sealing.secret ?? '';

/** The delivery with its signature replaced by what `change` makes of it. */
function resigned(
  material: Material,
  change: (signature: string, body: string) => string | undefined,
): Sealed {
  const { body, headers } = genuine(material);
  const name = material.sealing.headerNames.signature;
  const { [name]: signature = '', ...rest } = headers;
  const changed = change(signature, body);
  return { body, headers: changed === undefined ? rest : { ...rest, [name]: changed } };
}

/** The delivery with another body under the signature of the genuine one. */
function rebodied(material: Material, change: (body: string) => string): Sealed {
  const { body, headers } = genuine(material);
  return { body: change(body), headers };
}

/**
 * The delivery with another cipher text or vector and a valid signature over it: only decryption can notice the forgery.
 */
function reciphered(
  material: Material,
  change: (bytes: Buffer) => Uint8Array | string,
  changeIv: (iv: string) => string | undefined = (iv) => iv,
): Sealed {
  const { body, headers } = genuine(material);
  const { secret, headerNames } = material.sealing;
  const { [headerNames.encryptionIv]: iv = '', [headerNames.signature]: _, ...rest } = headers;
  const changed = change(Buffer.from(body, 'base64'));
  const text = typeof changed === 'string' ? changed : Buffer.from(changed).toString('base64');
  const vector = changeIv(iv);
  if (vector !== undefined) rest[headerNames.encryptionIv] = vector;
  if (secret !== undefined) rest[headerNames.signature] = sign(text, secret);
  return { body: text, headers: rest };
}

const flipped = (bytes: Uint8Array, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at < 0 ? copy.length + at : at]! ^= 1;
  return copy;
};

const otherDigit = (text: string, at: number): string => {
  const place = at < 0 ? text.length + at : at;
  return `${text.slice(0, place)}${text[place] === '0' ? '1' : '0'}${text.slice(place + 1)}`;
};

const tagBytes = 16;
const same = (bytes: Buffer): Buffer => bytes;
const hmac = (algorithm: string, material: Material, body: string) =>
  createHmac(algorithm, secretOf(material)).update(body);

/** A digit of the plain text whose change leaves it JSON: a receiver that skips the tag sees another delivery. */
const placeOfDigit = (plain: string): number => /"user_id"\s*:\s*"[^"]*?\d/.exec(plain)?.[0].length ?? 1;

type Entry = Omit<Forgery, 'needs' | 'name' | 'clause'> & { needs?: Forgery['needs'] };
const signature = (reason: WebhookRefusal, make: Forgery['make']): Entry => ({
  reason,
  make,
  needs: ['secret'],
});
const encryption = (reason: WebhookRefusal, make: Forgery['make']): Entry => ({
  reason,
  make,
  needs: ['key'],
});
const content = (reason: WebhookRefusal, body: string): Entry => ({ reason, make: (m) => sealed(m, body) });

const catalogue: Partial<Record<ReceiverClauseId, Record<string, Entry>>> = {
  'signature.missing': {
    'no-signature': signature('missing-signature', (m) => resigned(m, () => undefined)),
  },
  'signature.empty': {
    'empty-signature': signature('bad-signature', (m) => resigned(m, () => '')),
  },
  'signature.cut': {
    'half-signature': signature('bad-signature', (m) => resigned(m, (s) => s.slice(0, 64))),
    'one-digit-short': signature('bad-signature', (m) => resigned(m, (s) => s.slice(0, -1))),
    'long-signature': signature('bad-signature', (m) => resigned(m, (s) => `${s}00`)),
  },
  'signature.wrong': {
    'bad-signature': signature('bad-signature', (m) => resigned(m, (s) => otherDigit(s, -1))),
    'wrong-first-digit': signature('bad-signature', (m) => resigned(m, (s) => otherDigit(s, 0))),
    'wrong-middle-digit': signature('bad-signature', (m) => resigned(m, (s) => otherDigit(s, 64))),
  },
  'signature.other-body': {
    'signature-of-another': signature('bad-signature', (m) =>
      resigned(m, () => sealed(m, m.other).headers[m.sealing.headerNames.signature]),
    ),
  },
  'signature.other-secret': {
    'other-secret': signature('bad-signature', (m) =>
      sealed(m, m.plain, { secret: Buffer.from(m.stranger).toString('base64url') }),
    ),
  },
  'signature.keyless': {
    'bare-digest': signature('bad-signature', (m) =>
      resigned(m, (_, body) => createHash('sha512').update(body).digest('hex')),
    ),
    'empty-secret': signature('bad-signature', (m) =>
      resigned(m, (_, body) => createHmac('sha512', '').update(body).digest('hex')),
    ),
  },
  'signature.other-algorithm': {
    'hmac-sha256': signature('bad-signature', (m) =>
      resigned(m, (_, b) => hmac('sha256', m, b).digest('hex')),
    ),
    'hmac-sha1': signature('bad-signature', (m) => resigned(m, (_, b) => hmac('sha1', m, b).digest('hex'))),
  },
  'signature.other-encoding': {
    'base64-signature': signature('bad-signature', (m) =>
      resigned(m, (s) => Buffer.from(s, 'hex').toString('base64')),
    ),
    'capital-signature': signature('bad-signature', (m) => resigned(m, (s) => s.toUpperCase())),
    'prefixed-signature': signature('bad-signature', (m) => resigned(m, (s) => `sha512=${s}`)),
  },
  'signature.plain-body': {
    'signed-before-encrypted': {
      reason: 'bad-signature',
      needs: ['secret', 'key'],
      make: (m) => resigned(m, () => sign(m.plain, secretOf(m))),
    },
  },
  'body.changed-bit': {
    'changed-digit': signature('bad-signature', (m) =>
      rebodied(m, (body) => otherDigit(body, body.search(/\d/))),
    ),
  },
  'body.space-added': {
    'space-at-the-end': signature('bad-signature', (m) => rebodied(m, (body) => `${body} `)),
    'line-end-at-the-end': signature('bad-signature', (m) => rebodied(m, (body) => `${body}\n`)),
    'space-at-the-start': signature('bad-signature', (m) => rebodied(m, (body) => ` ${body}`)),
  },
  'body.rewritten': {
    // Only where the body is plain: of a cipher text there is no other way to write the same.
    'rewritten-body': signature('bad-signature', (m) => {
      const { body, headers } = genuine(m);
      return {
        body: m.sealing.key === undefined ? JSON.stringify(JSON.parse(body), null, 1) : `${body}\r\n`,
        headers,
      };
    }),
  },
  'body.cut': {
    'cut-body': signature('bad-signature', (m) => rebodied(m, (body) => body.slice(0, -1))),
    'no-body': signature('bad-signature', (m) => rebodied(m, () => '')),
  },
  'encryption.downgrade': {
    'plain-body': encryption('missing-iv', (m) => sealed(m, m.plain, { key: undefined })),
    'plain-body-with-vector': encryption('bad-base64', (m) => reciphered(m, () => m.plain)),
  },
  'encryption.other-key': {
    'other-key': encryption('undecryptable', (m) =>
      sealed(m, m.plain, { key: Buffer.from(m.stranger).toString('base64') }),
    ),
  },
  'encryption.changed-text': {
    'changed-cipher-text': encryption('undecryptable', (m) =>
      reciphered(m, (bytes) => flipped(bytes, placeOfDigit(m.plain) - 1)),
    ),
    'cipher-text-of-nothing': encryption('undecryptable', (m) =>
      reciphered(m, (bytes) => bytes.subarray(-tagBytes)),
    ),
  },
  'encryption.changed-tag': {
    'changed-tag': encryption('undecryptable', (m) => reciphered(m, (bytes) => flipped(bytes, -1))),
    'changed-start-of-tag': encryption('undecryptable', (m) =>
      reciphered(m, (bytes) => flipped(bytes, -tagBytes)),
    ),
    'tag-of-zeros': encryption('undecryptable', (m) =>
      reciphered(m, (bytes) => Buffer.concat([bytes.subarray(0, -tagBytes), Buffer.alloc(tagBytes)])),
    ),
  },
  'encryption.short-tag': {
    'tag-of-12-bytes': encryption('undecryptable', (m) => reciphered(m, (bytes) => bytes.subarray(0, -4))),
    'tag-of-4-bytes': encryption('undecryptable', (m) => reciphered(m, (bytes) => bytes.subarray(0, -12))),
    'shorter-than-a-tag': encryption('bad-base64', (m) => reciphered(m, (bytes) => bytes.subarray(-4))),
  },
  'encryption.missing-tag': {
    'no-tag': encryption('undecryptable', (m) => reciphered(m, (bytes) => bytes.subarray(0, -tagBytes))),
  },
  'encryption.moved-tag': {
    'tag-first': encryption('undecryptable', (m) =>
      reciphered(m, (bytes) => Buffer.concat([bytes.subarray(-tagBytes), bytes.subarray(0, -tagBytes)])),
    ),
  },
  'encryption.missing-iv': {
    'no-vector': encryption('missing-iv', (m) => reciphered(m, same, () => undefined)),
    'empty-vector': encryption('bad-iv', (m) => reciphered(m, same, () => '')),
  },
  'encryption.wrong-iv': {
    'other-vector': encryption('undecryptable', (m) =>
      reciphered(m, same, () => Buffer.from(m.ivs[1]).toString('base64')),
    ),
    'vector-of-zeros': encryption('undecryptable', (m) =>
      reciphered(m, same, (iv) => Buffer.alloc(Buffer.from(iv, 'base64').length).toString('base64')),
    ),
  },
  'encryption.odd-iv': {
    'vector-of-1-byte': encryption('undecryptable', (m) => reciphered(m, same, () => 'AA==')),
    'vector-of-256-bytes': encryption('bad-iv', (m) =>
      reciphered(m, same, () => Buffer.alloc(256).toString('base64')),
    ),
    'vector-that-is-no-base64': encryption('bad-iv', (m) => reciphered(m, same, () => '*** no vector ***')),
    'vector-in-hexadecimal': encryption('undecryptable', (m) =>
      reciphered(m, same, (iv) => Buffer.from(iv, 'base64').toString('hex')),
    ),
  },
  'encryption.not-base64': {
    'no-base64': encryption('bad-base64', (m) => reciphered(m, () => '*** this is no Base64 ***')),
    'cut-base64': encryption('bad-base64', (m) =>
      reciphered(m, (bytes) => bytes.toString('base64').slice(0, 9)),
    ),
  },
  'content.empty': { 'sealed-nothing': content('not-json', '') },
  'content.not-json': {
    'sealed-text': content('not-json', 'this is no JSON'),
    'sealed-half-json': content('not-json', '{"event": "user-payroll-submitted", '),
  },
  'content.no-delivery': {
    'sealed-null': content('malformed-event', 'null'),
    'sealed-list': content('malformed-event', '[]'),
    'sealed-number': content('malformed-event', '42'),
    'sealed-empty-object': content('malformed-event', '{}'),
    'sealed-event-alone': content('malformed-event', '{"event":"user-payroll-submitted"}'),
    'sealed-wrong-types': content(
      'malformed-event',
      '{"event":["user-payroll-submitted"],"user_id":{},"timestamp":1}',
    ),
  },
};

/** Every way to forge a delivery that we know, those of one clause together. */
export const forgeries: readonly Forgery[] = Object.entries(catalogue).flatMap(([clause, entries]) =>
  Object.entries(entries).map(([name, { needs = [], ...entry }]) => ({
    name,
    clause: clause as ReceiverClauseId,
    needs,
    ...entry,
  })),
);
