import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { amountsOf } from '../predicates/amounts.ts';
import { readJson } from '../target/read-json.ts';
import type { Agreed } from './trace.ts';

/** A delivery, and what is known of how it should have been made. */
export type Delivered = {
  readonly raw: Buffer;
  readonly signature: string | undefined;
  readonly iv: string | undefined;
  /** The JSON that it holds, decrypted where it had to be; undefined when it could not be read. */
  readonly plain: string | undefined;
  readonly agreed: Agreed;
  /** What the other subscriptions of the check agreed on. */
  readonly others: readonly Agreed[];
};

/** What is odd about a delivery, as far as its bytes tell: each line names the mistake that would make exactly this. */
export const diagnosisOf = (delivery: Delivered): string[] => [
  ...signatureLines(delivery),
  ...encryptionLines(delivery),
  ...payloadLines(delivery),
];

type Candidate = readonly [key: string | Uint8Array, bytes: string | Uint8Array, text: string];

const hmac = (algorithm: string, key: string | Uint8Array, bytes: string | Uint8Array): string =>
  createHmac(algorithm, key).update(bytes).digest('hex');

function signatureLines({ raw, signature, plain, agreed, others }: Delivered): string[] {
  const { signing_secret: secret, encryption_key: key } = agreed;
  if (secret === undefined)
    return signature === undefined ? [] : ['it is signed, though no secret was agreed on'];
  if (signature === undefined) return ['it has no signature header, though a secret was agreed on'];
  const given = signature.trim().replace(/^(sha512|v1)=/i, '');
  const right = hmac('sha512', secret, raw);
  if (signature === right) return [];
  if (given === right) return ['this is the right signature with something before it'];
  if (given.toLowerCase() === right) return ['this is the right signature in capital letters'];
  if (given === Buffer.from(right, 'hex').toString('base64'))
    return ['this is the right signature in Base64'];
  const reserialised = plain === undefined ? undefined : again(plain);
  const candidates: Candidate[] = [
    ...(plain === undefined || plain === raw.toString()
      ? []
      : [
          [
            secret,
            plain,
            'this is the signature of the plain body: it was signed before it was encrypted',
          ] as const,
        ]),
    [
      secret,
      Buffer.from(raw.toString('latin1'), 'base64'),
      'this is the signature of the bytes before Base64',
    ],
    [secret, raw.toString().trim(), 'this is the signature of the body without its white space at the ends'],
    ...(reserialised === undefined
      ? []
      : [
          [
            secret,
            reserialised,
            'this is the signature of the JSON written anew, not of the raw body',
          ] as const,
        ]),
    [
      Buffer.from(secret, 'base64'),
      raw,
      'this is the right body, signed with the secret decoded from Base64',
    ],
    [
      Buffer.from(secret, 'hex'),
      raw,
      'this is the right body, signed with the secret decoded from hexadecimal',
    ],
    [secret.trim(), raw, 'this is the right body, signed with the secret without its white space'],
    [secret.slice(0, 64), raw, 'this is the right body, signed with the first 64 characters of the secret'],
    ['', raw, 'this is the right body, signed with an empty secret'],
    ...(key === undefined ? [] : [[key, raw, 'it is signed with the encryption key'] as const]),
    ...others.flatMap(({ signing_secret }): Candidate[] =>
      signing_secret === undefined || signing_secret === secret
        ? []
        : [[signing_secret, raw, 'it is signed with the secret of another subscription']],
    ),
    [secret, '', 'this is the signature of an empty body'],
  ];
  for (const [withKey, bytes, text] of candidates)
    if (hmac('sha512', withKey, bytes) === given.toLowerCase()) return [text];
  for (const algorithm of ['sha256', 'sha1', 'sha384', 'sha3-512'])
    if (hmac(algorithm, secret, raw) === given.toLowerCase())
      return [`this is HMAC-${algorithm.toUpperCase()}`];
  if (createHash('sha512').update(raw).digest('hex') === given.toLowerCase())
    return ['this is a plain SHA-512 of the body, without any secret'];
  if (createHash('sha512').update(secret).update(raw).digest('hex') === given.toLowerCase())
    return ['this is a plain SHA-512 of secret and body, which is no HMAC'];
  return [];
}

function encryptionLines({ raw, iv, plain, agreed, others }: Delivered): string[] {
  const { encryption_key: key } = agreed;
  if (key === undefined) return iv === undefined ? [] : ['it has a vector, though no key was agreed on'];
  const lines = iv === undefined ? ['it has no header with the vector'] : [];
  if (raw.toString().trimStart().startsWith('{')) return [...lines, 'the body is not encrypted at all'];
  if (plain !== undefined || iv === undefined) return lines;
  const isText = /^[A-Za-z0-9+/=\s_-]*$/.test(raw.toString('latin1'));
  const sealed = isText ? Buffer.from(raw.toString('latin1'), 'base64') : raw;
  const bytes = Buffer.from(key, 'base64');
  const vector = Buffer.from(iv, 'base64');
  const text = sealed.subarray(0, -16);
  const tag = sealed.subarray(-16);
  const first = [sealed.subarray(16), sealed.subarray(0, 16)] as const;
  const found: [Buffer | string, Buffer, Buffer, Buffer, string][] = [
    [bytes, vector, ...first, 'the tag stands before the cipher text, not after it'],
    [
      key.slice(0, 32),
      vector,
      text,
      tag,
      "it is encrypted with the key's raw text, not with the bytes that it stands for",
    ],
    [createHash('sha256').update(key).digest(), vector, text, tag, 'it is encrypted with a hash of the key'],
    [
      createHash('sha256').update(bytes).digest(),
      vector,
      text,
      tag,
      'it is encrypted with a hash of the key',
    ],
    [bytes, Buffer.from(iv, 'hex'), text, tag, 'the vector is hexadecimal, not Base64'],
    [
      bytes,
      Buffer.from(iv),
      text,
      tag,
      "the vector is used as the header's text, not as the bytes that it stands for",
    ],
    [
      bytes,
      vector,
      sealed.subarray(vector.length, -16),
      tag,
      'the vector stands before the cipher text in the body, too',
    ],
    ...others.flatMap(({ encryption_key }): [Buffer, Buffer, Buffer, Buffer, string][] =>
      encryption_key === undefined || encryption_key === key
        ? []
        : [
            [
              Buffer.from(encryption_key, 'base64'),
              vector,
              text,
              tag,
              'it is encrypted with the key of another subscription',
            ],
          ],
    ),
  ];
  for (const [withKey, withIv, cipherText, withTag, line] of found)
    if (opens('aes-256-gcm', withKey, withIv, cipherText, withTag)) return [...lines, line];
  if (opens('aes-256-cbc', bytes, vector.subarray(0, 16), sealed))
    return [...lines, 'it is encrypted with AES-CBC, not GCM'];
  const counted = Buffer.concat([vector.subarray(0, 12), Buffer.from([0, 0, 0, 2])]);
  if (opens('aes-256-ctr', bytes, counted, sealed)) return [...lines, 'it is AES-GCM without its tag'];
  if (opens('aes-256-ctr', bytes, counted, text)) return [...lines, 'it decrypts, and the tag is wrong'];
  return isText ? lines : [...lines, 'the body is no Base64 text'];
}

/** Whether it decrypts to JSON. */
function opens(algorithm: string, key: Buffer | string, iv: Buffer, text: Buffer, tag?: Buffer): boolean {
  try {
    const decipher = createDecipheriv(algorithm, key, iv);
    if (tag)
      (decipher as ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }).setAuthTag(tag);
    JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

function payloadLines({ plain, agreed }: Delivered): string[] {
  const body = plain === undefined ? undefined : parsed(plain);
  if (body === undefined) return [];
  const wanted = agreed.config?.include_payload === true;
  const payload = body['payload'] as Record<string, unknown> | undefined;
  if (payload === undefined || payload === null)
    return wanted ? ['it has no payload, though include_payload is true'] : [];
  const lines = wanted ? [] : ['it has a payload, though include_payload is not set'];
  const submissions = Array.isArray(payload['payroll_submissions']) ? payload['payroll_submissions'] : [];
  const texts = submissions
    .flatMap((one) => [...amountsOf(one).values()])
    .filter((one) => typeof one === 'string');
  if (texts.length > 0) lines.push(`amounts are strings, such as ${JSON.stringify(texts[0])}`);
  if (submissions.some((one) => typeof one?.identity_information?.phone === 'number'))
    lines.push('the phone is a number');
  return lines;
}

function parsed(text: string): Record<string, unknown> | undefined {
  const value = readJson(text);
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
}

const again = (text: string): string | undefined => {
  const value = parsed(text);
  return value === undefined ? undefined : JSON.stringify(value);
};
